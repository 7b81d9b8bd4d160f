/** What the page notes about itself before the reporter is there. */
interface Noted {
  readonly error: unknown;
  readonly context: Readonly<Record<string, string>>;
}

type Send = (error: unknown, context: Readonly<Record<string, string>>) => void;

const MAX_NOTED = 50;
let noted: Noted[] = [];
let send: Send | null = null;
let onNoted: (() => void) | null = null;

/** Reports an error of the application itself; what happens before the reporter is loaded waits for it. */
export function reportFault(error: unknown, context: Readonly<Record<string, string>> = {}): void {
  if (send) return send(error, context);
  if (noted.length < MAX_NOTED) noted.push({ error, context });
  onNoted?.();
}

/** Starts to note what nobody caught. Called first of all. */
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

/** Calls `listener` when something waits to be reported, at once where something already does. */
export function whenNoted(listener: () => void): void {
  onNoted = listener;
  if (noted.length > 0) listener();
}

/** Hands everything noted so far, and everything to come, to the reporter. */
export function startSending(to: Send): void {
  send = to;
  const waiting = noted;
  noted = [];
  waiting.forEach(({ error, context }) => to(error, context));
}
