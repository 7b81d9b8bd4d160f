import type { Type } from '../ir/expression.ts';
import type { RecordValue, ReferenceValue, Wire } from '../wire/answers.ts';
import { fromInteger, parseDecimal } from './decimal.ts';
import type { Duration } from './time.ts';

/** A record, line or referenced record as an expression sees it. */
export type Holder = RecordValue | ReferenceValue | { readonly [field: string]: Wire | undefined };

/**
 * A value inside the evaluator: numbers are exact bigints that count 10^-10, dates and instants their ISO text, blank is null.
 * A boolean that is null is undecided: a guarded comparison met a blank `user` side.
 */
export type Value = null | boolean | bigint | string | Duration | Holder | readonly Value[];

/** Everything an expression may read, at one moment. */
export interface Scope {
  readonly record?: Holder | null;
  readonly before?: Holder | null;
  readonly line?: Holder | null;
  readonly user?: Holder | null;
  readonly input?: Holder | null;
  readonly option?: Holder | null;
  /** The people that `users_with(role)` lists, by role; missing where this side does not know them. */
  readonly users_with?: Holder;
  readonly limits: Readonly<Record<string, Wire>>;
  readonly transition?: string | null;
  readonly creating?: boolean;
  /** The transaction's one instant, RFC 3339 UTC with milliseconds. */
  readonly now: string;
  /** The calendar day of `now` in the application's zone. */
  readonly today: string;
  readonly timeZone: string;
}

/** A wire value as the evaluator holds it, by its type; undefined stays undefined (not loaded, or not readable). */
export function fromWire(wire: Wire | undefined, type: Type): Value | undefined {
  if (wire === undefined) return undefined;
  switch (type.kind) {
    case 'null':
      return null;
    case 'boolean':
      return wire === true;
    case 'number':
      return typeof wire === 'number' ? fromInteger(wire) : typeof wire === 'string' ? parseDecimal(wire) : null;
    case 'record':
    case 'line':
      return typeof wire === 'string' ? { id: wire } : (wire as Holder | null);
    case 'list':
      return Array.isArray(wire) ? wire.map((item: Wire) => fromWire(item, type.of) ?? null) : [];
    case 'duration':
      return null;
    default:
      return typeof wire === 'string' && wire !== '' ? wire : null;
  }
}

export function isHolder(value: Value | undefined): value is Holder {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDuration(value);
}

/** Whether a value is a span of time. */
export function isDuration(value: Value | undefined): value is Duration {
  return typeof value === 'object' && value !== null && 'months' in value && 'ms' in value && 'days' in value;
}
