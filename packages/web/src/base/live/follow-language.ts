import { api } from '../store/api.ts';
import type { store as Store } from '../store/store.ts';
import { onPageLanguage } from '../texts/page-texts.ts';

/** Loads what is shown of records again where the page is shown in another language: titles, and the order of lists. */
export function followLanguage({ dispatch }: Pick<typeof Store, 'dispatch'>): void {
  onPageLanguage(() => void dispatch(api.util.invalidateTags(['list', 'record', 'home'])));
}
