import type { Field } from '@ninefold/model';
import type { SqlValue } from '../../database.ts';
import type { ParamSource, Value } from './context.ts';
import { valueIn } from './parameters.ts';
import { param, raw, type Sql, sql } from './sql.ts';

const DIGITS = 10;
const INT64 = 2n ** 63n - 1n;

/** A comparison by its node name, and how it reads with the sides exchanged. */
export const ORDERS: Readonly<
  Record<string, { readonly sign: string; readonly flipped: string; readonly rounding: 'floor' | 'ceil' }>
> = {
  lt: { sign: '<', flipped: 'gt', rounding: 'ceil' },
  le: { sign: '<=', flipped: 'ge', rounding: 'floor' },
  gt: { sign: '>', flipped: 'lt', rounding: 'floor' },
  ge: { sign: '>=', flipped: 'le', rounding: 'ceil' },
};

export function scaleOf(field: Field): number | null {
  switch (field.type) {
    case 'integer':
      return 0;
    case 'number':
    case 'money':
    case 'percent':
      return field.scale;
    default:
      return null;
  }
}

/** A number as exact text; other values as they are. */
export function exact(value: Value): Sql {
  if (value.type.kind !== 'number' || value.scale === null) return value.sql;
  return sql`nf_exact(${value.sql}, ${raw(String(value.scale))})`;
}

/** A number as an integer of the field's scale, rounded half away from zero; other values as they are. */
export function storedForm(value: Value, field: Field): Value {
  const scale = scaleOf(field);
  if (scale === null || value.scale === scale) return value;
  return { ...value, sql: sql`nf_scaled(${exact(value)}, ${raw(String(scale))})`, scale, param: null };
}

/** A parameter as a scaled column is compared with it. Where no such integer is equal to it, a text that equals none. */
export function scaledParam(source: ParamSource, scale: number, rounding: 'equal' | 'floor' | 'ceil'): Sql {
  const step = 10n ** BigInt(DIGITS - scale);
  return param((scope) => {
    const value = valueIn(source, scope);
    return typeof value === 'bigint' ? scaledTo(value, step, rounding) : null;
  });
}

function scaledTo(value: bigint, step: bigint, rounding: 'equal' | 'floor' | 'ceil'): SqlValue {
  const rest = value % step;
  const floor = value / step - (rest < 0n ? 1n : 0n);
  if (rounding === 'equal') return rest === 0n && within(floor) === floor ? floor : 'none';
  return within(rounding === 'ceil' && rest !== 0n ? floor + 1n : floor);
}

function within(value: bigint): bigint {
  return value > INT64 ? INT64 : value < -INT64 ? -INT64 : value;
}

/** Two numbers in one form, so that SQL compares them: a parameter takes the column's scale. */
export function sameForm(left: Value, right: Value, rounding: 'equal' | 'floor' | 'ceil'): readonly [Sql, Sql] | null {
  if (right.param && left.scale !== null) return [left.sql, scaledParam(right.param, left.scale, rounding)];
  return left.scale !== null && left.scale === right.scale ? [left.sql, right.sql] : null;
}
