import type { Alarm } from '../jobs/alarm.ts';
import type { HolderOf, Subscriptions } from '../records/context/subscriptions.ts';
import type { FollowChanges } from '../storage/database/changes.ts';
import { OtherSpecification } from '../storage/database/failure.ts';

/** Somebody looks at least so often: another server may have been asked for the first subscription, or may have ended. */
const LOOK_MS = 30_000;

/** What telling programs of what happens needs. */
export interface EventParts {
  readonly subscriptions: Pick<Subscriptions, 'spread' | 'areAny'>;
  readonly holderOf: HolderOf;
  /** Tells of every change of records, on whichever server. */
  readonly follow: FollowChanges;
  /** Takes lines for the operator. */
  readonly log: (line: string) => void;
}

/**
 * Makes messages of what happens to records, as soon as it is committed, while any program wants to be told. Every server does; each
 * event is taken by one of them. The alarm rings when a subscription is asked for. The answer ends that.
 */
export function keepEvents({ subscriptions, holderOf, follow, log }: EventParts, alarm: Alarm): () => Promise<void> {
  let stop: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  let hasRung = false;
  let hasEnded = false;
  const spreadAll = async (): Promise<void> => {
    while (!hasEnded && (await subscriptions.spread(holderOf)));
  };
  const look = async (): Promise<void> => {
    hasRung = false;
    await spreadAll();
    const areAny = await subscriptions.areAny();
    if (areAny && stop === null && !hasEnded) {
      stop = follow(ring);
      await spreadAll(); // what happened just before
    } else if (!areAny) {
      stop?.();
      stop = null;
    }
  };
  const ring = (): void => {
    hasRung = true;
    if (hasEnded) return;
    looking ??= look()
      .catch((error: unknown) => {
        if (!(error instanceof OtherSpecification)) log(`Programs could not be told what happened: ${String(error)}`);
      })
      .finally(() => {
        looking = null;
        if (hasRung) ring();
      });
  };
  alarm.onRing(ring);
  ring();
  const timer = setInterval(ring, LOOK_MS);
  timer.unref();
  return async () => {
    hasEnded = true;
    clearInterval(timer);
    alarm.end();
    stop?.();
    await looking;
  };
}
