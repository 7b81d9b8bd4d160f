import type { SessionAnswer } from '@ninefold/model';
import { sessionEndpoints } from '../calls/session-api.ts';
import { readCookie } from '../store/cookies.ts';
import { cookiesKnown, readerKnown } from '../store/session-slice.ts';
import { askOnceToSignIn, signedIn } from '../store/sign-in-again.ts';
import type { Listen } from '../store/store.ts';
import { markReader } from './private-storage.ts';

/** How long the page waits before it asks again whether the session has ended. */
const AGAIN_MS = 3000;

/**
 * Follows the session answers, whichever call brings them: the start, a retry, a sign-in, a one-time link. At each one
 * the cookies and the reader become known. An answer that the session has ended opens the dialog that asks to sign in, once. Where nobody answered, the page asks again while it has a connection. `first` is called once, at the first one.
 */
export function followSession(listen: Listen, first: (answer: SessionAnswer) => void): void {
  let isFirst = true;
  let wasSignedIn = false;
  listen({
    matcher: sessionEndpoints.session.matchFulfilled,
    effect: ({ payload }, { dispatch }) => {
      dispatch(cookiesKnown(payload.cookies));
      const token = readCookie(payload.cookies.xsrf, document.cookie);
      // A page goes on showing whose session has ended: who signs in elsewhere meanwhile is somebody else to it.
      if (payload.me) {
        dispatch(readerKnown({ id: payload.me.id, token }));
        markReader(localStorage, payload.me.id);
        signedIn();
      } else if (wasSignedIn) askOnceToSignIn();
      wasSignedIn ||= payload.me !== null;
      if (isFirst) first(payload);
      isFirst = false;
    },
  });
  listen({
    matcher: sessionEndpoints.session.matchRejected,
    effect: async ({ payload }, { dispatch, delay }) => {
      if (!wasSignedIn || payload?.status !== 0) return;
      await delay(AGAIN_MS);
      if (navigator.onLine)
        await dispatch(sessionEndpoints.session.initiate(undefined, { forceRefetch: true, subscribe: false }));
    },
  });
}
