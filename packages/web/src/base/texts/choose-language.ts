import { createContext, useContext } from 'react';
import { useSession } from '../session/session-context.ts';
import { writeLanguageCookie } from '../store/cookies.ts';
import { forgetVisitLanguage } from './visit-language.ts';

/** Shows everything inside in another language. */
export const ShowLanguageContext = createContext<(language: string) => Promise<void>>(async () => undefined);

/** Shows a language and keeps it for the next visits. */
export function useChooseLanguage(): (language: string) => void {
  const show = useContext(ShowLanguageContext);
  const cookie = useSession()?.cookies.language;
  return (language) => {
    if (cookie === undefined) return;
    writeLanguageCookie(cookie, language);
    forgetVisitLanguage();
    void show(language);
  };
}
