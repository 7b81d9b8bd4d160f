import type { Entity, Wire } from '@ninefold/model';
import { columnOf, fieldReader } from '../../../storage/columns/registry.ts';
import type { Dialect } from '../../../storage/dialect.ts';
import type { Row, SqlValue } from '../../../storage/sql-value.ts';
import type { Draft } from '../holder.ts';
import type { Tree } from '../tree.ts';

const SYSTEM_TEXT = ['created_at', 'changed_at', 'trashed_at', 'trashed_with'] as const;
const SYSTEM_USER = ['created_by', 'changed_by'] as const;

/** The columns of a record's own table that hold what the tree names. */
export function columnNames(entity: Entity, tree: Tree): readonly string[] {
  const names = Object.keys(tree).flatMap((name) => {
    const field = entity.fields[name];
    if (field) return columnOf(field) === null ? [] : [name];
    if (name === 'version' || isOneOf(SYSTEM_TEXT, name) || isSystemUser(name)) return [name];
    if (entity.lifecycle === null) return [];
    return name === 'state_final' ? ['state'] : name === 'state' || name === 'state_since' ? [name] : [];
  });
  return [...new Set(names)];
}

/** Whether a name is that of a column that names who touched the record. */
export function isSystemUser(name: string): boolean {
  return isOneOf(SYSTEM_USER, name);
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Puts what a row holds into a draft. */
type Put = (row: Row, draft: Draft) => void;

/** Reads the columns that a row holds, in wire form; references as `{ id }`. Planned once for the names that are wanted. */
export function rowReader(
  dialect: Dialect,
  entity: Entity,
  wanted: Readonly<Record<string, unknown>>,
): (row: Row) => Draft {
  const puts = Object.keys(wanted).flatMap((name) => putOf(dialect, entity, name) ?? []);
  return (row) => {
    const draft: Draft = { id: String(row['id']) };
    for (const put of puts) put(row, draft);
    return draft;
  };
}

function putOf(dialect: Dialect, entity: Entity, name: string): Put | null {
  const field = entity.fields[name];
  const read = field ? fieldReader(dialect, field) : systemReader(entity, name);
  if (read === null) return null;
  const column = name === 'state_final' ? 'state' : name;
  return (row, draft) => {
    draft[name] = read(row[column] ?? null);
  };
}

function systemReader(entity: Entity, name: string): ((value: SqlValue) => Wire) | null {
  if (name === 'version') return Number;
  if (isOneOf(SYSTEM_TEXT, name)) return (value) => value as string | null;
  if (isSystemUser(name)) return (value) => (value === null ? null : { id: String(value) });
  const { lifecycle } = entity;
  if (lifecycle === null) return null;
  if (name === 'state' || name === 'state_since') return String;
  return name === 'state_final' ? (value) => lifecycle.states[String(value)]?.final === true : null;
}
