import { canEverReadComments, readsInternal, type ChangedRecords, type RecordValue } from '@ninefold/model';
import type { RecordChange } from '../../storage/database/changes.ts';
import { scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { mayRead } from '../services/find-record.ts';
import type { RecordServices } from '../services/write-context.ts';
import type { Audience } from './rows.ts';

/** Something was said about a record, to these audiences. */
interface Said {
  readonly record: RecordValue;
  readonly to: ReadonlySet<Audience>;
}

/**
 * Answers which callers may know that something was said about which records: those who may read the record, and of an internal
 * comment only its roles. The records are read once for all callers.
 */
export async function visibleComments(
  services: RecordServices,
  changes: readonly RecordChange[],
): Promise<(caller: Caller) => ChangedRecords> {
  const { entities } = services.context.model;
  const all: (readonly [string, readonly Said[]])[] = [];
  for (const [entity, said] of Map.groupBy(
    changes.filter((change) => change.said !== undefined && change.id !== null),
    (change) => change.entity,
  ))
    if (Object.hasOwn(entities, entity)) all.push([entity, await saidOf(services, entity, said)]);
  return (caller) => {
    const scope = scopeOf(services.context, caller);
    const { rights } = caller;
    const known = all.flatMap(([id, said]): readonly (readonly [string, readonly string[]])[] => {
      const entity = entities[id];
      if (entity === undefined || !canEverReadComments(rights, entity)) return [];
      const isInside = readsInternal(rights, entity);
      const seen = said.filter(
        ({ record, to }) => (to.has('all') || isInside) && mayRead({ entity, rights, scope }, record),
      );
      return seen.length === 0 ? [] : [[id, seen.map(({ record }) => record.id)]];
    });
    return Object.fromEntries(known);
  };
}

async function saidOf(
  services: RecordServices,
  entity: string,
  changes: readonly RecordChange[],
): Promise<readonly Said[]> {
  const byRecord = Map.groupBy(changes, ({ id }) => id ?? '');
  const { load } = services.plans(entity);
  const found = await load.load(services.context.db.read, [...byRecord.keys()], scopeOf(services.context, null));
  return [...found].flatMap(([id, draft]): readonly Said[] => {
    const record = draft as unknown as RecordValue; // a plan for writing loads every system field
    if ((record.trashed_at ?? null) !== null) return [];
    return [{ record, to: new Set((byRecord.get(id) ?? []).flatMap(({ said }) => said ?? [])) }];
  });
}
