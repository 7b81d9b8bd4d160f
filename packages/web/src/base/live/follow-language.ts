import i18next from 'i18next';
import { api } from '../store/api.ts';
import type { store as Store } from '../store/store.ts';

/** Loads what is shown of records again where the page is shown in another language: titles, and the order of lists. */
export function followLanguage({ dispatch }: Pick<typeof Store, 'dispatch'>): void {
  let shown = i18next.language;
  i18next.on('languageChanged', (language) => {
    if (language === shown) return;
    shown = language;
    dispatch(api.util.invalidateTags(['list', 'record', 'home']));
  });
}
