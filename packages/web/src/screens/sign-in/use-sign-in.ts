import type { SessionAnswer } from '@ninefold/model';
import { useState } from 'react';
import { api } from '../../base/store/api.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { loadTexts } from '../../base/texts/page-texts.ts';
import { replaceSession, sessionEndpoints, type Credentials } from '../../base/calls/session-api.ts';

interface SignIn {
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** True when it succeeded. */
  readonly signIn: (credentials: Credentials) => Promise<SessionAnswer | null>;
}

/** Signs in and puts the new session in place; the texts that only signed-in readers get are fetched then. */
export function useSignIn(): SignIn {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const signIn = async (credentials: Credentials): Promise<SessionAnswer | null> => {
    setBusy(true);
    try {
      const answer = await dispatch(sessionEndpoints.signIn.initiate(credentials)).unwrap();
      setFailure(null);
      void loadTexts(['app']);
      dispatch(api.util.invalidateTags(['model', 'record', 'list', 'home']));
      await dispatch(replaceSession(answer));
      return answer;
    } catch (error) {
      setFailure(toFailure(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, signIn };
}
