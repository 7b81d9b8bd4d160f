import { sessionEndpoints } from '../session/session-api.ts';
import { api } from '../store/api.ts';
import type { store as Store } from '../store/store.ts';
import { tellRecords } from './record-changes.ts';
import { createSource } from './source.ts';
import { shownIn, together, type Changed } from './stale.ts';

/** Lists are asked for again at once, and then at most this often. */
const PAUSE_MS = 2000;
const DATA = new Set(['list', 'smallList', 'home', 'record']);

/**
 * Takes over what others change: lists and figures are asked for again without a sign, an open record says that it has changed.
 * Nothing is heard while nobody is signed in, or while nobody sees the page.
 */
export function followRecords({ dispatch, getState, subscribe }: typeof Store): void {
  const refresh = pausing((changed) => {
    const model = modelIn(getState());
    if (!model) return;
    const lists = shownIn(model, changed).map((id) => ({ type: 'list' as const, id }));
    dispatch(api.util.invalidateTags([...lists, 'home']));
  });
  const source = createSource({
    onChanged: (changed) => {
      tellRecords(changed);
      refresh(changed);
    },
    onReady: (since) => {
      if (since === 'known' || (since === 'first' && !hasAsked(getState()))) return;
      const model = modelIn(getState());
      const everything = Object.fromEntries(Object.keys(model?.entities ?? {}).map((id) => [id, null]));
      tellRecords(everything);
      refresh(everything);
    },
  });
  const follow = (): void => {
    if (readerIn(getState()) !== null && document.visibilityState === 'visible') source.open();
    else source.close();
  };
  let reader: string | null = null;
  subscribe(() => {
    const now = readerIn(getState());
    if (now === reader) return;
    reader = now;
    source.close();
    follow();
  });
  reader = readerIn(getState());
  document.addEventListener('visibilitychange', follow);
  follow();
}

type State = ReturnType<(typeof Store)['getState']>;

/** Id of who is signed in; null while nobody is, or while he has to sign in again. */
function readerIn(state: State): string | null {
  return state.session.signInAsked ? null : (sessionEndpoints.session.select()(state).data?.me?.id ?? null);
}

/** Whether the page has data already that may have changed before it heard of changes. */
function hasAsked(state: State): boolean {
  return Object.values(state.api.queries).some(
    (query) => DATA.has(query?.endpointName ?? '') && query?.status === 'fulfilled',
  );
}

function modelIn(state: State) {
  const reader = readerIn(state);
  return reader === null ? null : sessionEndpoints.model.select(reader)(state).data?.model;
}

/** Gathers what comes too soon after the last. */
function pausing(act: (changed: Changed) => void): (changed: Changed) => void {
  let waiting: Changed | null = null;
  let isPaused = false;
  const pass = (changed: Changed): void => {
    act(changed);
    isPaused = true;
    setTimeout(() => {
      isPaused = false;
      const next = waiting;
      waiting = null;
      if (next) pass(next);
    }, PAUSE_MS);
  };
  return (changed) => {
    if (isPaused) waiting = together(waiting ?? {}, changed);
    else pass(changed);
  };
}
