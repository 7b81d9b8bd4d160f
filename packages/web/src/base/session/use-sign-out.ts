import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/store.ts';
import { erasePrivate } from './private-storage.ts';
import { sessionEndpoints } from '../calls/session-api.ts';

/** Signs out, erases the private data of this reader from the browser, and loads the sign-in page anew, so that nothing of the session stays in memory. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useAppDispatch();
  return async () => {
    await dispatch(sessionEndpoints.signOut.initiate());
    erasePrivate(localStorage);
    erasePrivate(sessionStorage);
    dispatch(api.util.resetApiState());
    location.assign('/_/sign-in');
  };
}
