import type { ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { isMissing } from './files/text-files.ts';

/** Loads language files. Every failure but a missing file is one that i18next retries, whatever failed. */
export class LanguageFiles extends HttpBackend {
  override read(language: string, namespace: string, callback: ReadCallback): void {
    super.read(language, namespace, (error, data) => callback(error, error ? !isMissing(error) : data));
  }
}
