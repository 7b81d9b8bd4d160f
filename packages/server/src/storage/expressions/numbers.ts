import type { Field } from '@ninefold/model';
import type { Context, Value } from './context.ts';

/** A comparison by its node name, and how it reads with the sides exchanged. */
export const ORDERS: Readonly<
  Record<string, { readonly sign: string; readonly flipped: string; readonly rounding: 'floor' | 'ceil' }>
> = {
  lt: { sign: '<', flipped: 'gt', rounding: 'ceil' },
  le: { sign: '<=', flipped: 'ge', rounding: 'floor' },
  gt: { sign: '>', flipped: 'lt', rounding: 'floor' },
  ge: { sign: '>=', flipped: 'le', rounding: 'ceil' },
};

/** How many decimals a field keeps; null where it is no number. */
export function decimalsOf(field: Field): number | null {
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

/** A number as the column of this field would hold it, rounded half away from zero; other values as they are. */
export function storedForm(value: Value, field: Field, { dialect }: Context): Value {
  const decimals = decimalsOf(field);
  if (decimals === null || value.scale === decimals) return value;
  return { ...value, ...dialect.rounded(value, decimals), param: null };
}
