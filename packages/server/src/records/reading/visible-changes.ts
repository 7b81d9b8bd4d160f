import { allows, canEver, type ChangedRecords, type RecordValue } from '@ninefold/model';
import type { RecordChange } from '../../storage/database/changes.ts';
import { entityOf, scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';

const AT_ONCE = 500;

/** What is known of a changed record. */
interface Known {
  now: RecordValue | null;
  /** It was changed itself, beside what decides who may read it. */
  isChanged: boolean;
  isTitled: boolean;
  /** As it was before it was changed. */
  readonly before: RecordValue[];
  /** As it was read before something else was changed. */
  readonly moved: RecordValue[];
}

/** Changed records by their ids; null where they are many. */
type Changed = ReadonlyMap<string, Known> | null;

/**
 * Answers which callers may know of which changes: those who may read the record now, also in the trash, or could until
 * then; of a changed title also those who may refer to the record; of a record that only entered or left rows, those who
 * gained or lost it. The records are read once for all callers. That many records were changed is visible to everybody
 * who may read some records of the entity.
 */
export async function visibleChanges(
  services: RecordServices,
  changes: readonly RecordChange[],
): Promise<(caller: Caller) => ChangedRecords> {
  const all = knownOf(services, changes);
  for (const [entity, records] of all) if (records !== null) await addCurrent(services, entity, records);
  return (caller) => {
    const known = [...all].flatMap(([entity, records]): readonly (readonly [string, readonly string[] | null])[] => {
      const mayEver = canEver(caller.rights, entity, 'read');
      if (records === null) return mayEver ? [[entity, null]] : [];
      if (!mayEver && !canEver(caller.rights, entity, 'refer')) return [];
      const ids = [...records].flatMap(([id, record]) => (mayKnow(services, caller, entity, record) ? [id] : []));
      return ids.length > 0 ? [[entity, ids]] : [];
    });
    return Object.fromEntries(known);
  };
}

function mayKnow({ context }: RecordServices, caller: Caller, entity: string, known: Known): boolean {
  const { now, before, moved, isChanged, isTitled } = known;
  const scope = scopeOf(context, caller);
  const may = (verb: 'read' | 'refer', record: RecordValue): boolean =>
    allows(caller.rights, entity, verb, { ...scope, record }) === true;
  const reads = now !== null && may('read', now);
  if ((isChanged && reads) || before.some((record) => may('read', record))) return true;
  if (isTitled && now !== null && may('refer', now)) return true;
  return moved.some((record) => may('read', record) !== reads);
}

function knownOf(
  { context: { model } }: RecordServices,
  changes: readonly RecordChange[],
): ReadonlyMap<string, Changed> {
  const all = new Map<string, Map<string, Known> | null>();
  for (const { entity, id, before, titled, moved, said } of changes) {
    if (said !== undefined) continue;
    if (!Object.hasOwn(model.entities, entity)) continue; // another version of the specification runs beside
    const records = all.has(entity) ? all.get(entity) : new Map<string, Known>();
    if (id === null || !records) {
      all.set(entity, null);
      continue;
    }
    all.set(entity, records);
    const known = records.get(id) ?? { now: null, isChanged: false, isTitled: false, before: [], moved: [] };
    records.set(id, known);
    known.isChanged ||= moved === undefined;
    known.isTitled ||= titled === true;
    if (before) known.before.push(before as RecordValue); // what is reported is what conditions read
    if (moved) known.moved.push(moved as RecordValue); // likewise
  }
  return all;
}

async function addCurrent(
  services: RecordServices,
  entity: string,
  records: ReadonlyMap<string, Known>,
): Promise<void> {
  const { load } = services.plans(entityOf(services.context, entity).id);
  const ids = [...records.keys()];
  const scope = scopeOf(services.context, null);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const found = await load.load(services.context.db.read, ids.slice(start, start + AT_ONCE), scope);
    for (const [id, draft] of found) {
      const known = records.get(id);
      if (known) known.now = draft as unknown as RecordValue; // a plan for writing loads every system field
    }
  }
}
