/** How the user closed the dialog that asks to sign in again. */
export type SignInAnswer = 'signed_in' | 'given_up';

let waiting: ((answer: SignInAnswer) => void)[] = [];
let open: (() => void) | null = null;
/** Whether the user has closed the dialog since they were signed in. */
let isGivenUp = false;

/** Registers the function that opens the dialog. */
export function whenSignInIsNeeded(listener: () => void): void {
  open = listener;
}

/** Opens the dialog and waits for its end; calls that fail together share one dialog. */
export function askToSignIn(): Promise<SignInAnswer> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) open?.();
    if (!open) settleSignIn('given_up');
  });
}

/** Opens the dialog because the page has found by itself that the session has ended, unless the user has closed the dialog since. */
export function askOnceToSignIn(): void {
  if (!isGivenUp) void askToSignIn();
}

/** Somebody is signed in: the page may ask again when their session ends. */
export function signedIn(): void {
  isGivenUp = false;
}

/** Ends the wait of every call that failed meanwhile. */
export function settleSignIn(answer: SignInAnswer): void {
  isGivenUp = answer === 'given_up';
  const done = waiting;
  waiting = [];
  done.forEach((resolve) => resolve(answer));
}
