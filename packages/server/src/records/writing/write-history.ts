import { columnOf, storageOf } from '../../storage/columns/registry.ts';
import {
  changedFields,
  idOf,
  type Entity,
  type Field,
  type HistoryEntry,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import type { Writer } from '../../storage/database.ts';
import { isPlain, type Sent } from './body.ts';
import { newId } from './uuid.ts';

/** One change of a field as history keeps it: references and lines by id. */
export interface Change {
  readonly field: string;
  readonly old: Wire;
  readonly new: Wire;
}

export interface HistoryRow {
  readonly entity: string;
  readonly record: string;
  readonly at: string;
  readonly by: string | null;
  readonly kind: HistoryEntry['kind'];
  readonly transition: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly input: Sent | null;
  readonly changes: readonly Change[];
  readonly via: HistoryEntry['via'];
  readonly version: number;
}

const INSERT = `INSERT INTO "_history" ("id", "entity", "record", "at", "by", "kind", "transition", "from", "to", "input", "changes", "via", "version")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function writeHistory(tx: Writer, row: HistoryRow): void {
  const { entity, record, at, by, kind, transition, from, to, input, changes, via, version } = row;
  const answers = input === null ? null : JSON.stringify(input);
  tx.later(INSERT, [
    newId(at),
    entity,
    record,
    at,
    by,
    kind,
    transition,
    from,
    to,
    answers,
    JSON.stringify(changes),
    via,
    version,
  ]);
}

/** What a write changed, without computed values: they follow from the rest. */
export function changesOf(entity: Entity, before: RecordValue | null, record: RecordValue): readonly Change[] {
  return changedFields(entity, before, record).flatMap((name) => {
    const field = entity.fields[name];
    if (!field || field.computed !== null || storageOf(field) === null) return [];
    return [{ field: name, old: compact(field, before?.[name]), new: compact(field, record[name]) }];
  });
}

/** A value without anything that was only loaded with it. */
export function compact(field: Field, value: Wire | undefined): Wire {
  switch (field.type) {
    case 'reference':
      return reference(value);
    case 'references':
      return Array.isArray(value) ? value.map((item: Wire) => reference(item)) : [];
    case 'lines':
      return Array.isArray(value) ? value.map((line: Wire) => compactLine(field.fields, line)) : [];
    default:
      return value ?? null;
  }
}

function compactLine(fields: Readonly<Record<string, Field>>, line: Wire): Wire {
  const stored = Object.values(fields).filter((field) => columnOf(field) !== null);
  const values = stored.map((field) => [field.id, compact(field, isPlain(line) ? line[field.id] : null)] as const);
  return { id: idOf(line) ?? '', ...Object.fromEntries(values) };
}

function reference(value: Wire | undefined): Wire {
  const id = idOf(value);
  return id === null ? null : { id };
}
