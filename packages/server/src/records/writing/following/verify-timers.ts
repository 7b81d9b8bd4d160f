import { createHash } from 'node:crypto';
import {
  type Entity,
  type LimitEntry,
  limitValuesOn,
  type Model,
  reactionTimer,
  type RecordValue,
  type Scope,
  timedReactions,
  timedTransitions,
  type Timer,
  type WithLimits,
} from '@ninefold/model';
import type { Database, Writer } from '../../../storage/database/database.ts';
import { readMeta, writeMeta } from '../../../storage/schema/meta.ts';
import { quoted } from '../../../storage/sql/names.ts';
import { setTimersAnew } from './set-timers.ts';
import { quietly } from './recompute-stored.ts';

/** Grows where a version of Ninefold works out the moments of timers otherwise than the one before. */
const PLANNING = 1;
const MARK = 'timers';
const AT_ONCE = 200;

/**
 * Plans the timers of all records anew where the specification, or a limit that a timer reads, says otherwise than when they were
 * planned, and where `isChanged` says that records were written without planning theirs. Otherwise it reads one row. Timers of
 * records that are there already begin with their state, as if they had always been written.
 */
export async function verifyTimers(
  tx: Writer,
  model: TimedModel,
  { scope, isChanged }: { readonly scope: Scope; readonly isChanged: boolean },
): Promise<void> {
  const mark = marksOf(model, scope.today);
  const stored = await readMeta(tx, MARK);
  if (stored === mark && !isChanged) return;
  const timed = Object.values(model.entities).filter((entity) => timedTransitions(entity).length > 0);
  await forgetOthers(tx, Object.values(model.entities));
  for (const entity of timed) await planAll(tx, model, entity, scope);
  await writeMeta(tx, MARK, mark);
}

/** What says when timers are due: the model, with the limits as they are set now. */
export type TimedModel = Model & WithLimits;

/** Plans the timers anew where a limit that they read has another value than on the day when they were planned. */
export async function followDatedLimits(db: Database, model: TimedModel, scope: Scope): Promise<void> {
  const isDated = Object.values(model.entities)
    .flatMap((entity) => timedTransitions(entity))
    .some(({ timer }) => limitsOf(model, timer).some(({ dated }) => dated.length > 0));
  if (!isDated || (await readMeta(db.read, MARK)) === marksOf(model, scope.today)) return;
  await db.write((tx) => verifyTimers(tx, model, { scope, isChanged: false }), 'timers', 'long');
}

function limitsOf({ limits }: Model, { value }: Timer): readonly LimitEntry[] {
  return value.reads.flatMap((path) => {
    const [root, id = ''] = path.split('.');
    return root === 'limits' ? (limits[id] ?? []) : [];
  });
}

/** Changes with everything that decides the moments of timers beside records. */
function marksOf(model: Model, today: string): string {
  const limits = limitValuesOn(model, today);
  const timers = Object.values(model.entities).flatMap((entity) =>
    timedTransitions(entity).map(({ name, rank, transition, timer }) => [
      ...[entity.id, name, rank, transition.from, timer.kind, timer.value.source],
      Object.values(entity.fields).map(({ id, type, visibleWhen }) => [id, type, visibleWhen?.source ?? null]),
      limitsOf(model, timer).map(({ id, dated }) => [limits[id] ?? null, dated]),
    ]),
  );
  const reactions = Object.values(model.entities).map((entity) =>
    timedReactions(entity).map(({ id }) => [entity.id, id]),
  );
  const text = JSON.stringify([PLANNING, model.timeZone, timers, reactions]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Timers of entities and transitions that have none any more go, and those of records that are not there. Those of the trash rest. */
async function forgetOthers(tx: Writer, entities: readonly Entity[]): Promise<void> {
  const kept = new Set(entities.flatMap((entity) => namesOf(entity).map((name) => `${entity.id} ${name}`)));
  const rows = await tx.all('SELECT DISTINCT "entity", "transition" FROM "_timer"', []);
  for (const { entity, transition } of rows)
    if (!kept.has(`${String(entity)} ${String(transition)}`))
      await tx.run('DELETE FROM "_timer" WHERE "entity" = ? AND "transition" = ?', [
        entity ?? null,
        transition ?? null,
      ]);
  for (const { id } of entities.filter((entity) => namesOf(entity).length > 0)) {
    const there = `SELECT "id" FROM ${quoted(id)}`;
    const others = `DELETE FROM "_timer" WHERE "entity" = ? AND "record" <> "entity" AND "record" NOT IN`;
    await tx.run(`${others} (${there})`, [id]);
    await tx.run(`${others} (${there} WHERE "trashed_at" IS NULL) AND "next" IS NOT NULL`, [id]);
  }
}

/** Under which names timers of an entity may stand. */
function namesOf(entity: Entity): readonly string[] {
  return [...timedTransitions(entity).map(({ name }) => name), ...timedReactions(entity).map(reactionTimer)];
}

async function planAll(tx: Writer, model: Model, entity: Entity, scope: Scope): Promise<void> {
  const { computing } = quietly(tx, model, scope).plans(entity.id);
  const text = `SELECT "id" FROM ${quoted(entity.id)} WHERE "id" > ? AND "trashed_at" IS NULL ORDER BY "id" LIMIT ${String(AT_ONCE)}`;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const ids: readonly string[] = (await tx.all(text, [last])).map(({ id }) => String(id));
    for (const draft of (await computing.load(tx, ids, scope)).values())
      setTimersAnew({ entity, tx, scope }, draft as unknown as RecordValue); // a plan for computing loads every system field
    last = ids.length < AT_ONCE ? undefined : ids.at(-1);
  }
}
