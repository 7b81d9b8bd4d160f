import { stateOf, type Entity, type Field, type RecordValue } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { quoted } from '../../storage/names.ts';
import { childTable } from '../../storage/names.ts';
import { entityOf } from '../context.ts';
import { granted } from '../reading/sql.ts';
import type { Caller, WriteOptions } from '../records.ts';
import type { Attempt, Workshop, Write } from './attempt.ts';
import { existingRecord, refuseNever, refuseVerb } from './existing.ts';
import { sinceThen } from './merge.ts';
import { recomputeAround } from './recompute.ts';
import { settleFully } from './settle-fully.ts';
import { setColumns, updateRecord } from './store.ts';
import { changesOf, writeHistory } from './write-history.ts';

/** `DELETE /api/<entity>/<id>`: into the trash, or for good where the entity has none. */
export function removalOf(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  idOrKey: string,
  options: WriteOptions,
): Write<null> {
  const entity = entityOf(shop.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'delete');
  const run = async (own: Attempt): Promise<null> => {
    const before = await existingRecord(own, idOrKey);
    refuseVerb(own, 'delete', before);
    if (stateOf(entity, before, own.rights) === 'locked')
      throw new Refusal('locked', { params: { state: before.state ?? '' } });
    await refuseStale(own, before, options.version);
    await discard(own, before, before.id, 0);
    return null;
  };
  return { entity: entityId, subject: idOrKey, run };
}

/** What has no fields to merge is only done to the very version that was seen. */
export async function refuseStale(own: Attempt, before: RecordValue, version: number | null): Promise<void> {
  if (version === null || version === before.version) return;
  throw new Refusal('changed_meanwhile', {
    params: { fields: [], theirs: {}, ...(await sinceThen(own, before, version)) },
  });
}

/** Puts a record away with all that goes with it; `root` is the record whose deletion began it. */
async function discard(own: Attempt, record: RecordValue, root: string, depth: number): Promise<void> {
  const limit = own.context.model.limits['cascade']?.value;
  if (depth > (typeof limit === 'number' ? limit : 10))
    throw new Refusal('in_use', { params: { entity: own.entity.id, count: 1 } });
  for (const holder of holdersOf(own.context.model.entities, own.entity.id))
    await release(own, holder, record, root, depth);
  const { entity, tx, scope } = own;
  if (!entity.trash) {
    await destroy(own, record);
  } else {
    setColumns(tx, entity, record.id, [
      ['trashed_at', scope.now],
      ['trashed_with', root],
      ['version', record.version + 1],
    ]);
  }
  await note(own, record, 'delete');
  await recomputeAround(own, record, null);
}

/** A record that trashed ones still refer to cannot go for good. */
async function destroy({ entity, tx }: Attempt, record: RecordValue): Promise<void> {
  try {
    await tx.attempt(() => tx.run(`DELETE FROM ${quoted(entity.id)} WHERE "id" = ?`, [record.id]));
  } catch (cause) {
    if (tx.dialect.violation(cause)?.kind !== 'reference') throw cause;
    throw new Refusal('in_use', { params: { entity: entity.id, count: 1 }, cause });
  }
}

export async function note(own: Attempt, record: RecordValue, kind: 'delete' | 'restore'): Promise<void> {
  writeHistory(own.tx, {
    entity: own.entity.id,
    record: record.id,
    at: own.scope.now,
    by: own.caller.me.id,
    kind,
    transition: null,
    from: null,
    to: null,
    input: null,
    changes: [],
    via: own.caller.via,
    version: record.version + 1,
  });
}

interface HoldingField {
  readonly entity: Entity;
  readonly field: Extract<Field, { readonly type: 'reference' }>;
  /** The lines field that the reference stands in. */
  readonly lines: string | null;
}

function holdersOf(entities: Readonly<Record<string, Entity>>, target: string): readonly HoldingField[] {
  return Object.values(entities).flatMap((entity) =>
    Object.values(entity.fields).flatMap((field): readonly HoldingField[] => {
      if (field.type === 'reference') return field.to === target ? [{ entity, field, lines: null }] : [];
      if (field.type !== 'lines') return [];
      return Object.values(field.fields).flatMap((inner): readonly HoldingField[] =>
        inner.type === 'reference' && inner.to === target ? [{ entity, field: inner, lines: field.id }] : [],
      );
    }),
  );
}

/** `on_delete` of one referring field. */
async function release(
  own: Attempt,
  { entity, field, lines }: HoldingField,
  target: RecordValue,
  root: string,
  depth: number,
): Promise<void> {
  const { tx } = own;
  const holder = quoted(entity.id);
  const text =
    lines === null
      ? `SELECT "id" FROM ${holder} WHERE ${quoted(field.id)} = ? AND "trashed_at" IS NULL`
      : `SELECT DISTINCT h."id" FROM ${quoted(childTable(entity.id, lines))} l JOIN ${holder} h ON h."id" = l."record" WHERE l.${quoted(field.id)} = ? AND h."trashed_at" IS NULL`;
  const rows = await tx.all(text, [target.id]);
  const ids = rows.map(({ id }) => String(id)).filter((id) => id !== target.id);
  if (ids.length === 0) return;
  if (lines !== null || field.onDelete === 'restrict') throw await inUse(own, entity, ids);
  const other: Attempt = { ...own, entity: entityOf(own.context, entity.id), plan: own.plans(entity.id) };
  const loaded = await other.plan.load.load(tx, ids, own.scope);
  for (const draft of loaded.values()) {
    const record = draft as unknown as RecordValue; // a plan for writing loads every system field
    if (field.onDelete === 'cascade') await discard(other, record, root, depth + 1);
    else await clear(other, record, field.id);
  }
}

/** Names what still refers to the record, as far as the caller may know of it. */
async function inUse(own: Attempt, holder: Entity, ids: readonly string[]): Promise<Refusal> {
  const { context, rights, tx, scope } = own;
  const readable = granted(context, rights, holder, ['read'], 't');
  const text = `SELECT count(*) AS n FROM ${quoted(holder.id)} t WHERE t."id" IN (SELECT "value" FROM ${context.dialect.items('ids')}) AND (${readable.text})`;
  const [row] = await tx.all(text, [tx.dialect.list(ids), ...readable.values(scope)]);
  const count = Number(row?.['n'] ?? 0);
  return new Refusal('in_use', { params: count > 0 ? { entity: holder.id, count } : { entity: own.entity.id } });
}

async function clear(own: Attempt, before: RecordValue, field: string): Promise<void> {
  const settled = await settleFully(own, before, { [field]: null });
  const record = {
    ...settled,
    version: before.version + 1,
    changed_at: own.scope.now,
    changed_by: { id: own.caller.me.id },
  };
  updateRecord(own.tx, own.entity, before, record);
  writeHistory(own.tx, {
    entity: own.entity.id,
    record: record.id,
    at: own.scope.now,
    by: own.caller.me.id,
    kind: 'update',
    transition: null,
    from: null,
    to: null,
    input: null,
    changes: changesOf(own.entity, before, record),
    via: own.caller.via,
    version: record.version,
  });
  await recomputeAround(own, before, record);
}
