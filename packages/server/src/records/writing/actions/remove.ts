import {
  type Entity,
  type Field,
  isLines,
  isOneReference,
  partsTogether,
  type RecordValue,
  closingState,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { quoted } from '../../../storage/sql/names.ts';
import { childTable } from '../../../storage/sql/names.ts';
import { all, argument, name, raw, sql, table, value, valuesOf } from '../../../storage/sql/sql.ts';
import { entityOf, withLimitsNow } from '../../context/context.ts';
import { forbidden } from '../../context/forbidden.ts';
import { endsAccount } from '../../people/user-rights.ts';
import { granted } from '../../views/conditions.ts';
import type { Caller } from '../../context/records.ts';
import type { RecordServices, SendingTo, Write, WriteContext } from '../../services/write-context.ts';
import { existingRecord, refuseNever, refuseVerb } from '../../services/find-record.ts';
import { sinceThen } from '../judging/conflicts.ts';
import { droppedLines, isReleased, referringTo } from '../judging/held-lines.ts';
import { judgeWarned, withWarnings } from '../judging/judge-warned.ts';
import { deletionWarnings } from '../judging/waiting-approvals.ts';
import { authorOf, beginUpdate, type Change, settleFully, withNextVersion, withRecord } from '../change.ts';
import { follow } from '../following/follow.ts';
import { setColumns } from '../storing/store.ts';
import { forgetComments } from '../../services/forget-comments.ts';
import { FORGET_TOTALS } from '../../loading/total-rows.ts';
import { writeHistory } from '../storing/write-history.ts';
import { refusedElsewhere } from './refused-elsewhere.ts';
import { storeUpdate } from './update.ts';
import { stateParams } from '../judging/state-params.ts';

/** `DELETE /api/<entity>/<id>`: into the trash, or for good where the entity has none. */
export function removalOf(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, idOrKey, options }: Omit<SendingTo, 'body'>,
): Write<null> {
  const entity = entityOf(services.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'delete');
  const run = async (own: WriteContext): Promise<null> => {
    const before = await existingRecord(own, idOrKey);
    refuseVerb(own, 'delete', before);
    const closing = closingState(entity, before, own.rights);
    if (closing?.closed === 'locked')
      throw new Refusal('locked', { params: stateParams(closing.field, closing.state.id) });
    await refuseStale(own, before, options.version);
    await discard(own, before, { root: before.id, depth: 0, confirm: options.confirm });
    return null;
  };
  return { entity: entityId, subject: idOrKey, run };
}

/** What has no fields to merge is only done to the very version that was seen. */
export async function refuseStale(own: WriteContext, before: RecordValue, version: number | null): Promise<void> {
  if (version === null || version === before.version) return;
  throw new Refusal('changed_meanwhile', {
    params: { fields: [], theirs: {}, ...(await sinceThen(own, before, version)) },
  });
}

/** Puts a record away with all that goes with it. Warnings that nobody confirmed come last. */
async function discard(own: WriteContext, found: RecordValue, deletion: Deletion): Promise<void> {
  const { root, depth, confirm } = deletion;
  const limit = own.context.model.limits['cascade']?.value;
  if (depth > (typeof limit === 'number' ? limit : 10))
    throw new Refusal('in_use', { params: { entity: own.entity.id, count: 1 } });
  refuseHeldByLimit(own, found.id);
  if (!endsAccount({ ...own, before: found })) throw forbidden('user', 'delete');
  const { entity, tx, scope } = own;
  const warnings = entity.id === 'user' ? await deletionWarnings(own, found) : []; // while they are asked for still
  await releaseAll(own, { ...deletion, target: found });
  const open = warnings.filter(({ code }) => !confirm.includes(code));
  if (open.length > 0) throw new Refusal('confirm_warnings', { warnings: open });
  const record = await asStored(own, found); // what went before it may have changed its values
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
  await follow({ ...own, before: record, record: null, changed: new Set() });
}

/** What reads a limit could not be decided any more without the record that the limit is. */
function refuseHeldByLimit({ context, entity }: WriteContext, id: string): void {
  const { limits } = withLimitsNow(context);
  const limit = Object.values(limits).find(
    ({ to, value, dated }) => to === entity.id && (value === id || dated.some((one) => one.value === id)),
  );
  if (limit) throw new Refusal('held_by_limit', { params: { limit: limit.id } });
}

/** The record as it is now, with its values after what else was written; as it was found where it is gone. */
export async function asStored({ plan, tx, scope }: WriteContext, found: RecordValue): Promise<RecordValue> {
  const loaded = (await plan.load.load(tx, [found.id], scope)).get(found.id);
  return (loaded as RecordValue | undefined) ?? found; // a plan for writing loads every system field
}

/** A record that trashed ones still refer to cannot go for good. */
async function destroy({ entity, tx }: WriteContext, record: RecordValue): Promise<void> {
  try {
    await tx.savepoint(() => tx.run(`DELETE FROM ${quoted(entity.id)} WHERE "id" = ?`, [record.id]));
    await tx.run(FORGET_TOTALS, [record.id, entity.id]);
    await forgetComments(tx, entity.id, record.id);
  } catch (cause) {
    if (tx.dialect.violation(cause)?.kind !== 'reference') throw cause;
    throw new Refusal('in_use', { params: { entity: entity.id, count: 1 }, cause });
  }
}

export async function note(own: WriteContext, record: RecordValue, kind: 'delete' | 'restore'): Promise<void> {
  writeHistory(own.tx, {
    entity: own.entity,
    record: record.id,
    at: own.scope.now,
    by: authorOf(own.caller),
    keyBy: own.caller.keyBy ?? null,
    kind,
    transition: null,
    from: null,
    to: null,
    input: null,
    changes: [],
    via: own.caller.via,
    cause: own.caller.cause ?? null,
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
      if (isOneReference(field)) return field.to === target ? [{ entity, field, lines: null }] : [];
      if (!isLines(field)) return [];
      return Object.values(field.fields).flatMap((inner): readonly HoldingField[] =>
        isOneReference(inner) && inner.to === target ? [{ entity, field: inner, lines: field.id }] : [],
      );
    }),
  );
}

/** What puts records away. */
interface Deletion {
  /** The record whose deletion began it. */
  readonly root: string;
  readonly depth: number;
  /** The warnings that are confirmed. */
  readonly confirm: readonly string[];
}

/** A record that is put away. */
interface Going extends Deletion {
  readonly target: RecordValue;
}

/**
 * `on_delete` of every referring field. The first that holds the record ends it; the refusal names those after it too. What goes
 * with the record goes first: nothing of it has to do without the record.
 */
async function releaseAll(own: WriteContext, going: Going): Promise<void> {
  const held = new Map<Entity, readonly string[]>();
  const holders = holdersOf(own.context.model.entities, own.entity.id);
  const isCleared = ({ field, lines }: HoldingField): boolean => lines === null && field.onDelete === 'clear';
  for (const holder of [...holders.filter((one) => !isCleared(one)), ...holders.filter(isCleared)]) {
    const ids = await referring(own, holder, going.target.id);
    if (ids.length === 0) continue;
    const { entity, field, lines } = holder;
    if (lines !== null || field.onDelete === 'restrict') held.set(entity, [...(held.get(entity) ?? []), ...ids]);
    else if (held.size === 0) await release(own, holder, ids, going);
  }
  if (held.size > 0) throw await inUse(own, held);
}

/** Ids of the records that refer to the target by this field. */
async function referring({ tx }: WriteContext, { entity, field, lines }: HoldingField, target: string) {
  const [holder, column] = [table(entity.id), name(field.id)];
  const statement =
    lines === null
      ? sql`SELECT "id" FROM ${holder} WHERE ${column} = ${argument(0)} AND "trashed_at" IS NULL`
      : sql`SELECT DISTINCT h."id" FROM ${table(childTable(entity.id, lines))} l JOIN ${holder} h ON h."id" = l."record" WHERE l.${column} = ${argument(0)} AND h."trashed_at" IS NULL`;
  const rows = await tx.all(statement, [target]);
  return rows.map(({ id }) => String(id)).filter((id) => id !== target);
}

/** `on_delete` of one field that does not hold the record: what refers to it goes too, or refers to nothing. */
async function release(
  own: WriteContext,
  { entity, field }: HoldingField,
  ids: readonly string[],
  { root, depth, confirm }: Going,
): Promise<void> {
  const other: WriteContext = { ...own, entity: entityOf(own.context, entity.id), plan: own.plans(entity.id) };
  const loaded = await other.plan.load.load(own.tx, ids, own.scope);
  for (const draft of loaded.values()) {
    const record = draft as unknown as RecordValue; // a plan for writing loads every system field
    if (field.onDelete === 'cascade') await discard(other, record, { root, depth: depth + 1, confirm });
    else await clear(other, await asStored(other, record), field);
  }
}

/** `on_delete` of what refers to lines that a write takes away, as far as it does not hold them. */
export async function releaseLines(own: WriteContext & Pick<Change, 'before' | 'record'>): Promise<void> {
  const { record } = own;
  for (const { id, holders } of droppedLines(own.context.model, own.entity, own))
    for (const holder of holders.filter(isReleased)) {
      const ids = await referringTo(own.tx, holder, { id, record: record.id });
      if (ids.length > 0) await release(own, holder, ids, { root: record.id, depth: 1, confirm: [], target: record });
    }
}

/** Names what still refers to the record, as far as the caller may know of it. */
async function inUse(own: WriteContext, held: ReadonlyMap<Entity, readonly string[]>): Promise<Refusal> {
  const holders: { readonly entity: string; readonly count: number }[] = [];
  for (const [entity, ids] of held) {
    const count = await readableCount(own, entity, ids);
    if (count > 0) holders.push({ entity: entity.id, count });
  }
  const [first] = holders;
  return new Refusal('in_use', { params: first ? { ...first, holders } : { entity: own.entity.id } });
}

/** How many of these records the caller may read. */
async function readableCount(own: WriteContext, holder: Entity, ids: readonly string[]): Promise<number> {
  const { context, rights, tx, scope } = own;
  const readable = granted(context, rights, { entity: holder, verbs: ['read'], alias: 't' });
  const listed = sql`t."id" IN (SELECT "value" FROM ${raw(context.dialect.items('ids'), value(tx.dialect.list(ids)))})`;
  const statement = sql`SELECT count(*) AS n FROM ${table(holder.id)} t WHERE ${all([listed, readable])}`;
  const [row] = await tx.all(statement, valuesOf(statement, scope));
  return Number(row?.['n'] ?? 0);
}

/** Empties a reference. The rules of its record are judged as after every write: `effect_refused` where one does not hold without it. */
async function clear(own: WriteContext, before: RecordValue, field: Field): Promise<void> {
  const parts = partsTogether(own.entity.fields, field);
  const begun = beginUpdate(own, before, Object.fromEntries(parts.map((id) => [id, null])));
  const change = withNextVersion(withRecord(begun, await settleFully(own, before, begun.sent)));
  await refusedElsewhere(own, async () => {
    const warned = await judgeWarned(change);
    await storeUpdate(withWarnings(change, warned));
  });
}
