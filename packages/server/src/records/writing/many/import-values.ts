import {
  type Entity,
  type Field,
  type ImportedField,
  type ImportedValue,
  isManyReferences,
  isOneReference,
  normalValue,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import type { ImportRow } from '../../context/import-source.ts';
import { isPlain, type Sent } from '../../context/body.ts';

/** Examples of a field for each of both: values that are emptied, and values that are changed. */
const MOST_EXAMPLES = 3;

/** A record that a row changed. */
export interface ChangedRow {
  readonly entity: Entity;
  readonly row: ImportRow;
  /** As far as the caller may read it. */
  readonly before: RecordValue | null;
  /** What the row says otherwise than `before`. */
  readonly sent: Sent;
}

/** Adds what one more row changes. */
export function withChange(fields: readonly ImportedField[], change: ChangedRow): readonly ImportedField[] {
  const own = Object.keys(change.sent).map((field): ImportedField => {
    const value = valueOf(change, field);
    const isEmptied = isBlank(value.after);
    return { field, changed: isEmptied ? 0 : 1, emptied: isEmptied ? 1 : 0, examples: [value] };
  });
  return togetherInFields(fields, own);
}

/** What two parts of an import change. */
export function togetherInFields(
  one: readonly ImportedField[],
  other: readonly ImportedField[],
): readonly ImportedField[] {
  const added = new Map(other.map((each) => [each.field, each]));
  const both = one.map((each) => {
    const more = added.get(each.field);
    added.delete(each.field);
    return more === undefined ? each : sum(each, more);
  });
  return [...both, ...added.values()];
}

function sum(one: ImportedField, other: ImportedField): ImportedField {
  const all = [...one.examples, ...other.examples];
  const emptied = all.filter(({ after }) => isBlank(after)).slice(0, MOST_EXAMPLES);
  const changed = all.filter(({ after }) => !isBlank(after)).slice(0, MOST_EXAMPLES);
  return {
    field: one.field,
    changed: one.changed + other.changed,
    emptied: one.emptied + other.emptied,
    examples: [...emptied, ...changed],
  };
}

function valueOf({ entity, row, before, sent }: ChangedRow, name: string): ImportedValue {
  const field = entity.fields[name];
  const title = String(before?.['title'] ?? '');
  const after = field ? named(field, normalValue(field, sent[name] ?? null), row.written(name)) : null;
  return { row: row.row, title, before: before?.[name] ?? null, after };
}

/** References by the name that stands in the file. */
function named(field: Field, value: Wire, written: string | null): Wire {
  const names = isManyReferences(field) ? (written ?? '').split(';') : [written ?? ''];
  const withName = (item: Wire, name: string | undefined): Wire =>
    isPlain(item) && name ? { title: name.trim(), ...item } : item;
  if (isOneReference(field)) return withName(value, names[0]);
  if (!isManyReferences(field) || !Array.isArray(value)) return value;
  return value.map((item: Wire, at) => withName(item, names[at]));
}

function isBlank(value: Wire): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
