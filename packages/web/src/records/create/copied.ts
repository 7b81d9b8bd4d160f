import { useMemo } from 'react';
import {
  isFiles,
  isGivable,
  isLines,
  isSecret,
  memberOf,
  type Field,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { useRecordQuery } from '../../base/calls/record-api.ts';
import type { Values } from '../../forms/draft/use-draft.ts';

/** Names the record whose values a form begins with: `?copy=<id>`. */
export const COPY = 'copy';

const NONE: Values = {};

/** The values that a duplicate copies from the record in the address. Null while the record loads. */
export function useCopied(entity: string, id: string | null, fields: readonly Field[]): Values | null {
  const { data, error } = useRecordQuery({ entity, id: id ?? '' }, { skip: id === null });
  return useMemo(() => {
    if (id === null || error !== undefined) return NONE;
    return data === undefined ? null : copyOf(data, fields);
  }, [id, data, error, fields]);
}

/** The values of these fields without those that belong to one record alone: `no_copy`, unique ones, files, secrets, ids of lines. */
export function copyOf(record: RecordValue, fields: readonly Field[]): Values {
  const copied = fields.filter(
    (field) => !field.noCopy && !field.unique && !isFiles(field) && !isSecret(field) && record[field.id] !== undefined,
  );
  return Object.fromEntries(copied.map((field) => [field.id, copiedValue(field, record[field.id] ?? null)]));
}

function copiedValue(field: Field, value: Wire): Wire {
  if (!isLines(field) || !Array.isArray(value)) return value;
  const own = Object.values(field.fields).filter((part) => isGivable(part) && !part.noCopy && !isFiles(part));
  return value.map((line: Wire) => Object.fromEntries(own.map((part) => [part.id, memberOf(line, part.id) ?? null])));
}
