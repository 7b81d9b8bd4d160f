import { isDeepStrictEqual } from 'node:util';
import { canEver, type ChangedRecords } from '@ninefold/model';
import { NOTIFIED } from '../records/notifications/rows.ts';
import { SET_LIMITS } from '../storage/schema/limit-table.ts';
import type { Caller, Records } from '../records/context/records.ts';
import type { Callers } from '../sessions/callers.ts';
import type { RecordChange } from '../storage/database/changes.ts';
import type { Stream } from './stream.ts';

/** An open page, and who reads it. */
export interface Connection {
  readonly token: string;
  readonly stream: Stream;
  readonly after: number | null;
  caller: Caller;
  knownAt: number;
}

/** A caller is taken from memory for this long, unless a change alters their rights or what expressions read of them. */
const KNOWN_MS = 5000;
/** Above this many ids the entity is published without ids. */
const MOST_IDS = 100;

/** Publishes to each of these connections the changes that its reader may know of. */
export type Publish = (to: readonly Connection[], changes: readonly RecordChange[]) => Promise<void>;

export interface PublisherParts {
  readonly records: Pick<Records, 'visibleChanges' | 'shapesCallers' | 'comments'>;
  readonly callers: Callers;
  /** The hash of the model that is served. */
  readonly model: string;
  /** Learns which limits are set: a page that is told of one asks for its value at once. */
  readonly look: () => Promise<unknown>;
  /** Ids of the entities. */
  readonly entities: readonly string[];
}

/** `place`: the one after all changes that are known; `drop` takes connections that are gone, too slow, or no longer let in. */
export function createPublisher(
  { records, callers, model, entities, look }: PublisherParts,
  place: () => number,
  drop: (connection: Connection) => void,
): Publish {
  const callerOf = async (connection: Connection, anew: boolean): Promise<Caller | null> => {
    const now = performance.now();
    if (!anew && now - connection.knownAt < KNOWN_MS) return connection.caller;
    const caller = await callers.find(connection.token, anew);
    if (caller) Object.assign(connection, { caller, knownAt: now });
    return caller;
  };
  const all = (caller: Caller): ChangedRecords =>
    Object.fromEntries(entities.flatMap((id) => (canEver(caller.rights, id, 'read') ? [[id, null]] : [])));
  return async (to, changes) => {
    if (to.length === 0 || changes.length === 0) return;
    const id = String(place());
    const visibleTo = await records.visibleChanges(changes);
    const commentsTo = await records.comments.visible(changes);
    const notified = new Set(changes.flatMap(({ entity, id: person }) => (entity === NOTIFIED ? [person] : [])));
    const isAnew = changes.some(({ entity, said }) => said === undefined && records.shapesCallers(entity));
    const isLimitSet = changes.some(({ entity }) => entity === SET_LIMITS);
    if (isLimitSet) await look();
    for (const connection of to) {
      const then = connection.caller;
      const caller = await callerOf(connection, isAnew);
      if (caller && !isDeepStrictEqual(then.me.roles, caller.me.roles))
        connection.stream.send('ready', id, { known: true, model, roles: caller.me.roles });
      const known = caller && (isSame(then, caller) ? visibleTo(caller) : all(caller));
      const said = caller ? commentsTo(caller) : {};
      const send = (event: 'changed' | 'commented', of: ChangedRecords): boolean =>
        isNothing(of) || connection.stream.send(event, id, brief(of));
      if ((notified.has(null) || notified.has(then.me.id)) && !connection.stream.send('notified', id, {}))
        drop(connection);
      if (isLimitSet && !connection.stream.send('limits', id, {})) drop(connection);
      if (known === null || !send('changed', known) || !send('commented', said)) drop(connection);
    }
  };
}

/** Whether the caller reads the same: what expressions see of them, and which other people they ask for. */
function isSame(then: Caller, now: Caller): boolean {
  return then === now || (isDeepStrictEqual(then.me, now.me) && isDeepStrictEqual(then.usersWith, now.usersWith));
}

function isNothing(known: ChangedRecords): boolean {
  return Object.keys(known).length === 0;
}

function brief(known: ChangedRecords): ChangedRecords {
  return Object.fromEntries(
    Object.entries(known).map(([entity, ids]) => [entity, ids !== null && ids.length > MOST_IDS ? null : ids]),
  );
}
