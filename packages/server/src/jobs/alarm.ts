/** Rings at moments that it is given. It may be told of a moment before the transaction is committed that makes something due then. */
export interface Alarm {
  /** Rings at this moment (RFC 3339), or a little later. */
  set(moment: string): void;
  /** What is done when it rings; rings that came before are not repeated. */
  onRing(ring: () => void): void;
  end(): void;
}

/** A transaction is committed by then. One that takes longer is found when somebody looks next. */
const COMMIT_MS = 500;
/** So that a clock that was set meanwhile is noticed. */
const MOST_MS = 60_000;

export function createAlarm(now: () => string): Alarm {
  let ring: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;
  let at = Infinity;
  let hasEnded = false;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    at = Infinity;
  };
  return {
    set: (moment) => {
      const present = Date.parse(now());
      const wanted = Math.min(Math.max(Date.parse(moment), present + COMMIT_MS), present + MOST_MS);
      if (hasEnded || wanted >= at) return;
      stop();
      at = wanted;
      timer = setTimeout(() => {
        stop();
        ring?.();
      }, wanted - present);
      timer.unref();
    },
    onRing: (given) => {
      ring = given;
    },
    end: () => {
      hasEnded = true;
      stop();
    },
  };
}
