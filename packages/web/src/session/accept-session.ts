import type { SessionAnswer } from '@ninefold/model';
import { cookiesKnown } from '../store/session-slice.ts';
import type { AppDispatch } from '../store/store.ts';
import { markReader } from './private-storage.ts';
import { replaceSession } from './session-api.ts';

/** Makes a session answer the current session. */
export async function acceptSession(answer: SessionAnswer, dispatch: AppDispatch): Promise<void> {
  dispatch(cookiesKnown(answer.cookies));
  if (answer.me) markReader(localStorage, answer.me.id);
  await dispatch(replaceSession(answer));
}
