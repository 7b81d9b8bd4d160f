import type { SessionAnswer } from '@ninefold/model';
import { limitOf } from '../../base/session/limit-of.ts';
import { detectLanguage } from '../../base/texts/detection.ts';
import { SHIPPED_LANGUAGES } from '../../base/texts/files/languages.ts';
import { startPageTexts } from '../../base/texts/page-texts.ts';
import { reportTexts } from '../../base/texts/report-texts.ts';
import type { TextTree } from '../../base/texts/files/text-files.ts';

type TextFile = Readonly<Record<string, TextTree>>;

/** The texts of this page by language. */
const few = import.meta.glob<TextFile>('../../base/texts/few/*.ts', { import: 'texts' });

async function fewTexts(language: string): Promise<TextFile> {
  const load = few[`../../base/texts/few/${language}.ts`];
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
    report: reportTexts,
  });
}
