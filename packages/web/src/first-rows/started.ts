import type { ListAnswer, ModelAnswer, SessionAnswer } from '@ninefold/model';
import { answerOf } from '../base/store/objects.ts';
import { readStarted, startedAddresses } from '../base/store/started-calls.ts';
import { detectLanguage } from '../base/texts/detection.ts';
import { SHIPPED, shippedLanguage } from '../base/texts/files/languages.ts';
import type { TextSource } from '../base/texts/make-texts.ts';
import { textSource, type TextTree } from '../base/texts/plain/text-source.ts';
import { shippedTexts } from '../base/texts/shipped-texts.ts';

/** All that the first rows are drawn from. */
export interface Started {
  readonly session: SessionAnswer;
  readonly model: ModelAnswer;
  /** The address that gave the rows, and the rows. */
  readonly address: string;
  readonly rows: ListAnswer;
  readonly texts: TextSource;
}

/** What the page has started to read, as it arrives. Null: it has not asked for the rows of a list, or not all of it came. */
export async function readAllStarted(): Promise<Started | null> {
  const address = startedAddresses().find((one) => one.startsWith('/api/'));
  if (address === undefined) return null;
  const [session, model, answer] = (await Promise.all(['/_/session', '/_/model', address].map(readStarted))) as [
    SessionAnswer | null,
    ModelAnswer | null,
    ListAnswer | null,
  ]; // as the server answers at these addresses
  if (session === null || model === null || answer === null) return null;
  const language = detectLanguage(session.languages, session.cookies.language);
  const texts = await textsOf(language, session.languages[0] ?? language);
  const rows = answerOf(address, answer, model.model.entities) as ListAnswer; // the same answer, with the parts of objects beside each other
  return texts === null ? null : { session, model, address, rows, texts };
}

/** The texts in the language of the reader and in those that stand in for it; null where some of them have not come. */
async function textsOf(language: string, source: string): Promise<TextSource | null> {
  const shipped = shippedLanguage(language);
  const own = await shippedTexts(shipped);
  const files: Record<string, Record<string, TextTree>> = { [shipped]: { shell: own.shell as TextTree } }; // a file of texts, as the build has it
  for (const each of new Set([language, source])) {
    const app = await readStarted(`/_/locales/${each}/app.json`);
    if (app === null) return null;
    files[each] = { ...files[each], app: app as TextTree }; // the file of the application
  }
  return textSource([...new Set([language, shipped, source, SHIPPED])], files);
}
