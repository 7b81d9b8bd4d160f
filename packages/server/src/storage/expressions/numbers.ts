import type { Field, Type } from '@ninefold/model';
import { decimalsOf } from '../columns/registry.ts';
import type { Context, Value } from './context.ts';
import type { Sql } from '../sql/sql.ts';

/** A comparison by its node name, and how it reads with the sides exchanged. */
export const ORDERS: Readonly<
  Record<string, { readonly sign: string; readonly flipped: string; readonly rounding: 'floor' | 'ceil' }>
> = {
  lt: { sign: '<', flipped: 'gt', rounding: 'ceil' },
  le: { sign: '<=', flipped: 'ge', rounding: 'floor' },
  gt: { sign: '>', flipped: 'lt', rounding: 'floor' },
  ge: { sign: '>=', flipped: 'le', rounding: 'ceil' },
};

/** A column of this field as a value: a span is in milliseconds there. */
export function columnValue(stored: Sql, type: Type, field: Field, { dialect }: Context): Value {
  const text = type.kind === 'duration' ? dialect.span(stored) : stored;
  return { kind: 'value', type, sql: text, scale: dialect.scaleOf(field), guards: [], param: null };
}

/** A value as the column of this field would hold it: a number rounded half away from zero, a span by its length. */
export function storedForm(value: Value, field: Field, { dialect }: Context): Value {
  if (value.type.kind === 'duration') return { ...value, sql: dialect.lengthOf(value.sql), param: null };
  const decimals = decimalsOf(field);
  if (decimals === null || value.scale === decimals) return value;
  return { ...value, ...dialect.rounded(value, decimals), param: null };
}
