import type { StorageFailure } from '../../storage/database/failure.ts';

/** Whether a server takes calls, as `/health` and `/ready` tell it. */
export interface Standing {
  /** Why the storage cannot be used, as it was found last; null where it can. `other_specification` stays. */
  readonly trouble: StorageFailure | null;
  /** Whether the server has been told to stop. */
  readonly isStopping: boolean;
  /** Aborted when what still runs has to end now. */
  readonly over: AbortSignal;
  /** Resolves where the stored data has come to follow another specification. */
  readonly superseded: Promise<void>;
  /** Looks at the storage now. */
  look(): Promise<void>;
  /** The server has been told to stop: `/ready` says so from now on. */
  stop(): void;
  /** What still runs has had its time. */
  giveUp(): void;
  /** Ends the periodic looks. */
  end(): void;
}

/** A page that is gone, or a specification that is another, is known within this time. */
const LOOK_MS = 1000;

/** `look` tells why the storage cannot be used, or null. */
export function createStanding(look: () => Promise<StorageFailure | null>): Standing {
  const other = Promise.withResolvers<void>();
  const over = new AbortController();
  let trouble: StorageFailure | null = null;
  let isStopping = false;
  let looking: Promise<void> | null = null;
  const round = async (): Promise<void> => {
    const found = await look();
    if (trouble !== 'other_specification') trouble = found;
    if (trouble === 'other_specification') other.resolve();
  };
  const lookOnce = (): Promise<void> => (looking ??= round().finally(() => void (looking = null)));
  const timer = setInterval(() => void lookOnce(), LOOK_MS).unref();
  return {
    get trouble() {
      return trouble;
    },
    get isStopping() {
      return isStopping;
    },
    over: over.signal,
    superseded: other.promise,
    look: lookOnce,
    stop: () => void (isStopping = true),
    giveUp: () => over.abort(),
    end: () => clearInterval(timer),
  };
}
