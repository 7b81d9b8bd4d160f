/** An error of the page, and what was done when it happened. */
export interface Fault {
  readonly error: unknown;
  readonly context: Readonly<Record<string, string>>;
}

type Send = (error: unknown, context: Readonly<Record<string, string>>) => void;

const MAX_NOTED = 50;
/** Faults wait here until the reporter is loaded. */
let noted: Fault[] = [];
let send: Send | null = null;
let onNoted: (() => void) | null = null;

/** Reports an error of the page. Errors wait in a queue until the reporter is loaded. */
export function reportFault(error: unknown, context: Readonly<Record<string, string>> = {}): void {
  if (send) return send(error, context);
  if (noted.length < MAX_NOTED) noted.push({ error, context });
  onNoted?.();
}

/** Starts to queue uncaught errors. Called first at the start. */
export function watchFaults(): () => void {
  const onError = (event: ErrorEvent): void => reportFault(event.error ?? event.message, { kind: 'error' });
  const onRejection = (event: PromiseRejectionEvent): void => reportFault(event.reason, { kind: 'rejection' });
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Calls `listener` when an error is queued, and at once if one already is. */
export function whenNoted(listener: () => void): void {
  onNoted = listener;
  if (noted.length > 0) listener();
}

/** Passes all queued and all later errors to the reporter. */
export function startSending(to: Send): void {
  send = to;
  const waiting = noted;
  noted = [];
  waiting.forEach(({ error, context }) => to(error, context));
}
