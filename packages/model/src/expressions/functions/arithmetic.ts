import { bounded, divide, fromInteger, multiply, roundTo, UNIT } from '../../values/decimal.ts';
import { addToDate, addToInstant, daysBetween, negate, type Duration } from '../../values/time.ts';
import { isDuration, type Value } from '../../values/value.ts';
import type { Operation, Planner } from './program.ts';

function numbers(run: (a: bigint, b: bigint) => bigint | null): Operation {
  return ([a, b]) => (typeof a === 'bigint' && typeof b === 'bigint' ? run(a, b) : null);
}

function oneNumber(run: (a: bigint) => bigint | null): Planner {
  return () =>
    ([a]) =>
      typeof a === 'bigint' ? run(a) : null;
}

function floored(value: bigint): bigint {
  const rest = value % UNIT;
  return value - rest - (rest < 0n ? UNIT : 0n);
}

/** Whole quotient towards zero. */
function quotient(a: bigint, b: bigint): bigint | null {
  return b === 0n ? null : bounded((a / b) * UNIT);
}

/** What `quotient` leaves over. */
function remainder(a: bigint, b: bigint): bigint | null {
  return b === 0n ? null : a % b;
}

function moved(
  value: Value,
  by: Value,
  { sign, timeZone, kind }: { readonly sign: 1 | -1; readonly timeZone: string; readonly kind: string },
): Value {
  if (typeof value !== 'string' || !isDuration(by)) return null;
  const span: Duration = sign === 1 ? by : negate(by);
  return kind === 'date' ? addToDate(value, span) : addToInstant(value, span, timeZone);
}

function joined(a: Duration, b: Duration): Duration {
  return { months: a.months + b.months, days: a.days + b.days, ms: a.ms + b.ms };
}

const add: Planner = ({ args: [left, right], type }) => {
  if (type.kind === 'number') return numbers((a, b) => bounded(a + b));
  if (type.kind === 'text')
    return ([a, b]) => `${typeof a === 'string' ? a : ''}${typeof b === 'string' ? b : ''}` || null;
  if (type.kind === 'duration') return ([a, b]) => (isDuration(a) && isDuration(b) ? joined(a, b) : null);
  const spanFirst = left?.type.kind === 'duration' && right?.type.kind !== 'duration';
  return ([a = null, b = null], scope) =>
    spanFirst
      ? moved(b, a, { sign: 1, timeZone: scope.timeZone, kind: type.kind })
      : moved(a, b, { sign: 1, timeZone: scope.timeZone, kind: type.kind });
};

const sub: Planner = ({ args: [left, right], type }) => {
  if (left?.type.kind === 'date' && right?.type.kind === 'date') {
    return ([a, b]) => (typeof a === 'string' && typeof b === 'string' ? fromInteger(daysBetween(b, a)) : null);
  }
  if (left?.type.kind === 'datetime' && right?.type.kind === 'datetime') {
    return ([a, b]) =>
      typeof a === 'string' && typeof b === 'string' ? { months: 0, days: 0, ms: Date.parse(a) - Date.parse(b) } : null;
  }
  if (type.kind === 'duration') return ([a, b]) => (isDuration(a) && isDuration(b) ? joined(a, negate(b)) : null);
  if (type.kind === 'number') return numbers((a, b) => bounded(a - b));
  return ([a = null, b = null], scope) => moved(a, b, { sign: -1, timeZone: scope.timeZone, kind: type.kind });
};

const round: Planner =
  () =>
  ([value, places = 0n]) => {
    if (typeof value !== 'bigint' || typeof places !== 'bigint') return null;
    const scale = Number(places / UNIT);
    return roundTo(value, Math.min(Math.max(scale, 0), 10));
  };

export const ARITHMETIC: Readonly<Record<string, Planner>> = {
  add,
  sub,
  mul: () => numbers(multiply),
  div: () => numbers(divide),
  quotient: () => numbers(quotient),
  mod: () => numbers(remainder),
  neg: ({ type }) =>
    type.kind === 'duration'
      ? ([a]) => (isDuration(a) ? negate(a) : null)
      : ([a]) => (typeof a === 'bigint' ? -a : null),
  abs: oneNumber((a) => (a < 0n ? -a : a)),
  floor: oneNumber(floored),
  ceil: oneNumber((a) => -floored(-a)),
  round,
};
