import { useEffect } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** The window's title of a page without the frame; it says where something has to be corrected. */
export function useWindowTitle(title: string, wrong = false): void {
  const { t, appName } = useTexts();
  const full = (wrong ? t('form.error_prefix') : '') + t('setup.window_title', { title, app: appName });
  useEffect(() => {
    document.title = full;
  }, [full]);
}
