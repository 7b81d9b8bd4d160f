import { isDeepStrictEqual } from 'node:util';
import { canEver } from '@ninefold/model';
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

/** A caller is taken from memory for this long, unless something was changed that makes him another one. */
const KNOWN_MS = 5000;
/** More ids than this are told as the entity alone. */
const MOST_IDS = 100;

/** Tells each of these of what he may know. */
export type Tell = (to: readonly Connection[], changes: readonly RecordChange[]) => Promise<void>;

export interface TellerParts {
  readonly records: Pick<Records, 'knowable' | 'shapesCallers'>;
  readonly callers: Callers;
  /** Ids of the entities. */
  readonly entities: readonly string[];
}

/** `place`: the one after all changes that are known; `drop` takes who is gone, too slow, or no longer let in. */
export function createTeller(
  { records, callers, entities }: TellerParts,
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
  const all = (caller: Caller): Knowable =>
    Object.fromEntries(entities.flatMap((id) => (canEver(caller.rights, id, 'read') ? [[id, null]] : [])));
  return async (to, changes) => {
    if (to.length === 0 || changes.length === 0) return;
    const id = String(place());
    const knowable = await records.knowable(changes);
    const isAnew = changes.some(({ entity }) => records.shapesCallers(entity));
    for (const connection of to) {
      const then = connection.caller;
      const caller = await callerOf(connection, isAnew);
      const known = caller && (isSame(then, caller) ? knowable(caller) : all(caller));
      const isKept = known !== null && (isNothing(known) || connection.stream.send('changed', id, brief(known)));
      if (!isKept) drop(connection);
    }
  };
}

/** Whether he reads the same: what expressions see of him, and who else they ask for. */
function isSame(then: Caller, now: Caller): boolean {
  return then === now || (isDeepStrictEqual(then.me, now.me) && isDeepStrictEqual(then.usersWith, now.usersWith));
}

function isNothing(known: Knowable): boolean {
  return Object.keys(known).length === 0;
}

function brief(known: Knowable): Readonly<Record<string, readonly string[] | null>> {
  return Object.fromEntries(
    Object.entries(known).map(([entity, ids]) => [entity, ids !== null && ids.length > MOST_IDS ? null : ids]),
  );
}
