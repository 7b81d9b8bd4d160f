import { Languages } from 'lucide-react';
import { IconMenu } from './icon-menu.tsx';
import type { IconMenuItemsProps } from './icon-menu-items.tsx';
import { useSession } from '../../base/session/session-context.ts';
import { useChooseLanguage } from '../../base/texts/choose-language.ts';
import { languageName } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The languages of the application, each by its own name; null where there is only one. */
export function useLanguageChoice(): IconMenuItemsProps | null {
  const { language } = useTexts();
  const session = useSession();
  const chooseLanguage = useChooseLanguage();
  if (session === null || session.languages.length < 2) return null;
  return {
    chosen: language,
    items: session.languages.map((each) => ({ id: each, text: languageName(each), lang: each })),
    onChoose: chooseLanguage,
  };
}

/** A menu of the languages of the application; nothing where there is only one. */
export function LanguageSwitcher() {
  const { t, language } = useTexts();
  const choice = useLanguageChoice();
  if (choice === null) return null;
  return (
    <IconMenu
      label={t('frame.language')}
      glyph={<Languages size={16} aria-hidden />}
      text={languageName(language)}
      {...choice}
    />
  );
}
