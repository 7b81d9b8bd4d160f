import {
  dayAfter,
  firedReaction,
  holds,
  openTimers,
  timedReactions,
  timedTransitions,
  timersOf,
  type HistoryCause,
  type Holder,
  type RecordValue,
  type StuckReason,
} from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { argument, fromOne, sql, type Sql } from '../../../storage/sql/sql.ts';
import { deleteOf, target } from '../../../storage/sql/writes.ts';
import { scopeOf } from '../../context/context.ts';
import { systemCaller } from '../../context/system.ts';
import { withLiveValues } from '../../services/find-record.ts';
import { writeContextIn, type RecordServices, type WriteContext } from '../../services/write-context.ts';
import { tellStuck } from '../../notifications/stuck.ts';
import { fireAsSystem } from '../actions/fire-as-system.ts';
import { escalationOf } from '../actions/escalate.ts';
import { fireReaction, isMetLive } from '../actions/react.ts';
import { setTimersAnew } from '../following/set-timers.ts';
import { reasonOf } from './refusal-of.ts';

/** A timer as it was found to be due. */
export interface DueTimer {
  readonly record: string;
  /** See `TimedTransition.name` and `reactionTimer`. */
  readonly transition: string;
  readonly entity: string;
  readonly next: string;
  readonly rank: number;
}

const FIND = sql`SELECT t."next", t."run", t."stuck" ${fromOne('_timer', 'record', argument(0), sql`t."transition" = ${argument(1)}`)}`;
const DROP = sql`${deleteOf('_timer', argument(0))} AND "transition" = ${argument(1)}`;
/** Of the run that has fired: the transition may have ended the timer, or started it anew. */
const FIRED = sql`UPDATE ${rowOf(0)} SET "next" = NULL, "tried" = NULL, "stuck" = NULL
  WHERE "record" = ${argument(0)} AND "transition" = ${argument(1)} AND "run" = ${argument(2)}`;
const DONE = sql`${DROP} AND "run" = ${argument(2)}`;
/** The same of a timer that nobody has fired or planned meanwhile. */
const STUCK = sql`UPDATE ${rowOf(3)} SET "next" = ${argument(0)}, "tried" = ${argument(1)}, "stuck" = ${argument(2)}
  WHERE "record" = ${argument(3)} AND "transition" = ${argument(4)} AND "next" = ${argument(5)}`;
const LATER = sql`UPDATE ${rowOf(3)} SET "next" = ${argument(0)}, "tried" = ${argument(1)}, "stuck" = ${argument(2)}
  WHERE "record" = ${argument(3)} AND "transition" = ${argument(4)}`;

/** The timers of the record that is the argument with this index. */
function rowOf(index: number): Sql {
  return target('_timer', argument(index));
}

/**
 * Fires one timer that is due, in a transaction of its own, unless that has happened meanwhile. Where its condition does not hold, or
 * the write is refused, it is tried again a day later, or at the next write of the record. Nobody waits for it, and what a failure of power
 * loses of it is due still: it is work that is repeated. Calls and mails that it makes are taken by a write that is not, before they go.
 */
export async function fireTimer(
  services: RecordServices,
  timer: DueTimer,
  usersWith: Holder | undefined,
): Promise<void> {
  try {
    await services.context.db.write((tx) => fireIn(services, tx, timer, usersWith), keyOf(timer), 'repeated');
  } catch (refusal) {
    const reason = reasonOf(refusal);
    if (reason === null) throw refusal;
    await keepStuck(services, timer, reason);
  }
}

/** Writes of one record do not collide. */
function keyOf({ entity, record }: DueTimer): string {
  return `${entity} ${record}`;
}

/** What a timer that is due does now. */
interface Firing {
  /** Whether its condition holds. */
  readonly isOpen: boolean;
  /** Whether it is known from then on that it has fired. */
  readonly isKept: boolean;
  /** Answers whether it may be running still: what has ended it has dropped it. */
  readonly fire: () => Promise<boolean>;
}

/** What refuses it is thrown, and undoes the transaction: a savepoint would keep it from sharing one with others. */
async function fireIn(
  services: RecordServices,
  tx: Writer,
  { entity, record: id, transition: name }: DueTimer,
  usersWith: Holder | undefined,
): Promise<void> {
  const { model } = services.context;
  const reaction = firedReaction(name);
  const cause: HistoryCause = reaction === null ? { kind: 'timer', name } : { kind: 'reaction', name: reaction };
  const own = writeContextIn(services, systemCaller(model, cause, usersWith), entity, tx);
  const { scope, plan } = own;
  const [[row], loaded] = await Promise.all([tx.all(FIND, [id, name]), plan.load.load(tx, [id], scope)]);
  if (typeof row?.['next'] !== 'string' || row['next'] > scope.now) return;
  const found = loaded.get(id) as RecordValue | undefined; // a plan for writing loads every system field
  const firing = found && (reaction === null ? ofTransition(own, found, name) : ofReaction(own, found, reaction));
  if (!firing) return tx.later(DROP, [id, name]);
  if (firing === 'later') return setTimersAnew(own, found);
  if (!firing.isOpen) return tx.later(LATER, [dayAfter(scope.now, scope.timeZone), scope.now, null, id, name]);
  if (await firing.fire()) tx.later(firing.isKept ? FIRED : DONE, [id, name, String(row['run'])]);
}

/** Null where the timer does not run any more. */
function ofTransition(own: WriteContext, found: RecordValue, name: string): Firing | 'later' | null {
  const { entity, scope } = own;
  const timed = timedTransitions(entity).find((one) => one.name === name);
  const running = timersOf(entity, found, scope).find((one) => one.name === name);
  if (!timed || !running) return null;
  if (running.due > scope.now) return 'later';
  const { transition } = timed;
  if (transition.timer === null) return escalationOf(own, found, transition);
  const seen = { ...scope, record: withLiveValues(entity, found, scope), transition: transition.id };
  return {
    isOpen: holds(transition.when, seen) !== false,
    isKept: true,
    fire: async () => {
      const { record } = await fireAsSystem(own, found, transition);
      return openTimers(entity, record).some((one) => one.name === name);
    },
  };
}

/** Null where the condition does not hold any more. A calendar comes to the record anew, a clock when the condition turns again. */
function ofReaction(own: WriteContext, found: RecordValue, id: string): Firing | null {
  const reaction = timedReactions(own.entity).find((one) => one.id === id);
  const isGone = (found.trashed_at ?? null) !== null;
  if (!reaction || isGone || !isMetLive(own.entity, reaction, found, own.scope)) return null;
  const record = withLiveValues(own.entity, found, own.scope);
  const isKept = reaction.turnedBy === 'clock';
  const fire = async (): Promise<true> => {
    await fireReaction(own, reaction, { before: record, record });
    return true;
  };
  return { isOpen: true, isKept, fire };
}

/** A defect of ours, which is told elsewhere. */
export const FAULT: StuckReason = { code: 'fault', problems: [] };

/** Keeps a timer that could not fire for the next day, so that the others come first, unless somebody has planned or fired it meanwhile. Operators are told when it gets stuck. */
export async function keepStuck({ context }: RecordServices, timer: DueTimer, reason: StuckReason): Promise<void> {
  const { now, timeZone } = scopeOf(context, null);
  const { entity, record, transition } = timer;
  const values = [dayAfter(now, timeZone), now, JSON.stringify(reason), record, transition, timer.next];
  await context.db.write(async (tx) => {
    const [row] = await tx.all(FIND, [record, transition]);
    const { changes } = await tx.run(STUCK, values);
    if (changes > 0 && row?.['stuck'] === null) await tellStuck({ context, tx, at: now }, { entity, what: transition });
  }, keyOf(timer));
}
