import type { Field } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';

/** The unit that a column's header names once for all its cells, or null. */
export function useUnits(): (field: Field) => string | null {
  const format = useFormat();
  return (field) => {
    if (field.type === 'money') return field.currencyFrom === null ? format.currency(field.currency) : null;
    return field.type === 'percent' ? '%' : null;
  };
}

/** A header with its unit: `Amount (€)`. */
export function columnLabel(label: string, unit: string | null): string {
  return unit === null ? label : `${label} (${unit})`;
}
