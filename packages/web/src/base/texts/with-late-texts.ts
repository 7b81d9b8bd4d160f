import { loadLateTexts } from './i18n.ts';

/** Loads code together with the texts that the first page does not have. */
export function withLateTexts<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), loadLateTexts()]))[0];
}
