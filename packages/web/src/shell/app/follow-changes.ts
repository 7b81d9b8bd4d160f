import { sessionEndpoints } from '../../base/calls/session-api.ts';
import { api } from '../../base/store/api.ts';
import { applicationChanged } from '../../base/store/session-slice.ts';
import type { store } from '../../base/store/store.ts';
import { loadTexts } from '../../base/texts/page-texts.ts';
import { CHANGED } from './changed-event.ts';

/** Applies a changed specification to the open page. The address and typed text stay. */
export function followChanges({ dispatch }: typeof store): void {
  window.addEventListener(CHANGED, (event) => {
    event.preventDefault();
    void takeOver(dispatch).catch(() => location.reload());
  });
}

/** Applies the specification that the server has been started with since, and says that the application has changed. */
export function followRestart({ dispatch }: typeof store): void {
  void takeOver(dispatch)
    .then(() => dispatch(applicationChanged(true)))
    .catch(() => location.reload());
}

/** What stands on the page while something may be typed that is not saved. A record always has its form of a new comment, and what is typed there is kept. */
const SAVING = '[data-nf-save]:not([data-nf-comment-form] *)';
const AGAIN_MS = 500;

/** Applies what the reader may do since their roles have changed, once no form is open: the page of one that is may be theirs no more. */
export function followRoles({ dispatch }: typeof store): () => void {
  let isWaiting = false;
  const apply = (): void => {
    isWaiting = document.querySelector(SAVING) !== null;
    if (isWaiting) setTimeout(apply, AGAIN_MS);
    else void takeOver(dispatch).catch(() => location.reload());
  };
  return () => {
    if (!isWaiting) apply();
  };
}

async function takeOver(dispatch: (typeof store)['dispatch']): Promise<void> {
  const session = dispatch(sessionEndpoints.session.initiate(undefined, { subscribe: false, forceRefetch: true }));
  await Promise.all([session.unwrap(), loadTexts(['app'])]);
  dispatch(api.util.invalidateTags(['model', 'record', 'list', 'home']));
}
