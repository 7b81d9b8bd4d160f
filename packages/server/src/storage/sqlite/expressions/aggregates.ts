import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { evaluate, type Expression, type Node, type Scope, type Type } from '@ninefold/model';
import { decodeNumber, encode } from './encoding.ts';

const NUMBER: Type = { kind: 'number' };
const OPTIONS = { deterministic: true, useBigIntArguments: true, varargs: true } as const;
const BILLION = 1_000_000_000n;
const NOTHING: Scope = { limits: {}, now: '', today: '', timeZone: 'UTC' };

/**
 * `nf_sum`, `nf_min` and `nf_max` of exact numbers, each with its scale, `nf_joined` of the sums of billions and of what is left
 * of whole numbers, with their scale, and `nf_mean` of a sum and a count. What comes of a sum or a quotient is said by the evaluator.
 */
export function registerAggregates(handle: DatabaseSync): void {
  aggregate(handle, 'nf_min', (least, value) => (least === null || value < least ? value : least));
  aggregate(handle, 'nf_max', (most, value) => (most === null || value > most ? value : most));
  handle.aggregate<bigint>('nf_sum', {
    ...OPTIONS,
    start: 0n,
    step: (sum: bigint, ...[value, scale]: readonly SQLOutputValue[]) => sum + (numberIn(value, scale) ?? 0n),
    result: (sum: bigint) => encode(run(SUM, { a0: [sum] })),
  });
  handle.function('nf_joined', OPTIONS, (high, low, scale) =>
    encode(run(SUM, { a0: [(numberIn(high, scale) ?? 0n) * BILLION + (numberIn(low, scale) ?? 0n)] })),
  );
  handle.function('nf_mean', OPTIONS, (sum, count) =>
    encode(run(MEAN, { a0: decodeNumber(sum, null), a1: decodeNumber(count, 0) })),
  );
}

function aggregate(handle: DatabaseSync, name: string, better: (best: bigint | null, value: bigint) => bigint): void {
  handle.aggregate<bigint | null>(name, {
    ...OPTIONS,
    start: null,
    step: (best: bigint | null, ...[value, scale]: readonly SQLOutputValue[]) => {
      const number = numberIn(value, scale);
      return number === null ? best : better(best, number);
    },
    result: (best: bigint | null) => encode(best),
  });
}

function numberIn(value: SQLOutputValue | undefined, scale: SQLOutputValue | undefined): bigint | null {
  return decodeNumber(value, scale === null ? null : Number(scale));
}

function variable(name: string, type: Type): Node {
  return { node: 'variable', type, name };
}

function expression(fn: string, ...args: readonly Node[]): Expression {
  return { source: '', type: NUMBER, tree: { node: 'call', type: NUMBER, fn, args }, reads: [] };
}

const SUM = expression('sum', variable('a0', { kind: 'list', of: NUMBER }));
const MEAN = expression('div', variable('a0', NUMBER), variable('a1', NUMBER));

function run(what: Expression, values: Readonly<Record<string, unknown>>): bigint | null {
  const value = evaluate(what, { ...NOTHING, ...values });
  return typeof value === 'bigint' ? value : null;
}
