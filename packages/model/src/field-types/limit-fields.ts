import type { Field } from '../ir/field.ts';
import type { LimitEntry, LimitType } from '../ir/limit.ts';
import { PLAIN_FIELD, PLAIN_REFERENCE } from '../ir/plain-field.ts';
import { currencyDecimals } from '../values/currencies.ts';

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

/** True where the value of a limit is a list. */
export function isListLimit({ type }: Pick<LimitEntry, 'type'>): boolean {
  return type === 'dates';
}

/** A field whose values are those of a limit, to read and to show them: of `dates`, each of them. */
export function fieldOfLimit(limit: LimitValues & Pick<LimitEntry, 'id'>, currency: string | null): Field {
  return FIELDS[limit.type](limit.id, { ...limit, currency });
}
