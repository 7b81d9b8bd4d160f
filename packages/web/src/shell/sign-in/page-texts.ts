import type { SessionAnswer } from '@ninefold/model';
import { limitOf } from '../../base/session/limit-of.ts';
import { reportFault } from '../../base/faults/faults.ts';
import { detectLanguage } from '../../base/texts/detection.ts';
import { SHIPPED_LANGUAGES } from '../../base/texts/files/languages.ts';
import { loadApplicationTexts, showPageLanguage, startPageTexts } from '../../base/texts/plain/page-texts.ts';
import type { TextTree } from '../../base/texts/plain/text-source.ts';

/** The texts of this page by language. */
const files = import.meta.glob<Readonly<Record<string, TextTree>>>('../../base/texts/few/*.ts', { import: 'texts' });

async function fewTexts(language: string): Promise<Readonly<Record<string, TextTree>>> {
  const load = files[`../../base/texts/few/${language}.ts`];
  if (load === undefined) throw new Error(`There are no texts of the sign-in page in ${language}.`);
  return load();
}

/** Starts the texts of the page; again when the session, and with it the languages of the application, becomes known. */
export async function startTextsFor(session: SessionAnswer | null): Promise<void> {
  const languages = session?.languages ?? SHIPPED_LANGUAGES;
  await startPageTexts({
    languages,
    language: detectLanguage(languages, session?.cookies.language ?? 'lng'),
    retries: limitOf(session, 'locale_retries', 5),
    retryMs: limitOf(session, 'locale_retry_ms', 350),
    load: fewTexts,
  });
}

/** Loads the application's texts; one that does not arrive is reported. */
export async function loadNames(): Promise<void> {
  await loadApplicationTexts((error) =>
    reportFault(new Error(`Language file: ${String(error)}`), { kind: 'language-file' }),
  );
}

/** Shows the page in another language. */
export async function showLanguage(language: string): Promise<void> {
  await showPageLanguage(language);
  await loadNames();
}
