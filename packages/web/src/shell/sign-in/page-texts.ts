import { isRuntimeError, type SessionAnswer } from '@ninefold/model';
import { limitOf } from '../../base/session/limit-of.ts';
import { detectLanguage } from '../../base/texts/detection.ts';
import { SHIPPED_LANGUAGES } from '../../base/texts/files/languages.ts';
import { addPageTexts, pageTexts, startPageTexts } from '../../base/texts/page-texts.ts';
import { reportTexts } from '../../base/texts/report-texts.ts';
import type { TextTree } from '../../base/texts/text-source.ts';

type Files<T> = Readonly<Partial<Record<string, () => Promise<T>>>>;

/** The texts of this page by language. */
const few: Files<TextFile> = import.meta.glob<TextFile>('../../base/texts/few/*.ts', { import: 'texts' });

/** The sentences about all errors by language, for those that nobody expects of a sign-in. */
const errors: Files<TextTree> = import.meta.glob<TextTree>('../../../../model/locales/*/errors.json', {
  query: '?all',
  import: 'default',
});

type TextFile = Readonly<Record<string, TextTree>>;

function fewTexts(language: string): Promise<TextFile> {
  return fileIn(few[`../../base/texts/few/${language}.ts`]);
}

async function allErrors(language: string): Promise<TextFile> {
  return { errors: await fileIn(errors[`../../../../model/locales/${language}/errors.json`]) };
}

async function fileIn<T>(load: (() => Promise<T>) | undefined): Promise<T> {
  if (load === undefined) throw new Error('A file of texts of the sign-in page is missing in the build.');
  return load();
}

/** Loads the sentence about an error that this page has none of. Where it does not arrive, the page tells the code. */
export async function loadSentence(code: string): Promise<void> {
  if (!isRuntimeError(code) || pageTexts().exists(`errors:${code}.message`)) return;
  await addPageTexts(allErrors).catch(() => undefined);
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
