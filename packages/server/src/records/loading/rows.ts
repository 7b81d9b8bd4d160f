import {
  type Entity,
  type Field,
  type LinesField,
  type ReferenceField,
  type Wire,
  isLines,
  isList,
  isMap,
  isOneReference,
} from '@ninefold/model';
import type { PlanContext } from '../context/context.ts';
import type { Tree } from './tree.ts';
import { columnOf, fieldReader, linksOf, storageOf } from '../../storage/columns/registry.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import { childTable } from '../../storage/sql/names.ts';
import type { Row, SqlValue } from '../../storage/sql/sql-value.ts';
import { type Sql, column, raw, resultColumn, sql, table } from '../../storage/sql/sql.ts';

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
  if (isOneOf(SYSTEM_TEXT, name)) return (value) => (value === null ? null : String(value));
  if (isSystemUser(name)) return (value) => (value === null ? null : { id: String(value) });
  const { lifecycle } = entity;
  if (lifecycle === null) return null;
  if (name === 'state' || name === 'state_since') return String;
  return name === 'state_final' ? (value) => lifecycle.states[String(value)]?.final === true : null;
}

/** Inlined relations: values of other tables that the statement of the record's own row `t` selects, so that they need no statement of their own. */
export interface Inlined {
  /** Names of the tree that need nothing else. */
  readonly names: ReadonlySet<string>;
  /** Columns of the statement. */
  readonly columns: readonly Sql[];
  /** Puts what they hold into a record that has its own columns. */
  put(row: Row, draft: Draft): void;
}

interface Part {
  readonly name: string;
  readonly columns: readonly Sql[];
  put(row: Row, draft: Draft): void;
}

/** Functions of a database take no more values than this. */
const MOST_COLUMNS = 90;
/** More than so many fields of one record are a statement of their own. */
const MOST_FIELDS = 3;

export function planInlined(context: PlanContext, entity: Entity, tree: Tree): Inlined {
  const parts = Object.entries(tree).flatMap(([name, branch], index) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    const relation = field && { context, entity, field, branch, label: `inlined${String(index)}` };
    return relation ? (partOf(relation) ?? []) : [];
  });
  return {
    names: new Set(parts.map(({ name }) => name)),
    columns: parts.flatMap(({ columns }) => columns),
    put: (row, draft) => {
      for (const part of parts) part.put(row, draft);
    },
  };
}

/** A field whose values stand in another table, and how the columns of the statement that hold them are labelled. */
interface Relation<F extends Field = Field> {
  readonly context: PlanContext;
  readonly entity: Entity;
  readonly field: F;
  readonly branch: Tree;
  readonly label: string;
}

function partOf(relation: Relation): Part | null {
  const { field, branch } = relation;
  const needed = Object.keys(branch).filter((name) => name !== 'id');
  const kind = storageOf(field)?.kind;
  if (isOneReference(field) && kind === 'column') return targetPart({ ...relation, field }, needed);
  if (kind === 'links' && needed.length === 0) return linksPart(relation);
  return isLines(field) && kind === 'lines' ? linesPart({ ...relation, field }) : null;
}

/** A few stored fields of the record that a reference leads to. */
function targetPart(
  { context: { model, dialect }, field, branch, label }: Relation<ReferenceField>,
  needed: readonly string[],
): Part | null {
  const target = model.entities[field.to];
  if (!target || needed.length === 0 || needed.length > MOST_FIELDS) return null;
  const readers = needed.flatMap((name) => {
    const of = Object.hasOwn(target.fields, name) ? target.fields[name] : undefined;
    const read = of === undefined || of.visibleWhen !== null ? null : fieldReader(dialect, of);
    return read === null || Object.keys(branch[name] ?? {}).length > 0 ? [] : [{ name, read }];
  });
  if (readers.length < needed.length) return null;
  const from = sql`FROM ${table(field.to)} a WHERE a."id" = ${column('t', field.id)}`;
  const values = readers.map(({ name, read }, index) => {
    const value = sql`(SELECT ${column('a', name)} ${from})`;
    return { name, column: resultColumn(`${label}.${String(index)}`, value, read) };
  });
  return {
    name: field.id,
    columns: values.map(({ column: { selected } }) => selected),
    put: (row, draft) => {
      for (const reference of references(draft[field.id]))
        for (const { name, column: value } of values) reference[name] = value.read(row);
    },
  };
}

function linksPart(relation: Relation): Part {
  const { context, field } = relation;
  const items = context.dialect.json.list('a."value"', 'a."position"');
  return listPart(relation, items, (value) => linksOf(field)?.decode(String(value)) ?? null);
}

function linesPart(relation: Relation<LinesField>): Part | null {
  const { context, field, branch } = relation;
  const { dialect } = context;
  const inner = Object.values(field.fields).flatMap((of) => {
    const [stored, read] = [columnOf(of), fieldReader(dialect, of)];
    return stored === null || read === null ? [] : [{ id: of.id, holds: stored.holds, read }];
  });
  const isDeep = Object.values(branch).some((below) => Object.keys(below).some((name) => name !== 'id'));
  if (isDeep || inner.length > MOST_COLUMNS) return null;
  const columns = inner.map(({ id, holds }) => ({ sql: column('a', id).text, holds }));
  const items = dialect.json.list(dialect.json.row([{ sql: 'a."id"', holds: 'text' }, ...columns]), 'a."position"');
  return listPart(relation, items, (item) => {
    const [id, ...values]: readonly unknown[] = Array.isArray(item) ? item : [];
    const line: Draft = { id: String(id) };
    inner.forEach(({ id: name, holds, read }, at) => {
      line[name] = read(dialect.json.value(holds, values[at] ?? null));
    });
    return line;
  });
}

function listPart({ entity, field, label }: Relation, items: string, itemOf: (item: unknown) => Wire): Part {
  const from = sql`FROM ${table(childTable(entity.id, field.id))} a WHERE a."record" = t."id"`;
  const list = resultColumn(label, sql`(SELECT ${raw(items)} ${from})`, (value): Wire => {
    if (typeof value !== 'string' || value === '[]') return [];
    const listed: readonly unknown[] = JSON.parse(value);
    return listed.map(itemOf);
  });
  return {
    name: field.id,
    columns: [list.selected],
    put: (row, draft) => {
      draft[field.id] = list.read(row);
    },
  };
}

/** A record, line or reference while it is being put together. */
export type Draft = Record<string, Wire | undefined>;

/** What a draft holds of another record. */
export type Reference = Draft & { readonly id: string };

/** The references that a value holds: itself, or those of a list. */
export function references(value: Wire | undefined): readonly Reference[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter(
    (item): item is Reference =>
      typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string',
  );
}

/** The id that a value names, or that of its first reference. */
export function idIn(value: Wire | undefined): string | null {
  return typeof value === 'string' ? value : (references(value)[0]?.id ?? null);
}

/** Whether a value is a record, line or reference that is being loaded. */
export function isDraft(value: unknown): value is Draft {
  return isMap(value);
}

/** The lines or references in a list; none where there is no list. */
export function draftsIn(value: Wire | undefined): readonly Draft[] {
  return isList(value) ? value.filter(isDraft) : [];
}
