import { sessionEndpoints } from '../session/session-api.ts';
import { api } from '../store/api.ts';
import type { store } from '../store/store.ts';
import { loadTexts } from '../texts/i18n.ts';

/** What the script of `ninefold dev` says in the page when another model is served; taken over where it is prevented. */
const CHANGED = 'ninefold:changed';

/** Takes over a changed specification in the open page: place and typed text stay, and nothing is loaded twice. */
export function followChanges({ dispatch }: typeof store): void {
  window.addEventListener(CHANGED, (event) => {
    event.preventDefault();
    void takeOver(dispatch).catch(() => location.reload());
  });
}

async function takeOver(dispatch: (typeof store)['dispatch']): Promise<void> {
  const session = dispatch(sessionEndpoints.session.initiate(undefined, { subscribe: false, forceRefetch: true }));
  await Promise.all([session.unwrap(), loadTexts(['app'])]);
  dispatch(api.util.invalidateTags(['model', 'record', 'list', 'home']));
}
