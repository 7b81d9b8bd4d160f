import { useEffect } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The window title of a page without the frame. It has a prefix while the page shows errors. */
export function useWindowTitle(title: string, wrong = false): void {
  const { t, appName } = useTexts();
  const full = (wrong ? t('form.error_prefix') : '') + t('setup.window_title', { title, app: appName });
  useEffect(() => {
    document.title = full;
  }, [full]);
}
