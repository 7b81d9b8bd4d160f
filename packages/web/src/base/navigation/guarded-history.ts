import type { Location, NavigationType, To, UNSAFE_createBrowserHistory } from 'react-router';

/** The history of the browser, or one in memory. */
type History = ReturnType<typeof UNSAFE_createBrowserHistory>;

/** The address that is shown, and how the reader came there. */
export interface Shown {
  readonly location: Location;
  readonly way: NavigationType;
}

/** What has unsaved changes, and holds the reader up before they leave for another path. */
export interface Guard {
  /** Asks the reader; calls `goOn` where they may leave. */
  ask(goOn: () => void): void;
  /** True: it was saved. */
  save(): Promise<boolean>;
  discard(): void;
}

/** A history in which what has unsaved changes may hold the reader up. */
export interface GuardedHistory {
  /** The address that the browser has now. */
  readonly now: () => Shown;
  readonly createHref: (to: To) => string;
  readonly createURL: (to: To) => URL;
  readonly push: (to: To, state?: unknown) => void;
  readonly replace: (to: To, state?: unknown) => void;
  readonly go: (delta: number) => void;
  /** Calls back after each navigation, until the answer is called. One at a time. */
  readonly listen: (onShown: (shown: Shown) => void) => () => void;
  /** Lets this guard hold the reader up until the answer is called. One of several asks for all of them. */
  readonly guard: (guard: Guard) => () => void;
  /** Lets this close what covers the page, in place of a way back or forward, until the answer is called. The last one comes first. */
  readonly cover: (close: () => void) => () => void;
  /** Those that hold the reader up now. */
  readonly guards: ReadonlySet<Guard>;
}

/**
 * Puts guards before a history that tells of each navigation (`v5Compat`). Who goes back or forward is there already when the page
 * hears of it: where a guard holds them up, they are put back first, and sent on where they may leave. Where something covers the
 * page, they are put back and it is closed: it needs no entry of its own.
 */
export function guardedHistory(history: History): GuardedHistory {
  const now = (): Shown => ({ location: history.location, way: history.action });
  const guards = new Set<Guard>();
  const covers = new Set<() => void>();
  let shown = now();
  let isSentOn = false;
  let whenPutBack: (() => void) | null = null;

  const isHeldUp = (to: { readonly pathname?: string }, goOn: () => void): boolean => {
    const [first] = guards;
    if (first === undefined || to.pathname === undefined || to.pathname === shown.location.pathname) return false;
    first.ask(goOn);
    return true;
  };
  const leave = (to: To, navigate: () => void): void => {
    if (!isHeldUp(typeof to === 'string' ? history.createURL(to) : to, navigate)) navigate();
  };
  const putBack = (delta: number, then: () => void): true => {
    whenPutBack = then;
    history.go(-delta);
    return true;
  };
  const isPutBack = (to: Location, delta: number): boolean => {
    const cover = [...covers].at(-1);
    if (cover !== undefined) return putBack(delta, cover);
    let hasArrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (hasArrived = resolve));
    const sendOn = (): void => {
      isSentOn = true;
      history.go(delta);
    };
    return isHeldUp(to, () => void arrival.then(sendOn)) && putBack(delta, hasArrived);
  };
  return {
    now,
    createHref: history.createHref,
    createURL: history.createURL,
    push: (to, state) => leave(to, () => history.push(to, state)),
    replace: (to, state) => leave(to, () => history.replace(to, state)),
    go: (delta) => history.go(delta),
    listen: (onShown) =>
      history.listen(({ action, location, delta }) => {
        if (whenPutBack !== null) {
          const then = whenPutBack;
          whenPutBack = null;
          then();
          return;
        }
        // From an entry that another page has made nobody knows the way back: it is shown.
        const isNew = action === 'POP' && !isSentOn && delta !== null && delta !== 0;
        isSentOn = false;
        if (isNew && isPutBack(location, delta)) return;
        shown = { location, way: action };
        onShown(shown);
      }),
    cover: (close) => {
      covers.add(close);
      return () => void covers.delete(close);
    },
    guards,
    guard: (guard) => {
      guards.add(guard);
      return () => void guards.delete(guard);
    },
  };
}
