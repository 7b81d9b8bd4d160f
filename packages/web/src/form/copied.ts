import { useMemo } from 'react';
import type { Field, RecordValue, Wire } from '@ninefold/model';
import { useRecordQuery } from '../record/record-api.ts';
import type { Values } from './use-draft.ts';

/** Names the record whose values a form begins with: `?copy=<id>`. */
export const COPY = 'copy';

const NONE: Values = {};

/** What a duplicate takes over of the record that the address names; null while it comes. */
export function useCopied(entity: string, id: string | null, fields: readonly Field[]): Values | null {
  const { data, error } = useRecordQuery({ entity, id: id ?? '' }, { skip: id === null });
  return useMemo(() => {
    if (id === null || error !== undefined) return NONE;
    return data === undefined ? null : copyOf(data, fields);
  }, [id, data, error, fields]);
}

/** The values of these fields without those that belong to one record alone: `no_copy`, unique ones, ids of lines. */
export function copyOf(record: RecordValue, fields: readonly Field[]): Values {
  const copied = fields.filter((field) => !field.noCopy && !field.unique && record[field.id] !== undefined);
  return Object.fromEntries(copied.map((field) => [field.id, copiedValue(field, record[field.id] as Wire)]));
}

function copiedValue(field: Field, value: Wire): Wire {
  if (field.type !== 'lines' || !Array.isArray(value)) return value;
  const own = Object.values(field.fields).filter((part) => part.computed === null);
  return value.map((line: Wire) => {
    const values = line as Readonly<Record<string, Wire>>;
    return Object.fromEntries(own.map((part) => [part.id, values[part.id] ?? null]));
  });
}
