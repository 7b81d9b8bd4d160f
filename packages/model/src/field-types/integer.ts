import * as v from 'valibot';
import type { IntegerField } from '../ir/field.ts';
import { formatDecimal, parseDecimal, roundTo } from '../values/decimal.ts';
import type { Wire } from '../wire/answers.ts';
import type { TypeRules } from './rules.ts';

function normalInteger(value: Wire): Wire {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return null;
  const decimal = parseDecimal(value);
  if (decimal === null || roundTo(decimal, 0) !== decimal) return value;
  const integer = Number(formatDecimal(decimal, 0));
  return Number.isSafeInteger(integer) ? integer : value;
}

export const integerRules: TypeRules<IntegerField> = {
  kind: 'number',
  type: () => ({ kind: 'number' }),
  normal: normalInteger,
  schema: () =>
    v.pipe(
      v.number('bad_number'),
      v.check((value) => Number.isSafeInteger(value), 'bad_number'),
    ),
  toWire: (value) => (typeof value === 'bigint' ? Number(formatDecimal(value, 0)) : null),
};
