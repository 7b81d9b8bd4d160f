import { bounded, divide, UNIT } from '../../values/decimal.ts';
import type { Value } from '../../values/value.ts';
import type { Operation, Planner } from '../program.ts';
import { order } from './comparison.ts';

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

export const LISTS: Readonly<Record<string, Planner>> = {
  sum:
    () =>
    ([list]) =>
      total(items(list)),
  avg:
    () =>
    ([list]) =>
      average(items(list)),
  min: () => extreme(1),
  max: () => extreme(-1),
  first:
    () =>
    ([list]) =>
      items(list)[0] ?? null,
  last:
    () =>
    ([list]) =>
      items(list).at(-1) ?? null,
};
