import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/store.ts';
import { eraseDrafts } from './drafts.ts';
import { sessionEndpoints } from './session-api.ts';

/** Signs out, erases drafts and starts afresh at the sign-in page, so that nothing of this session stays in memory. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useAppDispatch();
  return async () => {
    await dispatch(sessionEndpoints.signOut.initiate());
    eraseDrafts(localStorage);
    eraseDrafts(sessionStorage);
    dispatch(api.util.resetApiState());
    location.assign('/_/sign-in');
  };
}
