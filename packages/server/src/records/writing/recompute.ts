import { changedFields, idOf, judgeRules, settle, type RecordValue, type Wire } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { entityOf } from '../context.ts';
import type { Draft } from '../reading/holder.ts';
import type { Attempt } from './attempt.ts';
import { readsOthers, type Dependent } from './dependents.ts';
import { refuseProblems } from './problems.ts';
import { updateRecord } from './store.ts';
import { tellOf } from './tell.ts';
import { tellReaders } from './tell-readers.ts';
import { uniqueProblems } from './unique.ts';

/**
 * Tells of the change, and recomputes stored values of other records that read what this write changed, in the same transaction and without
 * touching their version or history. `before` is null for a record that appears, `record` for one that goes.
 */
export async function recomputeAround(
  own: Attempt,
  before: RecordValue | null,
  record: RecordValue | null,
  depth = 0,
): Promise<void> {
  const changed = record ?? before;
  if (!changed) return;
  tellOf(own, before, record);
  await tellReaders(own, { before, record });
  if (before === null && readsOthers(own.context.model, own.entity))
    await recompute(own, own.entity.id, [changed.id], depth);
  for (const dependent of own.dependents.get(own.entity.id) ?? []) {
    const ids = await walkBack(own, dependent, before, record);
    await recompute(own, dependent.entity, ids, depth);
  }
}

async function walkBack(
  { tx }: Attempt,
  { steps }: Dependent,
  before: RecordValue | null,
  record: RecordValue | null,
): Promise<readonly string[]> {
  let ids: readonly string[] = [(record ?? before)?.id ?? ''];
  for (const [index, { text, field }] of steps.entries()) {
    const found = text === null ? [] : await tx.all(text, [tx.dialect.list(ids)]);
    const named = index > 0 || field === null ? [] : [...namedIn(before?.[field]), ...namedIn(record?.[field])];
    ids = [...new Set([...found.map(({ id }) => String(id)), ...named])];
  }
  return ids;
}

function namedIn(value: Wire | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item: Wire | undefined) => idOf(item) ?? []);
}

async function recompute(own: Attempt, entityId: string, ids: readonly string[], depth: number): Promise<void> {
  if (ids.length === 0) return;
  const limit = own.context.model.limits['cascade']?.value;
  if (depth > (typeof limit === 'number' ? limit : 10))
    throw new Refusal('fault', { cause: new Error(`computed values of ${entityId} do not come to rest`) });
  const other: Attempt = { ...own, entity: entityOf(own.context, entityId), plan: own.plans(entityId) };
  const loaded = await other.plan.load.load(own.tx, ids, own.scope);
  for (const draft of loaded.values()) await recomputeOne(other, draft, depth);
}

async function recomputeOne(own: Attempt, draft: Draft, depth: number): Promise<void> {
  const { entity, tx, scope, context } = own;
  const before = draft as unknown as RecordValue; // a plan for writing loads every system field
  const record = settle({ entity, before, sent: {}, scope });
  const stored = changedFields(entity, before, record).filter((name) => entity.fields[name]?.computed?.live === false);
  if (stored.length === 0) return;
  const verdict = judgeRules({ entity, before, record, scope });
  const taken = await uniqueProblems(tx, context.model, entity, record, scope, new Set(stored));
  refuseProblems(
    context.model,
    [...verdict.errors, ...taken].map((problem) => ({ ...problem, path: '', params: {} })),
  );
  updateRecord(tx, entity, before, record);
  await recomputeAround(own, before, record, depth + 1);
}
