import type { Node, Type } from '../ir/expression.ts';
import type { RecordValue, ReferenceValue, Wire } from '../wire/answers.ts';
import { fromInteger, parseDecimal } from './decimal.ts';
import { parseSpan, spanOf } from './span.ts';
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
  /** Whose substitute is asked for. */
  readonly approver?: Holder | null;
  /** What each call of `verify` comes to, by its node; missing: this side cannot know. */
  readonly verified?: ReadonlyMap<Node, boolean>;
  /** What an incoming call brought, and what an outgoing one answered: values of JSON. */
  readonly body?: Wire;
  readonly answer?: Wire;
  /** The item of an effect with `each`. */
  readonly each?: Value;
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
    case 'secret':
      return wire === true || (typeof wire === 'string' && wire !== '') ? wire : null;
    case 'number':
      return typeof wire === 'number' ? fromInteger(wire) : typeof wire === 'string' ? parseDecimal(wire) : null;
    case 'record':
    case 'file':
    case 'line':
      if (typeof wire === 'string') return { id: wire };
      return isMap(wire) || wire === null ? wire : undefined; // what cannot be a record decides nothing; it is refused later
    case 'list':
      return Array.isArray(wire) ? wire.map((item: Wire) => fromWire(item, type.of) ?? null) : [];
    case 'duration':
      return typeof wire === 'string' ? spanIn(wire) : null;
    default:
      return typeof wire === 'string' && wire !== '' ? wire : null;
  }
}

/** A span in wire form as the evaluator holds it; null where the text is none. */
export function spanIn(text: string): Duration | null {
  const ms = parseSpan(text);
  return ms === null ? null : spanOf(ms);
}

export function isHolder(value: Value | undefined): value is Holder {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDuration(value);
}

/** Whether a value is a span of time. */
export function isDuration(value: Value | undefined): value is Duration {
  return typeof value === 'object' && value !== null && 'months' in value && 'ms' in value && 'days' in value;
}

/** The id of a reference or line, null where it has none. */
export function idOf(value: Wire | undefined): string | null {
  const id = memberOf(value, 'id');
  return typeof id === 'string' ? id : null;
}

/** A member of an object's own; undefined where the value is no object or has none of that name. */
export function memberOf(value: Wire | undefined, name: string): Wire | undefined {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether two lists hold the same items in the same order, none where they are blank; what is no list is the same as itself alone. */
export function sameList(a: Wire | undefined, b: Wire | undefined, same: (x: Wire, y: Wire) => boolean): boolean {
  const [left, right] = [itemsOf(a), itemsOf(b)];
  if (left === null || right === null) return a === b;
  return left.length === right.length && left.every((item, index) => same(item, right[index] ?? null));
}

/** None where a value is blank, null where it is no list. */
function itemsOf(value: Wire | undefined): readonly Wire[] | null {
  if (value === undefined || value === null) return [];
  return isList(value) ? value : null;
}

/** Whether a value is a list. Unlike `Array.isArray` it tells lists that nobody may change from what is no list. */
export function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value);
}

/** Whether a value is an object with named members: no list and not null. */
export function isMap<T>(
  value: T,
): value is unknown extends T
  ? T & Readonly<Record<string, unknown>>
  : Exclude<Extract<T, object>, readonly unknown[]> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keys of a table, by their own type; for tables that are written down with exactly these keys. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(table) as K[]; // a table that is written down has no keys beside those of its type
}
