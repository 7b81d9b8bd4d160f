import type { DatabaseSync } from 'node:sqlite';
import { registerAggregates } from './aggregates.ts';
import { divideRounded, evaluate, type Expression, type Node, type Scope, type Type } from '@ninefold/model';
import { decode, decodeLength, decodeNumber, encode } from './encoding.ts';

/** What `nf_call` runs: a function of the language over arguments of these types, in a time zone. */
export interface Call {
  readonly fn: string;
  readonly type: Type;
  readonly args: readonly { readonly type: Type; readonly scale: number | null }[];
}

type Run = (args: readonly unknown[]) => null | string | number;

const OPTIONS = { deterministic: true, useBigIntArguments: true, varargs: true } as const;
const calls = new Map<string, Run>();
const MAX_CALLS = 5000;

/** Registers what compiled expressions call: the functions of the language run in the evaluator itself, so that one meaning holds. */
export function registerFunctions(handle: DatabaseSync): void {
  handle.function('nf_call', OPTIONS, (text, ...args) => callOf(String(text))(args));
  handle.function('nf_exact', OPTIONS, (value, scale) => exactText(decodeNumber(value, Number(scale))));
  handle.function('nf_compare', OPTIONS, (a, b) => compare(decodeNumber(a, null), decodeNumber(b, null)));
  handle.function('nf_scaled', OPTIONS, (value, scale) => scaled(decodeNumber(value, null), Number(scale)));
  handle.function('nf_length', OPTIONS, (value) => decodeLength(value));
  registerAggregates(handle);
}

function exactText(value: bigint | null): string | null {
  return value === null ? null : String(value);
}

function compare(a: bigint | null, b: bigint | null): number | null {
  if (a === null || b === null) return null;
  return a < b ? -1 : a > b ? 1 : 0;
}

function scaled(value: bigint | null, scale: number): bigint | null {
  return value === null ? null : divideRounded(value, 10n ** BigInt(10 - scale));
}

function callOf(text: string): Run {
  let run = calls.get(text);
  if (!run) {
    if (calls.size >= MAX_CALLS) calls.clear();
    run = planned(text);
    calls.set(text, run);
  }
  return run;
}

function planned(text: string): Run {
  const { timeZone, fn, type, args } = JSON.parse(text) as Call & { readonly timeZone: string }; // written by `callText`
  const nodes = args.map((arg, index): Node => ({ node: 'variable', type: arg.type, name: `a${index}` }));
  const tree: Node = { node: 'call', type, fn, args: nodes };
  const expression: Expression = { source: '', type, tree, reads: [] };
  const fixed = { limits: {}, now: '1970-01-01T00:00:00.000Z', today: '1970-01-01', timeZone };
  return (values) => {
    const scope: Scope & Record<string, unknown> = { ...fixed };
    for (const [index, arg] of args.entries()) scope[`a${index}`] = decode(values[index], arg.type.kind, arg.scale);
    return encode(evaluate(expression, scope) ?? null);
  };
}

/** The first argument of `nf_call`. */
export function callText(call: Call, timeZone: string): string {
  return JSON.stringify({ ...call, timeZone });
}
