import type { Field } from '../ir/field.ts';
import type { Expression, Type } from '../ir/expression.ts';
import type { LimitEntry, LimitScalar, LimitType } from '../ir/limit.ts';
import { PLAIN_FIELD, PLAIN_REFERENCE } from '../ir/plain-field.ts';
import { currencyDecimals } from '../values/currencies.ts';
import { boundedOf, typeOf } from './registry.ts';

/** As many decimals as a number has. */
const MOST_DECIMALS = 10;

/** What the values of a limit are, whatever it is called. */
export type LimitValues = Pick<LimitEntry, 'type' | 'to' | 'options' | 'scale'>;

/** What the field that a limit is taken for depends on: `currency` is that of the specification. */
interface LimitPlace extends LimitValues {
  readonly currency: string | null;
}

const text = { ...PLAIN_FIELD, type: 'string', format: null, pattern: null } as const;
const decimal = { ...PLAIN_FIELD, scale: MOST_DECIMALS, triangle: false } as const;

function scaled({ scale }: LimitPlace): { readonly scale: number } {
  return { scale: scale ?? MOST_DECIMALS };
}

/** How the field is built that has the values of a limit. */
const FIELDS: Readonly<Record<LimitType, (id: string, place: LimitPlace) => Field>> = {
  string: (id) => ({ ...text, id }),
  text: (id) => ({ ...PLAIN_FIELD, id, type: 'text', format: 'plain' }),
  integer: (id) => ({ ...PLAIN_FIELD, id, type: 'integer', triangle: false }),
  number: (id, place) => ({ ...decimal, ...scaled(place), id, type: 'number' }),
  money: (id, { currency }) =>
    currency === null
      ? { ...decimal, id, type: 'number' }
      : { ...decimal, id, type: 'money', currency, currencyFrom: null, scale: currencyDecimals(currency) },
  percent: (id, place) => ({ ...decimal, ...scaled(place), id, type: 'percent' }),
  boolean: (id) => ({ ...PLAIN_FIELD, id, type: 'boolean' }),
  date: (id) => ({ ...PLAIN_FIELD, id, type: 'date', era: false }),
  dates: (id) => ({ ...PLAIN_FIELD, id, type: 'date', era: false }),
  datetime: (id) => ({ ...PLAIN_FIELD, id, type: 'datetime', era: false }),
  reference: (id, { to }) => ({ ...PLAIN_REFERENCE, id, to: to ?? '', inverse: '' }),
  duration: (id) => ({ ...PLAIN_FIELD, id, type: 'duration' }),
  time: (id) => ({ ...PLAIN_FIELD, id, type: 'time' }),
  choice: (id, { options }) => ({ ...PLAIN_FIELD, id, type: 'choice', options }),
};

/** True where a limit may have as many decimals as a number can have: it keeps those that were given. */
export function hasAnyDecimals(field: Field): boolean {
  return 'scale' in field && field.scale === MOST_DECIMALS;
}

/** True where the value of a limit is a list. */
export function isListLimit({ type }: Pick<LimitEntry, 'type'>): boolean {
  return type === 'dates';
}

/** A field whose values are those of a limit, to read and to show them: of `dates`, each of them. */
export function fieldOfLimit(limit: LimitValues & Pick<LimitEntry, 'id'>, currency: string | null): Field {
  return FIELDS[limit.type](limit.id, { ...limit, currency });
}

/** The field that a new value of a limit is entered in and judged by, within the bounds of the limit. */
export function fieldToSet(
  limit: LimitValues & Pick<LimitEntry, 'id' | 'min' | 'max' | 'format'>,
  currency: string | null,
): Field {
  const field = fieldOfLimit(limit, currency);
  const type: Type = boundedOf(field.type) === 'length' ? { kind: 'number' } : typeOf(field, '');
  const bound = (value: LimitScalar | null): Expression | null =>
    value === null ? null : { source: String(value), type, tree: literal(value, type), reads: [] };
  const bounds = { required: true, min: bound(limit.min), max: bound(limit.max) };
  return field.type === 'string' ? { ...field, ...bounds, format: limit.format } : { ...field, ...bounds };
}

function literal(value: LimitScalar, type: Type): NonNullable<Expression['tree']> {
  return { node: 'literal', type, value: typeof value === 'number' ? String(value) : value };
}
