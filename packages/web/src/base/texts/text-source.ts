import { directionOf, isMap, memoized } from '@ninefold/model';
import { isolatedForeign, isolatedValue } from './directions.ts';
import type { TextTree } from './files/text-files.ts';
import type { Params, TextSource } from './make-texts.ts';

/** Files of texts by language and namespace. */
export type TextFiles = Readonly<Record<string, Readonly<Record<string, TextTree>>>>;

interface Found {
  readonly text: string;
  readonly language: string;
}

/**
 * The texts in these files, read as i18next reads them: the first of `languages` that has a text, with the plural form
 * that the language has for `count`, and each `{{name}}` replaced by the value of that name, where there is one.
 *
 * @param languages The display language, then those that stand in for it.
 */
export function textSource(languages: readonly string[], files: TextFiles): TextSource {
  const language = languages[0] ?? 'en';
  const direction = directionOf(language);
  const find = (full: string, { count }: Params): Found | null => {
    const [namespace, ...rest] = full.split(':');
    const key = rest.join(':');
    for (const each of languages) {
      const file = files[each]?.[namespace ?? ''];
      const forms = typeof count === 'number' ? [`${key}_${pluralForm(each, count)}`, key] : [key];
      const text = forms.map((form) => textAt(file, form)).find((found) => found !== null);
      if (text !== undefined) return { text, language: each };
    }
    return null;
  };
  const filled = (text: string, values: Params): string =>
    text.replaceAll(/\{\{([^}]+)\}\}/g, (written, name: string) => {
      const value = values[name.trim()];
      return value === undefined ? written : isolatedValue(String(value), direction);
    });
  return {
    language,
    exists: (key, values = {}) => find(key, values) !== null,
    t: (key, options) => {
      const found = find(key, options);
      if (options['returnDetails'] === true) return { usedLng: found?.language };
      if (found === null) return key.slice(key.indexOf(':') + 1);
      if (options['skipInterpolation'] === true) return found.text;
      return isolatedForeign(filled(found.text, options), found.language, direction);
    },
  };
}

function pluralForm(language: string, count: number): string {
  return rulesOf(language).select(count);
}

const rulesOf = memoized((language: string) => new Intl.PluralRules(language));

/** The text at a path of the file; null where there is none. Only what stands in the file itself is one. */
function textAt(file: TextTree | undefined, path: string): string | null {
  let at: unknown = file;
  for (const part of path.split('.')) at = isMap(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === 'string' && at !== '' ? at : null;
}
