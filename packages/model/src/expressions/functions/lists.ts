import { bounded, divide, UNIT } from '../../values/decimal.ts';
import { spanOf } from '../../values/span.ts';
import { lengthOf } from '../../values/time.ts';
import { isDuration, type Value } from '../../values/value.ts';
import type { Operation, Planner } from './program.ts';
import { order, same } from './comparison.ts';

function items(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

function total(values: readonly Value[]): bigint | null {
  return bounded(values.reduce<bigint>((sum, value) => (typeof value === 'bigint' ? sum + value : sum), 0n));
}

function average(values: readonly Value[]): bigint | null {
  const present = values.filter((value) => typeof value === 'bigint');
  const sum = total(present);
  return sum === null ? null : divide(sum, BigInt(present.length) * UNIT);
}

/** The least or greatest of a list, or of two and more arguments; blanks are skipped. */
function extreme(sign: 1 | -1): Operation {
  return (args) => {
    const values = (args.length === 1 && Array.isArray(args[0]) ? args[0] : args).filter(
      (value: Value) => value !== null,
    );
    return values.reduce(
      (best: Value, value: Value) => (best === null || (order(value, best) ?? 0) * sign < 0 ? value : best),
      null,
    );
  };
}

/** The whole milliseconds of spans: a day counts 24 hours, a month 30 days. A span that no field holds is left out, as a blank is. */
function lengths(values: readonly Value[]): readonly bigint[] {
  return values.flatMap((value) => {
    const ms = isDuration(value) ? lengthOf(value) : Number.NaN;
    return Number.isSafeInteger(ms) ? [BigInt(ms)] : [];
  });
}

/** What a list of spans comes to, in whole milliseconds; blank where that is longer than a field holds. */
function spanned(measure: (lengths: readonly bigint[]) => bigint | null): Operation {
  return ([list]) => {
    const ms = Number(measure(lengths(items(list))) ?? Number.NaN);
    return Number.isSafeInteger(ms) ? spanOf(ms) : null;
  };
}

/** The sum of milliseconds is a number with the bound of all numbers. */
function totalLength(values: readonly bigint[]): bigint | null {
  const sum = values.reduce((all, value) => all + value, 0n);
  return bounded(sum * UNIT) === null ? null : sum;
}

/** Half a millisecond counts as a whole one, away from zero. */
function meanLength(values: readonly bigint[]): bigint | null {
  const count = BigInt(values.length);
  const sum = totalLength(values);
  if (sum === null || count === 0n) return null;
  const [size, sign] = sum < 0n ? [-sum, -1n] : [sum, 1n];
  return (sign * (2n * size + count)) / (2n * count);
}

/** The least or greatest of a list of spans, or of two and more arguments. */
function extremeOf(sign: 1 | -1): Planner {
  const best = extreme(sign);
  return ({ type, args }) =>
    type.kind === 'duration' && args.length === 1
      ? spanned((values) =>
          values.reduce<bigint | null>((at, value) => (at === null || value < at === sign > 0 ? value : at), null),
        )
      : best;
}

/** The function that leaves each item of a list once, where it first stands. No author writes it. */
export const DISTINCT = 'distinct()';

export const LISTS: Readonly<Record<string, Planner>> = {
  sum: ({ type }) => (type.kind === 'duration' ? spanned(totalLength) : ([list]) => total(items(list))),
  avg: ({ type }) => (type.kind === 'duration' ? spanned(meanLength) : ([list]) => average(items(list))),
  min: extremeOf(1),
  max: extremeOf(-1),
  first:
    () =>
    ([list]) =>
      items(list)[0] ?? null,
  last:
    () =>
    ([list]) =>
      items(list).at(-1) ?? null,
  [DISTINCT]:
    () =>
    ([list]) =>
      items(list).filter((item, at, all) => all.findIndex((other) => same(other, item)) === at),
};

/** A function over a list and an expression that is worked out for each item of it. */
type Macro = (items: readonly Value[], body: (item: Value) => Value | undefined) => Value | undefined;

/** Stops at the deciding verdict; undefined beats the rest. */
function quantified(deciding: boolean): Macro {
  return (items, body) => {
    let verdict: Value | undefined = !deciding;
    for (const item of items) {
      const value = body(item);
      if (value === deciding) return deciding;
      if (value === undefined) verdict = undefined;
      else if (value === null && verdict !== undefined) verdict = null;
    }
    return verdict;
  };
}

/** False as soon as a second item holds; until then what is open stays open. */
function one(items: readonly Value[], body: (item: Value) => Value | undefined): Value | undefined {
  let found = 0;
  let open: null | undefined | false = false;
  for (const item of items) {
    const value = body(item);
    if (value === true) found += 1;
    if (found > 1) return false;
    if (value === undefined) open = undefined;
    else if (value === null && open === false) open = null;
  }
  return open === false ? found === 1 : open;
}

function filtered(items: readonly Value[], body: (item: Value) => Value | undefined): Value | undefined {
  const kept: Value[] = [];
  for (const item of items) {
    const value = body(item);
    if (typeof value !== 'boolean') return undefined;
    if (value) kept.push(item);
  }
  return kept;
}

function mapped(items: readonly Value[], body: (item: Value) => Value | undefined): Value | undefined {
  const values = items.map(body);
  return values.includes(undefined) ? undefined : (values as Value[]); // none is undefined
}

export const MACROS: Readonly<Record<string, Macro>> = {
  exists: quantified(true),
  exists_one: one,
  all: quantified(false),
  filter: filtered,
  map: mapped,
};
