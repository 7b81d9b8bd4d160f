import type { ChangedRecords } from '@ninefold/model';
import { sessionEndpoints } from '../calls/session-api.ts';
import { api } from '../store/api.ts';
import { toFailure } from '../store/failure.ts';
import { serverAway } from '../store/session-slice.ts';
import { placeOfStarted } from '../store/started-calls.ts';
import type { store as Store } from '../store/store.ts';
import { notifyRecords } from './record-changes.ts';
import { createSource, type Hearing } from './source.ts';
import { shownIn, together } from './stale.ts';

/** Lists are loaded again at once, then at most this often. */
const PAUSE_MS = 2000;
const DATA = new Set(['list', 'smallList', 'home', 'record', 'duePage']);

/**
 * Follows the change feed. Lists and figures are loaded again without notice. The page of a changed record says so.
 * Where the server can be reached again, what it had not answered is asked again; where it refuses the feed, the page asks
 * whether the session has ended. The feed is closed while nobody is signed in or the page is hidden. `onOtherModel`: another model is served than the
 * page has; `onOtherRoles`: its reader has other roles.
 */
export function followRecords(
  { dispatch, getState, subscribe }: typeof Store,
  { onOtherModel, onOtherRoles }: { readonly onOtherModel: () => void; readonly onOtherRoles: () => void },
): void {
  const refresh = pausing((changed) => {
    const model = modelIn(getState());
    if (!model) return;
    const lists = shownIn(model, changed).map((id) => ({ type: 'list' as const, id }));
    dispatch(api.util.invalidateTags([...lists, 'home']));
  });
  const started = placeOfStarted();
  const hearing: Hearing = {
    onChanged: (changed) => {
      notifyRecords(changed);
      refresh(changed);
    },
    onCommented: () => dispatch(api.util.invalidateTags(['conversation'])),
    onNotified: () => dispatch(api.util.invalidateTags(['notification'])),
    onLimits: () => dispatch(api.util.invalidateTags(['model', 'record', 'list', 'home'])),
    onReady: (since, hash, roles) => {
      const own = modelIn(getState())?.hash;
      if (own !== undefined && own !== hash) return onOtherModel();
      if (!isSameRoles(rolesIn(getState()), roles)) onOtherRoles();
      if (hasUnanswered(getState())) dispatch(api.internalActions.onOnline());
      if (since === 'known' || (since === 'first' && started === null && !hasAsked(getState()))) return;
      const model = modelIn(getState());
      const everything = Object.fromEntries(Object.keys(model?.entities ?? {}).map((id) => [id, null]));
      notifyRecords(everything);
      refresh(everything);
      hearing.onCommented();
      hearing.onNotified();
      if (since === 'unknown') hearing.onLimits();
    },
    onAway: (isAway) => {
      if (getState().session.serverAway !== isAway) dispatch(serverAway(isAway));
    },
    onRefused: () =>
      void dispatch(sessionEndpoints.session.initiate(undefined, { forceRefetch: true, subscribe: false })),
  };
  const source = createSource(hearing, started?.place ?? null);
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

/** Id of the signed-in user. Null: nobody is signed in, or they have to sign in again. */
function readerIn(state: State): string | null {
  return state.session.signInAsked ? null : (sessionEndpoints.session.select()(state).data?.me?.id ?? null);
}

function rolesIn(state: State): readonly string[] | null {
  return sessionEndpoints.session.select()(state).data?.me?.roles ?? null;
}

/** Whether the reader has the roles that the page knows, in whatever order; true where it knows none yet. */
function isSameRoles(known: readonly string[] | null, roles: readonly string[]): boolean {
  return known === null || known.toSorted().join(' ') === roles.toSorted().join(' ');
}

/** Whether the page loaded data before the feed was connected, which may be out of date. */
function hasAsked(state: State): boolean {
  return Object.values(state.api.queries).some(
    (query) => DATA.has(query?.endpointName ?? '') && query?.status === 'fulfilled',
  );
}

/** Whether a part of the page is missing because nobody answered: the server, or the connection, was away. */
function hasUnanswered({ api: { queries } }: State): boolean {
  return Object.values(queries).some((query) => query?.status === 'rejected' && toFailure(query.error).status === 0);
}

function modelIn(state: State) {
  const reader = readerIn(state);
  return reader === null ? null : sessionEndpoints.model.select(reader)(state).data?.model;
}

/** Collects changes during the pause and passes them on after it. */
function pausing(act: (changed: ChangedRecords) => void): (changed: ChangedRecords) => void {
  let waiting: ChangedRecords | null = null;
  let isPaused = false;
  const pass = (changed: ChangedRecords): void => {
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
