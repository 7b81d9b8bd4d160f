import { useMe } from '../model/use-model.ts';
import { api } from '../store/api.ts';
import { toFailure } from '../store/failure.ts';
import { signOutErasing, signOutFailed } from '../store/session-slice.ts';
import { useAppDispatch } from '../store/store.ts';
import { countDrafts, erasePrivate } from './private-storage.ts';
import { sessionEndpoints } from '../calls/session-api.ts';

/**
 * Signs out, erases the private data of this reader from the browser, and loads the sign-in page anew, so that nothing of
 * the session stays in memory. Where drafts would be erased, the frame asks first (`erase`: it has asked). Where the server
 * did not end the session, nothing of this happens and the frame says so.
 */
export function useSignOut(): (erase?: boolean) => Promise<void> {
  const dispatch = useAppDispatch();
  const { id } = useMe();
  return async (erase = false) => {
    const drafts = erase ? 0 : countDrafts(localStorage, id);
    dispatch(signOutErasing(drafts));
    if (drafts > 0) return;
    dispatch(signOutFailed(null));
    const { error } = await dispatch(sessionEndpoints.signOut.initiate());
    const failure = error === undefined ? null : toFailure(error);
    // A session that has ended already needs no end.
    if (failure !== null && failure.status !== 401) {
      dispatch(signOutFailed(failure));
      return;
    }
    erasePrivate(localStorage, id);
    erasePrivate(sessionStorage, id);
    dispatch(api.util.resetApiState());
    location.assign('/_/sign-in');
  };
}
