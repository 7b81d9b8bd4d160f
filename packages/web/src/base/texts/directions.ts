import { directionOf } from '@ninefold/model';
import type { i18n as I18n, InitOptions, PostProcessorModule, TOptions } from 'i18next';

/** What begins and ends a part of a text that has a direction of its own, that of its first letter (Unicode: first strong isolate). */
const ISOLATE = '\u2068';
const END = '\u2069';

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The direction of the language that is shown. i18next works it out anew for each text, which takes longer than the text. */
function shownDirection({ resolvedLanguage, language }: I18n): 'ltr' | 'rtl' {
  return directionOf(resolvedLanguage ?? (language || 'en'));
}

export function isolated(text: string): string {
  return `${ISOLATE}${text}${END}`;
}

/** What of a text's resolution `postProcessPassResolved` hands to the processor. */
interface Resolved extends TOptions {
  readonly i18nResolved?: { readonly usedLng?: string };
}

/** A value as it stands in a sentence of a page that runs in `direction`. */
export function isolatedValue(value: string, direction: 'ltr' | 'rtl'): string {
  return direction === 'rtl' || RIGHT_TO_LEFT.test(value) ? isolated(value) : value;
}

/**
 * A text in the language `used` as it stands on a page that runs in `direction`. A text of several lines is a document
 * with directions of its own.
 */
export function isolatedForeign(text: string, used: string, direction: 'ltr' | 'rtl'): string {
  return directionOf(used) !== direction && !text.includes('\n') ? isolated(text) : text;
}

/**
 * Keeps values in sentences, and texts of another language, from mixing with the direction of what stands around them: a
 * number beside an English word in an Arabic sentence, or an English sentence on an Arabic page whose full stop would move
 * to its front. Where everything runs from left to right texts are as they are written.
 */
export function directionOptions(
  i18n: I18n,
): Pick<InitOptions, 'interpolation' | 'postProcess' | 'postProcessPassResolved'> {
  return {
    interpolation: { escapeValue: true, escape: (value: string) => isolatedValue(value, shownDirection(i18n)) },
    postProcess: [FOREIGN],
    postProcessPassResolved: true,
  };
}

const FOREIGN = 'foreign-direction';

/** Isolates a text that is shown in a language of the other direction. */
export function foreignDirection(i18n: I18n): PostProcessorModule {
  return {
    type: 'postProcessor',
    name: FOREIGN,
    process: (text: string, _key, { i18nResolved }: Resolved) => {
      const used = i18nResolved?.usedLng;
      return used === undefined ? text : isolatedForeign(text, used, shownDirection(i18n));
    },
  };
}
