import { addPageTexts } from './page-texts.ts';
import { lateTexts } from './shipped-texts.ts';

/** Loads code together with the texts that the first page does not have. */
export function withLateTexts<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), addPageTexts(lateTexts)]))[0];
}
