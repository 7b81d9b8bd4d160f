import { type RecordValue, STATE_FIELDS, type Wire, idOf } from '@ninefold/model';
import { entityOf } from '../../context/context.ts';
import { walkBack } from '../../dependencies/dependents.ts';
import type { ReaderPath } from '../../dependencies/readers.ts';
import { createPending } from '../../services/pending.ts';
import type { Following, WriteContext } from '../../services/write-context.ts';
import type { Difference } from '../change.ts';
import { noteDependents } from './note-dependents.ts';
import { setTimers } from './set-timers.ts';
import { workOut } from './work-out.ts';

/** More records than this do not wait, so that a transaction of any size takes the same memory. */
const MOST_WAITING = 5000;

/**
 * What follows from a difference once it is stored: it is published, and stored values of other records that read what it
 * changed are worked out again, in the same transaction and without touching their version or history. Where several writes
 * share the transaction, they are worked out together at its end, or as soon as somebody looks at them.
 */
export async function follow(difference: WriteContext & Difference): Promise<void> {
  const { entity, context, tx } = difference;
  if (entity.id === 'user') context.followUser?.(tx, difference);
  await followUnsigned(difference);
}

/** The same of what nobody did who is signed in. */
export async function followUnsigned(difference: Following & Difference): Promise<void> {
  await publish(difference);
  setTimers(difference);
  const { read, urgent } = difference.dependencies;
  if (!read.has(difference.entity.id)) return;
  const pending = difference.pending ?? createPending();
  await noteDependents(difference, pending);
  const waits = difference.pending !== undefined && !pending.entities().some((entity) => urgent.has(entity));
  if (!waits || pending.size() > MOST_WAITING) await workOut(difference, pending);
}

/** Above this many records that enter or leave a reader's rows, the change feed reports their entity without ids. */
const MOST_MOVED = 200;

/** Reports a difference to the change feed once the transaction is durable: the record's own, and who gains or loses others by it. */
export async function publish(difference: Following & Difference): Promise<void> {
  publishRecord(difference);
  for (const path of difference.readers.get(difference.entity.id) ?? []) {
    if (decides(difference, path)) await publishMoved(difference, path);
  }
}

/**
 * Reports the record itself. The record as it was is reported with it only where nothing else says who may learn of the change:
 * those who could read it until now.
 */
function publishRecord({ tx, entity, plan, before, record, changed }: Following & Difference): void {
  const id = (record ?? before)?.id;
  if (id === undefined) return;
  tx.changed({
    entity: entity.id,
    id,
    ...(before && isNeeded(before) ? { before: { id, ...valuesOf(before, plan.deciding) } } : {}),
    ...(before && isTitled(before) ? { titled: true } : {}),
  });

  function isNeeded(then: RecordValue): boolean {
    if (record === null) return !entity.trash;
    const isMoved = then.state !== record.state && STATE_FIELDS.some((name) => plan.deciding.has(name));
    return isMoved || [...changed].some((name) => plan.deciding.has(name));
  }

  function isTitled(then: RecordValue): boolean {
    if (record === null) return true;
    return plan.titled.some((name) =>
      Object.hasOwn(entity.fields, name) ? changed.has(name) : then[name] !== record[name],
    );
  }
}

/** What the conditions of grants read of a record. */
function valuesOf(record: object, names: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const held = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries([...names].map((name) => [name, held[name]]));
}

/** Whether the difference is one of what is read of the record, or of what it belongs to. */
function decides({ entity, before, record, changed }: Following & Difference, { steps, reads }: ReaderPath): boolean {
  const belongs = steps === null ? null : (steps[0]?.field ?? null);
  if (before === null || record === null) return steps === null || belongs !== null;
  return [belongs, reads].some((name) => {
    if (name === null) return false;
    const field = entity.fields[name];
    if (field) return field.computed?.live === true || changed.has(name);
    return name.startsWith('state') ? before.state !== record.state : true;
  });
}

/** Reports records of another entity whose readers this difference decides, each as it was read before. */
async function publishMoved(difference: Following & Difference, path: ReaderPath): Promise<void> {
  const { tx, context, plans, scope } = difference;
  const ids = path.steps === null ? null : await walkBack(tx, path.steps, difference, MOST_MOVED);
  if (ids === null) return tx.changed({ entity: path.entity, id: null });
  if (ids.length === 0) return undefined;
  const { load, deciding } = plans(entityOf(context, path.entity).id);
  for (const [id, draft] of await load.load(tx, ids, scope)) {
    const then = asBefore(draft, path, difference) as object;
    tx.changed({ entity: path.entity, id, moved: { id, ...valuesOf(then, deciding) } });
  }
}

/** A record as it would be read, had the change at the end of the way not been made. */
function asBefore(value: unknown, { names, steps }: ReaderPath, { before, record }: Difference): unknown {
  const belongs = steps?.[0]?.field ?? null;
  return walk(value, names);

  function walk(at: unknown, rest: readonly string[]): unknown {
    const [name, ...further] = rest;
    if (Array.isArray(at)) return at.map((item: unknown) => walk(item, rest));
    if (typeof at !== 'object' || at === null || name === undefined) return at;
    const inner: unknown = at[name as keyof typeof at];
    const old = further.length > 0 ? walk(inner, further) : belongs === null ? replaced(inner) : members(at, inner);
    return { ...at, [name]: old };
  }

  function replaced(inner: unknown): unknown {
    if (Array.isArray(inner)) return inner.map(replaced);
    return before !== null && idOf(inner as Wire) === before.id ? before : inner;
  }

  /** Those that belonged to the holder. */
  function members(holder: object, inner: unknown): unknown {
    const others = (Array.isArray(inner) ? inner : []).filter((item: Wire) => idOf(item) !== record?.id);
    const owners = before === null ? [] : [before[belongs ?? '']].flat();
    const wasIn = owners.some((owner) => idOf(owner as Wire) === idOf(holder as Wire));
    return wasIn ? [...others, before] : others;
  }
}
