import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/store.ts';
import { erasePrivate } from './private-storage.ts';
import { sessionEndpoints } from './session-api.ts';

/** Signs out, erases what was kept in the browser for this reader and starts afresh at the sign-in page, so that nothing of this session stays in memory. */
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
