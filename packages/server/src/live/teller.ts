import type { Caller, Knowable, Records } from '../records/records.ts';
import type { Callers } from '../sessions/callers.ts';
import type { RecordChange } from '../storage/changes.ts';
import type { Stream } from './stream.ts';

/** An open page, and who reads it. */
export interface Connection {
  readonly token: string;
  readonly stream: Stream;
  readonly after: number | null;
  caller: Caller;
  knownAt: number;
}

/** A caller is taken from memory for this long, unless a user was changed. */
const KNOWN_MS = 5000;
/** More ids than this are told as the entity alone. */
const MOST_IDS = 100;

/** Tells each of these of what he may know. */
export type Tell = (to: readonly Connection[], changes: readonly RecordChange[]) => Promise<void>;

/** `place`: the one after all changes that are known; `drop` takes who is gone, too slow, or no longer let in. */
export function createTeller(
  { records, callers }: { readonly records: Pick<Records, 'knowable'>; readonly callers: Callers },
  place: () => number,
  drop: (connection: Connection) => void,
): Tell {
  const callerOf = async (connection: Connection, anew: boolean): Promise<Caller | null> => {
    const now = performance.now();
    if (!anew && now - connection.knownAt < KNOWN_MS) return connection.caller;
    const caller = await callers.find(connection.token, anew);
    if (caller) Object.assign(connection, { caller, knownAt: now });
    return caller;
  };
  return async (to, changes) => {
    if (to.length === 0 || changes.length === 0) return;
    const id = String(place());
    const knowable = await records.knowable(changes);
    const isUserChanged = changes.some(({ entity }) => entity === 'user');
    for (const connection of to) {
      const caller = await callerOf(connection, isUserChanged);
      const known = caller && knowable(caller);
      const isKept = known !== null && (isNothing(known) || connection.stream.send('changed', id, brief(known)));
      if (!isKept) drop(connection);
    }
  };
}

function isNothing(known: Knowable): boolean {
  return Object.keys(known).length === 0;
}

function brief(known: Knowable): Readonly<Record<string, readonly string[] | null>> {
  return Object.fromEntries(
    Object.entries(known).map(([entity, ids]) => [entity, ids !== null && ids.length > MOST_IDS ? null : ids]),
  );
}
