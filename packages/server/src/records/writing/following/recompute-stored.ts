import type { Entity, Model, Scope } from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { quoted } from '../../../storage/sql/names.ts';
import type { PlanContext } from '../../context/context.ts';
import { dependenciesOf } from '../../dependencies/dependencies.ts';
import { totalsOf, withTotals } from '../../loading/kept-totals.ts';
import { createPending, type Cause, type Pending } from '../../services/pending.ts';
import { createWritePlans } from '../../services/write-context.ts';
import { computedOf } from '../change.ts';
import { workOutAll, workOutGroup, type Manner, type WorkingOut } from './work-out.ts';

const AT_ONCE = 200;
const MOST_WAITING = 5000;

/** Works out stored values in nobody's name: rules are not judged, and nobody is told. */
export function quietly(tx: Writer, model: Model, scope: Scope): WorkingOut {
  const context: PlanContext = { model: withTotals(model).model, dialect: tx.dialect };
  return {
    context,
    tx,
    scope,
    plans: createWritePlans(context),
    dependencies: dependenciesOf(context),
    readers: new Map(),
  };
}

/** Works out what waits in nobody's name. */
export async function workOutQuietly(on: WorkingOut, pending: Pending): Promise<void> {
  await workOutAll(on, pending, { isQuiet: true, changed: () => undefined });
}

/**
 * Works out the stored computed values of all records of these entities, page by page, and of those that read what has changed,
 * without touching versions or history. Answers how many records were changed, by entity.
 */
export async function recomputeStored(
  on: WorkingOut,
  entities: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const { order } = on.dependencies;
  const changed = new Map<string, Set<string>>();
  const manner: Manner = {
    isQuiet: true,
    changed: ({ entity, record }) => void changed.set(entity.id, (changed.get(entity.id) ?? new Set()).add(record.id)),
  };
  const pending = createPending();
  const ids = order.filter((id) => entities.has(id));
  for (const [index, id] of ids.entries()) {
    const later = ids.slice(index + 1);
    for await (const page of pagesOf(on.tx, id)) {
      await workOutGroup(on, pending, { entity: id, causes: new Map(page.map((one) => [one, whole(on, id)])) }, manner);
      for (const other of later) pending.forget(other);
      if (pending.size() > MOST_WAITING) await workOutAll(on, pending, manner);
    }
  }
  await workOutAll(on, pending, manner);
  return new Map([...changed].map(([id, records]) => [id, records.size] as const));
}

/** The cause of a record of which nothing is taken for right: its running totals are counted anew. */
export function whole({ context }: Pick<WorkingOut, 'context'>, entity: string): Cause {
  return { depth: 0, totals: new Map(totalsOf(context.model, entity).map(({ name }) => [name, null] as const)) };
}

/** The ids of all records of an entity, some at a time. */
async function* pagesOf(tx: Writer, entity: string): AsyncGenerator<readonly string[]> {
  const text = `SELECT "id" FROM ${quoted(entity)} WHERE "id" > ? ORDER BY "id" LIMIT ${String(AT_ONCE)}`;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const ids: readonly string[] = (await tx.all(text, [last])).map(({ id }) => String(id));
    if (ids.length > 0) yield ids;
    last = ids.length < AT_ONCE ? undefined : ids.at(-1);
  }
}

/** Whether records of an entity have values that are computed and stored. */
export function hasComputed(entity: Entity): boolean {
  return computedOf(entity).names.length > 0;
}
