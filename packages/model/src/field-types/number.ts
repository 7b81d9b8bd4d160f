import type { MoneyField, NumberField, PercentField } from '../ir/field.ts';
import { decimalSchema, decimalToWire, normalDecimal } from './decimal-rules.ts';
import type { TypeRules } from './rules.ts';

/** Shared by every exact decimal; they differ in where their scale comes from. */
export const decimalRules: TypeRules<NumberField | MoneyField | PercentField> = {
  kind: 'number',
  type: () => ({ kind: 'number' }),
  normal: (value, field) => normalDecimal(value, field.scale),
  schema: () => decimalSchema,
  toWire: (value, field) => decimalToWire(value, field.scale),
};
