import {
  changedFields,
  settle,
  type Entity,
  type Field,
  type Model,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import type { Writer } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { updateRecord } from './store.ts';
import { planWrite, type WritePlan } from './write-plan.ts';

const AT_ONCE = 200;
/** One computed value may read another of the same kind, and so on. */
const MOST_ROUNDS = 10;

/**
 * Works out the computed values of every record, as far as they differ from what is stored, without touching versions or history. Rules are not judged: older violations are nobody's fault of today.
 */
export async function recomputeStored(tx: Writer, model: Model, scope: Scope): Promise<void> {
  const computing = Object.values(model.entities).filter(({ fields }) =>
    Object.keys(fields).some((id) => isComputed(fields, id)),
  );
  const plans = computing.map((entity) => planWrite({ model, dialect: tx.dialect }, entity));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let changed = 0;
    for (const plan of plans) changed += await recomputeEntity(tx, plan, scope);
    if (changed === 0) return;
  }
}

async function recomputeEntity(tx: Writer, plan: WritePlan, scope: Scope): Promise<number> {
  const table = quoted(plan.entity.id);
  let changed = 0;
  let last = '';
  for (;;) {
    const text = `SELECT "id" FROM ${table} WHERE "id" > ? ORDER BY "id" LIMIT ${String(AT_ONCE)}`;
    const ids = (await tx.all(text, [last])).map(({ id }) => String(id));
    const loaded = await plan.load.load(tx, ids, scope);
    for (const draft of loaded.values()) {
      const before = draft as unknown as RecordValue; // a plan for writing loads every system field
      const record = recomputed(plan.entity, before, scope);
      if (changedFields(plan.entity, before, record).length === 0) continue;
      updateRecord(tx, plan.entity, before, record);
      changed += 1;
    }
    if (ids.length < AT_ONCE) return changed;
    last = ids.at(-1) ?? '';
  }
}

/** The record with nothing but its computed values, and those of its lines, as they should be. */
function recomputed(entity: Entity, before: RecordValue, scope: Scope): RecordValue {
  const names = Object.keys(entity.fields).filter((id) => isComputed(entity.fields, id));
  const lines = names.filter((id) => entity.fields[id]?.type === 'lines');
  const sent = Object.fromEntries(lines.map((id) => [id, before[id] ?? null] as const));
  const settled = settle({ entity, before, sent, scope });
  return { ...before, ...Object.fromEntries(names.map((id) => [id, settled[id]] as const)) };
}

/** Whether a field is computed and stored, or lines have such a field. */
function isComputed(fields: Readonly<Record<string, Field>>, id: string): boolean {
  const field = fields[id];
  if (field?.type === 'lines') return Object.keys(field.fields).some((inner) => isComputed(field.fields, inner));
  return field?.computed?.live === false;
}
