import type { Entity } from '../ir/entity.ts';
import type { Timer, Transition } from '../ir/lifecycle.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { addToInstant, instantOf, isDate, parseInstant } from '../values/time.ts';
import { isDuration, type Scope } from '../values/value.ts';
import { asSeen } from '../rights/seen.ts';
import { cyclesOf, stateNames } from '../writing/cycles.ts';
import type { RecordValue } from '../wire/answers.ts';

/** A transition that a timer fires, or whose approvals a timer escalates (`transition.timer` is null then). */
export interface TimedTransition {
  /** The id of the transition. */
  readonly name: string;
  /** The life cycle: `state`, or the field that holds its state. */
  readonly cycle: string;
  readonly transition: Transition;
  readonly timer: Timer;
  /** Where several are due at one moment, the lowest fires first: the order in which they are written. */
  readonly rank: number;
}

/** A timer of one record that runs. */
export interface PlannedTimer {
  readonly name: string;
  readonly rank: number;
  /** When it fires, RFC 3339 UTC with milliseconds. */
  readonly due: string;
  /** Another text each time that the timer starts anew: a timer that has fired does not fire again with the same. */
  readonly run: string;
}

/** The transitions of an entity that timers fire or escalate, in written order. */
export const timedTransitions = memoizedWeakly((entity: Entity): readonly TimedTransition[] => {
  const found = cyclesOf(entity).flatMap(({ field: cycle, lifecycle }) =>
    Object.values(lifecycle.transitions).flatMap((transition) => {
      const timer = transition.timer ?? escalationTimer(transition);
      return timer === null ? [] : [{ name: transition.id, cycle, transition, timer }];
    }),
  );
  return found.map((one, rank) => ({ ...one, rank }));
});

function escalationTimer({ approvals }: Transition): Timer | null {
  const escalate = approvals?.escalate ?? null;
  return escalate && { kind: 'after', value: escalate.after };
}

/** Paths that the timers of an entity read of the record, without `record`. */
export const timerReads = memoizedWeakly((entity: Entity): readonly string[] => {
  const reads = timedTransitions(entity).flatMap(({ timer }) => timer.value.reads);
  return [...new Set(reads.flatMap((path) => (path.startsWith('record.') ? path.slice('record.'.length) : [])))];
});

/**
 * The timers that run of a record: those of the transitions that leave its state, whose moment is known. The record carries what
 * they read of it (`timerReads`). None of a record in the trash.
 */
export function timersOf(entity: Entity, record: RecordValue, scope: Scope): readonly PlannedTimer[] {
  if ((record.trashed_at ?? null) !== null) return [];
  return openTimers(entity, record).flatMap(({ name, rank, cycle, timer }) => {
    const since = sinceOf(record, cycle);
    const due = dueOf(timer, since, { ...scope, record: asSeen(entity, record, scope), user: null });
    return due === null ? [] : [{ name, rank, due, run: timer.kind === 'after' ? since : `${since} ${due}` }];
  });
}

/** The timed transitions that lead out of the state of a record, whether or not their moment is known. */
export function openTimers(entity: Entity, record: RecordValue): readonly TimedTransition[] {
  return timedTransitions(entity).filter(({ cycle, transition }) => {
    const state = record[cycle];
    return typeof state === 'string' && transition.from.includes(state);
  });
}

/** When the record entered its state. One that got its life cycle later has always been in it. */
function sinceOf(record: RecordValue, cycle: string): string {
  const since = record[stateNames(cycle).since];
  return typeof since === 'string' && since !== '' ? since : record.created_at;
}

/** The moment at which a timer fires; null where its value is blank, not known, or beyond the calendar. A day begins at its midnight. */
function dueOf({ kind, value }: Timer, since: string, scope: Scope): string | null {
  const found = evaluate(value, scope);
  if (kind === 'after') return isDuration(found) ? addToInstant(since, found, scope.timeZone) : null;
  if (typeof found !== 'string') return null;
  return isDate(found) ? startOfDay(found, scope.timeZone) : parseInstant(found);
}

/** The first moment of a day in a zone; null where that is before the year 1. */
export function startOfDay(day: string, timeZone: string): string | null {
  const first = new Date(instantOf(Date.parse(`${day}T00:00:00Z`), timeZone)).toISOString();
  return addToInstant(first, { months: 0, days: 0, ms: 0 }, timeZone);
}

/** When what could not fire is tried again: at the same local time of the next day. */
export function dayAfter(now: string, timeZone: string): string {
  return addToInstant(now, { months: 0, days: 1, ms: 0 }, timeZone) ?? now;
}
