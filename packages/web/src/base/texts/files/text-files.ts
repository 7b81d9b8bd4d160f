import { isMap } from '@ninefold/model';

/** A file of texts, or a part of one. */
export type TextTree = Readonly<Record<string, unknown>>;

/** True where the server has no such file (404): it gives the same answer to the next request. */
export function isMissing(reason: unknown): boolean {
  return String(reason).endsWith('; status code: 404');
}

/** The texts of a language file. Throws where the answer is no JSON object. */
export function parseFile(text: string): TextTree {
  const file: unknown = JSON.parse(text);
  if (!isMap(file)) throw new Error('no JSON object');
  return file;
}
