import { isMap } from '@ninefold/model';
import type { ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';

/** True where the server has no such file (404): it gives the same answer to the next request. */
export function isMissing(reason: unknown): boolean {
  return String(reason).endsWith('; status code: 404');
}

/** The texts of a language file. Throws where the answer is no JSON object. */
export function parseFile(text: string): Record<string, unknown> {
  const file: unknown = JSON.parse(text);
  if (!isMap(file)) throw new Error('no JSON object');
  return file;
}

/** Loads language files. Every failure but a missing file is one that i18next retries, whatever failed. */
export class LanguageFiles extends HttpBackend {
  override read(language: string, namespace: string, callback: ReadCallback): void {
    super.read(language, namespace, (error, data) => callback(error, error ? !isMissing(error) : data));
  }
}
