import type { Type } from '@ninefold/model';
import { canBeBlank, isOrdered, typeName } from '../schema/types.ts';

/**
 * What an argument may be. `plain` is a number without a currency; `blankable` is anything that may be blank; `ordered` what can be compared with `<`;
 * `moment` a date or datetime; `numbers`, `durations`, `dates` and `ordereds` are lists of such.
 */
export type Pattern =
  | 'any'
  | 'blankable'
  | 'number'
  | 'plain'
  | 'currency'
  | 'text'
  | 'secret'
  | 'date'
  | 'datetime'
  | 'duration'
  | 'moment'
  | 'ordered'
  | 'printable'
  | 'list'
  | 'numbers'
  | 'durations'
  | 'dates'
  | 'ordereds'
  | 'user'
  | 'role'
  | 'limit'
  | 'tree'
  | 'record';

export interface Overload {
  readonly args: readonly Pattern[];
  /** True where the last argument may be repeated. */
  readonly repeat?: boolean;
  readonly result: Type | ((args: readonly Type[]) => Type | null);
}

/** One function of the language. `sql` tells whether a row condition may use it. */
export interface Signature {
  readonly name: string;
  /** Name of the call node, where it differs. */
  readonly node?: string;
  readonly overloads: readonly Overload[];
  readonly sql: boolean;
}

const PRINTABLE = new Set<Type['kind']>(['number', 'text', 'date', 'datetime', 'boolean', 'record']);

const TESTS: Readonly<Record<Pattern, (type: Type) => boolean>> = {
  any: () => true,
  blankable: canBeBlank,
  number: (type) => type.kind === 'number',
  plain: (type) => type.kind === 'number' && type.currency === undefined,
  currency: (type) => type.kind === 'text',
  text: (type) => type.kind === 'text',
  secret: (type) => type.kind === 'secret',
  date: (type) => type.kind === 'date',
  datetime: (type) => type.kind === 'datetime',
  duration: (type) => type.kind === 'duration',
  moment: (type) => type.kind === 'date' || type.kind === 'datetime',
  ordered: isOrdered,
  printable: (type) => PRINTABLE.has(type.kind),
  list: (type) => type.kind === 'list',
  numbers: (type) => type.kind === 'list' && (type.of.kind === 'number' || type.of.kind === 'null'),
  durations: (type) => type.kind === 'list' && type.of.kind === 'duration',
  dates: (type) => type.kind === 'list' && (type.of.kind === 'date' || type.of.kind === 'null'),
  ordereds: (type) => type.kind === 'list' && (isOrdered(type.of) || type.of.kind === 'null'),
  user: (type) => type.kind === 'record' && type.entity === 'user',
  role: (type) => type.kind === 'text',
  limit: () => true,
  tree: (type) => type.kind === 'record',
  record: (type) => type.kind === 'record',
};

const NAMES: Readonly<Partial<Record<Pattern, string>>> = {
  moment: 'date or datetime',
  limit: 'limits.…',
  tree: 'record with tree:',
  plain: 'number',
  currency: 'EUR',
  numbers: 'list of number',
  durations: 'list of duration',
  dates: 'list of date',
  ordered: 'number, text, date, datetime or duration',
  ordereds: 'list of number, text, date, datetime or duration',
  printable: 'number, text, date, datetime, boolean or record',
};

/** The result of the first overload that takes these arguments, or null. */
export function resultOf(signature: Signature, args: readonly Type[]): Type | null {
  for (const overload of signature.overloads) {
    if (!accepts(overload, args)) continue;
    const result = typeof overload.result === 'function' ? overload.result(args) : overload.result;
    if (result !== null) return result;
  }
  return null;
}

function accepts({ args: patterns, repeat = false }: Overload, args: readonly Type[]): boolean {
  if (args.length < patterns.length || (!repeat && args.length > patterns.length)) return false;
  return args.every((type, index) => {
    const pattern = patterns[Math.min(index, patterns.length - 1)];
    return pattern !== undefined && TESTS[pattern](type);
  });
}

/** `round(number) or round(number, number)`, for messages and the reference. */
export function usage(signature: Signature): string {
  return signature.overloads
    .map(
      ({ args, repeat }) =>
        `${signature.name}(${args.map((arg) => NAMES[arg] ?? arg).join('; ')}${repeat ? ' …' : ''})`,
    )
    .join(' | ');
}

export function argumentNames(args: readonly Type[]): string {
  return args.map(typeName).join('; ');
}
