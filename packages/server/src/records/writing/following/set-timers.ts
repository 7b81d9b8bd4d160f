import {
  openTimers,
  timedReactions,
  timedTransitions,
  timersOf,
  type PlannedTimer,
  type RecordValue,
} from '@ninefold/model';
import { argument, sql } from '../../../storage/sql/sql.ts';
import { columnsGiven, deleteOf, insertInto } from '../../../storage/sql/writes.ts';
import type { Following } from '../../services/write-context.ts';
import type { Difference } from '../change.ts';

/**
 * A timer that has fired in its run (`next` is NULL) stays as it is. One that could not fire is tried again at once; what refused it
 * is known until then.
 */
const PLAN = sql`${insertInto('_timer', 'record', columnsGiven(['record', 'transition', 'entity', 'rank', 'run', 'due', 'next']))}
  ON CONFLICT ("record", "transition") DO UPDATE SET
    "entity" = excluded."entity", "rank" = excluded."rank", "due" = excluded."due", "next" = excluded."next",
    "tried" = CASE WHEN "_timer"."run" = excluded."run" THEN "_timer"."tried" END,
    "stuck" = CASE WHEN "_timer"."run" = excluded."run" THEN "_timer"."stuck" END,
    "run" = excluded."run"
  WHERE "_timer"."next" IS NOT NULL OR "_timer"."run" <> excluded."run"`;

const OF_RECORD = deleteOf('_timer', argument(0));
const DROP = sql`${OF_RECORD} AND "transition" = ${argument(1)}`;
/** One that has fired in its run stays, so that the same run does not fire again. */
const REST = sql`${DROP} AND "next" IS NOT NULL`;
const REST_ALL = sql`${OF_RECORD} AND "next" IS NOT NULL`;

/** Whose timers are planned, and when. */
type Planning = Pick<Following, 'entity' | 'tx' | 'scope' | 'timerPlanned'>;

/**
 * Plans the timers of a record that was written, in the transaction of the write. Where nothing changed that they read, nothing is
 * written, unless one is due: a write is an occasion to try it again. Those of a record in the trash rest.
 */
export function setTimers(difference: Following & Difference): void {
  const { entity, tx, scope, before, record } = difference;
  if (record === null) {
    const isTimed = timedTransitions(entity).length + timedReactions(entity).length > 0;
    if (before !== null && isTimed) tx.later(entity.trash ? REST_ALL : OF_RECORD, [before.id]);
    return;
  }
  if (timedTransitions(entity).length === 0) return;
  const was = before === null ? [] : timersOf(entity, before, scope);
  const is = timersOf(entity, record, scope);
  const isKept = (timer: PlannedTimer): boolean => timer.due > scope.now && was.some((one) => isSame(one, timer));
  for (const timer of is) if (!isKept(timer)) set(difference, record.id, timer);
  const isOpen = new Set(openTimers(entity, record));
  const left = before === null ? [] : openTimers(entity, before).filter((one) => !isOpen.has(one));
  drop(difference, record, { is, among: new Set([...was, ...left].map(({ name }) => name)) });
}

/** The same of a record of which nobody knows how it was. It carries what its timers read. */
export function setTimersAnew(own: Planning, record: RecordValue): void {
  const { entity, scope } = own;
  const is = timersOf(entity, record, scope);
  for (const timer of is) set(own, record.id, timer);
  drop(own, record, { is, among: new Set(timedTransitions(entity).map(({ name }) => name)) });
}

/** Those among these that do not run: of a state that was left for good, of the present one until their moment is known again. */
function drop(
  { entity, tx }: Planning,
  record: RecordValue,
  { is, among }: { readonly is: readonly PlannedTimer[]; readonly among: ReadonlySet<string> },
): void {
  const open = openTimers(entity, record);
  for (const name of among) {
    if (is.some((one) => one.name === name)) continue;
    tx.later(open.some((one) => one.name === name) ? REST : DROP, [record.id, name]);
  }
}

function set({ tx, entity, timerPlanned }: Planning, record: string, { name, rank, run, due }: PlannedTimer): void {
  tx.later(PLAN, [record, name, entity.id, rank, run, due, due]);
  timerPlanned?.(due);
}

function isSame(one: PlannedTimer, other: PlannedTimer): boolean {
  return one.name === other.name && one.due === other.due && one.run === other.run;
}
