import { lengthOf, type Duration, type Scope, type Type, type Value as ModelValue } from '@ninefold/model';

function isDuration(value: ModelValue): value is Duration {
  return typeof value === 'object' && value !== null && 'months' in value && 'days' in value && 'ms' in value;
}

/** A value as our functions take and give it: exact numbers as decimal text, spans as `months;days;ms`, records as their id. */
export function encode(value: ModelValue): null | string | number {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return String(value);
  if (isDuration(value)) return `${value.months};${value.days};${value.ms}`;
  const id = (value as { readonly id?: unknown }).id; // a record, a line or a reference
  return typeof id === 'string' ? id : null;
}

/** The same of a value that is worked out when a statement runs. */
export function encoded(valueOf: (scope: Scope) => ModelValue): (scope: Scope) => null | string | number {
  return (scope) => encode(valueOf(scope));
}

/** The exact value of a number that a column holds scaled, or of exact text. */
export function decodeNumber(value: unknown, scale: number | null): bigint | null {
  if (typeof value === 'bigint') return value * 10n ** BigInt(10 - (scale ?? 10));
  return typeof value === 'string' ? BigInt(value) : null;
}

/** The evaluator's value of an argument. */
export function decode(value: unknown, kind: Type['kind'], scale: number | null): ModelValue {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'number':
      return decodeNumber(value, scale);
    case 'boolean':
      return Number(value) === 1;
    case 'duration':
      return span(String(value));
    case 'record':
    case 'line':
      return { id: String(value) };
    default:
      return String(value);
  }
}

/** The length of a span in whole milliseconds; null where no column holds it. */
export function decodeLength(value: unknown): bigint | null {
  const ms = typeof value === 'string' ? lengthOf(span(value)) : Number.NaN;
  return Number.isSafeInteger(ms) ? BigInt(ms) : null;
}

function span(text: string): Duration {
  const [months = 0, days = 0, ms = 0] = text.split(';').map(Number);
  return { months, days, ms };
}
