import { allows, canEver, type RecordValue } from '@ninefold/model';
import type { RecordChange } from '../../storage/changes.ts';
import { entityOf, scopeOf } from '../context.ts';
import type { Caller, Knowable } from '../records.ts';
import type { Workshop } from '../writing/attempt.ts';

const AT_ONCE = 500;

/** States of changed records by their ids: as they are, and as they were where that was told. Null: they are many. */
type Changed = Map<string, RecordValue[]> | null;

/**
 * Answers who may know of which of these changes: he who may read the record now, be it in the trash, or could until then.
 * The records are read once, however many ask. That many were changed is known to everybody who may read some records of
 * that entity.
 */
export async function knowableChanges(
  shop: Workshop,
  changes: readonly RecordChange[],
): Promise<(caller: Caller) => Knowable> {
  const forms = statesOf(shop, changes);
  for (const [entity, records] of forms) if (records !== null) await addCurrent(shop, entity, records);
  return (caller) => {
    const scope = scopeOf(shop.context, caller);
    const known = [...forms].flatMap(([entity, records]): readonly (readonly [string, readonly string[] | null])[] => {
      if (!canEver(caller.rights, entity, 'read')) return [];
      if (records === null) return [[entity, null]];
      const ids = [...records].flatMap(([id, states]) =>
        states.some((record) => allows(caller.rights, entity, 'read', { ...scope, record }) === true) ? [id] : [],
      );
      return ids.length > 0 ? [[entity, ids]] : [];
    });
    return Object.fromEntries(known);
  };
}

function statesOf({ context: { model } }: Workshop, changes: readonly RecordChange[]): ReadonlyMap<string, Changed> {
  const forms = new Map<string, Changed>();
  for (const { entity, id, before } of changes) {
    if (!Object.hasOwn(model.entities, entity)) continue; // another version of the specification runs beside
    const records = forms.get(entity) ?? new Map<string, RecordValue[]>();
    if (id === null || forms.get(entity) === null) {
      forms.set(entity, null);
      continue;
    }
    forms.set(entity, records);
    const known = records.get(id) ?? [];
    records.set(id, known);
    if (before) known.push(before as RecordValue); // `tellOf` gave what conditions read
  }
  return forms;
}

async function addCurrent(shop: Workshop, entity: string, records: Map<string, RecordValue[]>): Promise<void> {
  const { load } = shop.plans(entityOf(shop.context, entity).id);
  const ids = [...records.keys()];
  const scope = scopeOf(shop.context, null);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const found = await load.load(shop.context.db.read, ids.slice(start, start + AT_ONCE), scope);
    for (const draft of found.values()) records.get(String(draft['id']))?.push(draft as unknown as RecordValue); // a plan for writing loads every system field
  }
}
