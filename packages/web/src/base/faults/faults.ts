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
  const onError = (event: ErrorEvent | Event): void => {
    if (!(event instanceof ErrorEvent))
      return event.target instanceof Element ? reportResource(event.target) : undefined;
    if (!isNotice(event)) reportFault(event.error ?? event.message, { kind: 'error' });
  };
  const onRejection = (event: PromiseRejectionEvent): void => reportFault(event.reason, { kind: 'rejection' });
  // An image, a style or a script that cannot be loaded is told on its way down only.
  window.addEventListener('error', onError, { capture: true });
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError, { capture: true });
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/** The browser says so of sizes that it looks at again in the next frame. Nothing failed. */
export function isNotice({ error, message }: Pick<ErrorEvent, 'error' | 'message'>): boolean {
  return error == null && message.startsWith('ResizeObserver loop');
}

/** What the page could not load, by its address without query and fragment: those may say something about the reader. */
function reportResource(element: Element): void {
  const address = element.getAttribute('src') ?? element.getAttribute('href');
  if (address === null || !URL.canParse(address, document.baseURI)) return;
  const { protocol, origin, pathname } = new URL(address, document.baseURI);
  if (!protocol.startsWith('http')) return;
  const name = element.localName;
  reportFault(new Error(`${name} could not be loaded: ${origin}${pathname}`), { kind: 'resource', element: name });
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
