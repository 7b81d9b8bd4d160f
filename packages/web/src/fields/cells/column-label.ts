import type { Field } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { cellOf } from './registry.ts';

/** The unit that a column's header names once for all its cells, or null. */
export function useUnits(): (field: Field) => string | null {
  const format = useFormat();
  return (field) => cellOf(field).unit(field, format);
}

/** A header with its unit: `Amount (€)`. */
export function columnLabel(label: string, unit: string | null): string {
  return unit === null ? label : `${label} (${unit})`;
}
