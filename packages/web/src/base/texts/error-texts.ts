import { isRuntimeError } from '@ninefold/model';
import { addPageTexts, pageTexts } from './page-texts.ts';
import type { TextTree } from './files/text-files.ts';

/** The sentences about all errors by language, for the pages that begin with a few of them. */
const files = import.meta.glob<TextTree>('../../../../model/locales/*/errors.json', {
  query: '?all',
  import: 'default',
});

/** The sentences about all errors in one shipped language. Rejects where they do not arrive. */
export async function errorTexts(language: string): Promise<{ readonly errors: TextTree }> {
  const load = files[`../../../../model/locales/${language}/errors.json`];
  if (load === undefined) throw new Error(`There are no sentences about errors in ${language}.`);
  return { errors: await load() };
}

/** Loads the sentences about errors that the page does not know yet. Where they do not arrive, the page tells the codes. */
export async function loadSentences(codes: readonly string[]): Promise<void> {
  const isKnown = (code: string): boolean =>
    !isRuntimeError(code) || pageTexts().exists(`errors:${code}.message`, { count: 2 });
  if (!codes.every(isKnown)) await addPageTexts(errorTexts).catch(() => undefined);
}
