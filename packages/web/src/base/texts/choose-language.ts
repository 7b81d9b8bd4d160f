import { writeLanguageCookie } from '../store/cookies.ts';
import { showLanguage } from './i18n.ts';
import { forgetVisitLanguage } from './visit-language.ts';

/** Shows a language and keeps it for the next visits. */
export function chooseLanguage(language: string, cookie: string): void {
  writeLanguageCookie(cookie, language);
  forgetVisitLanguage();
  void showLanguage(language);
}
