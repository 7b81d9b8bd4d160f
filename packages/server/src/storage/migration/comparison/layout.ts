import { type Entity, type Field, innerFields, isLines, type Model } from '@ninefold/model';
import type { FormerIds, Renamed } from '@ninefold/spec';
import { storageOf } from '../../columns/registry.ts';
import type { Reader } from '../../database/database.ts';
import { DENORMALISED } from '../../denormalised/denormalised-columns.ts';
import { childTable } from '../../sql/names.ts';
import type { ColumnShape, TableShape } from '../../database/shapes.ts';
import { tablesOf } from '../../schema/tables.ts';
import { movedTargets } from './moved-targets.ts';
import { otherSource } from './other-source.ts';
import type { Meanings, Standing } from './standing.ts';

/** A column as it should be, and the name that it has now; null where it is new. */
export interface PlacedColumn {
  readonly shape: ColumnShape;
  readonly before: string | null;
  /** The field whose values it holds; null for the runtime's own columns. */
  readonly field: Field | null;
  /** `ticket.priority`; of the state of an entity `ticket.state`. */
  readonly name: string;
}

/** A table of records as it should be, and the name that it has now; null where it is new. */
export interface PlacedTable {
  readonly shape: TableShape;
  readonly before: string | null;
  readonly entity: Entity;
  /** The field whose values it holds; null for the table of an entity. */
  readonly field: Field | null;
  /** `ticket`, `ticket.tags`. */
  readonly name: string;
  readonly columns: readonly PlacedColumn[];
  /** Columns that are there and no longer wanted. */
  readonly gone: readonly string[];
}

export interface Layout {
  readonly tables: readonly PlacedTable[];
  /** Tables of records that are there and no longer wanted. */
  readonly gone: readonly string[];
  /** Columns of every table of records that is there. */
  readonly present: ReadonlyMap<string, readonly string[]>;
  /** Renamings that were not done yet. */
  readonly pending: readonly Renamed[];
  /** Those of them that rename a field under whose former id something is stored, while nothing else keeps its present one. */
  readonly followed: readonly Renamed[];
}

/** How a renaming is remembered once it was done. */
export function renamingKey({ kind, path, was }: Renamed): string {
  return `${kind} ${path.join('.')} was ${was}`;
}

/** Nothing is stored under the ids of screens, their sections and limits. */
function isStored({ kind }: Renamed): boolean {
  return kind !== 'screen' && kind !== 'section' && kind !== 'limit';
}

/** Holds the tables that a model needs against those that are there, under the names that they had. */
export async function layoutOf(reader: Reader, model: Model, former: FormerIds, standing: Standing): Promise<Layout> {
  const present = new Map<string, readonly string[]>();
  for (const name of Object.keys(standing.meanings)) {
    const columns = name.startsWith('_') ? [] : await reader.dialect.schema.columns(reader, name);
    if (columns.length > 0)
      present.set(
        name,
        columns.filter((column) => !column.startsWith(DENORMALISED)),
      );
  }
  const done = new Set(standing.renamed);
  const written = former.renamed.filter((one) => isStored(one) && !done.has(renamingKey(one)));
  const exchanged = otherSource(model, written, standing);
  const moved = [...exchanged, ...movedTargets(model, written, { present, meanings: standing.meanings })];
  const isMoved = new Set(moved.map(({ path }) => path.join('.')));
  const pending = [...written.filter(({ kind, path }) => kind !== 'field' || !isMoved.has(path.join('.'))), ...moved];
  const before = namesBefore(pending, present, standing.meanings);
  const shapes = new Map(tablesOf(model).map((shape) => [shape.name, shape] as const));
  const tables = Object.values(model.entities).flatMap((entity) => placedTables(entity, shapes, before));
  const kept = new Set(tables.map((table) => table.before));
  const followed = pending.filter((one) => isFollowed(one, before));
  return { tables, pending, followed, present, gone: [...present.keys()].filter((name) => !kept.has(name)) };
}

interface Before {
  /** The table that an entity has now, or null. */
  readonly table: (entity: string) => string | null;
  /** The name under which a field of an entity is stored now, or null. */
  readonly field: (entity: string, field: string) => string | null;
  readonly inner: (entity: string, field: string, table: string, inner: string) => string | null;
  readonly columns: (table: string) => readonly string[];
  readonly meaning: (table: string, column: string) => string | undefined;
}

function namesBefore(
  pending: readonly Renamed[],
  present: ReadonlyMap<string, readonly string[]>,
  meanings: Meanings,
): Before {
  const columns = (table: string): readonly string[] => present.get(table) ?? [];
  const find = (kind: Renamed['kind'], path: readonly string[], isThere: (id: string) => boolean): string | null => {
    const id = path.at(-1) ?? '';
    const place = path.slice(0, -1).join('.');
    const near = pending.filter((one) => one.kind === kind && one.path.slice(0, -1).join('.') === place);
    const was = near.find((one) => one.path.at(-1) === id)?.was;
    const isFree = !isThere(id) || near.some((one) => one.was === id);
    if (was !== undefined && isFree && isThere(was)) return was;
    return isFree ? null : id;
  };
  const table = (entity: string): string | null => find('entity', [entity], (id) => present.has(id));
  return {
    columns,
    table,
    meaning: (from, column) => meanings[from]?.[column],
    field: (entity, field) => {
      const from = table(entity);
      if (from === null) return null;
      return find('field', [entity, field], (id) => columns(from).includes(id) || present.has(childTable(from, id)));
    },
    inner: (entity, field, from, inner) => find('field', [entity, field, inner], (id) => columns(from).includes(id)),
  };
}

function isFollowed({ kind, path: [entity = '', field = '', inner], was }: Renamed, before: Before): boolean {
  const table = before.table(entity);
  const own = before.field(entity, field);
  if (kind !== 'field' || table === null || own === null) return false;
  return was === (inner === undefined ? own : before.inner(entity, field, childTable(table, own), inner));
}

function placedTables(entity: Entity, shapes: ReadonlyMap<string, TableShape>, before: Before): readonly PlacedTable[] {
  const from = before.table(entity.id);
  const own = shapes.get(entity.id);
  const children = Object.values(entity.fields).flatMap((field) => {
    const kind = storageOf(field)?.kind;
    const shape = shapes.get(childTable(entity.id, field.id));
    if (shape === undefined || (kind !== 'links' && kind !== 'lines')) return [];
    const id = before.field(entity.id, field.id);
    const child = from === null || id === null ? null : childTable(from, id);
    const name = child !== null && isLike(kind, child, shape, before) ? child : null;
    return [placedTable({ shape, from: name, entity, field }, before)];
  });
  return own ? [placedTable({ shape: own, from, entity, field: null }, before), ...children] : children;
}

/** Whether a table that is there holds values of this form: lines have ids of their own, links point to the same things. */
function isLike(kind: 'lines' | 'links', child: string, shape: TableShape, before: Before): boolean {
  const columns = before.columns(child);
  if (columns.length === 0 || columns.includes('id') !== (kind === 'lines')) return false;
  const known = kind === 'links' ? before.meaning(child, 'value') : undefined;
  const meaning = shape.columns.find(({ name }) => name === 'value')?.meaning ?? '';
  const target = /^reference (.+)$/.exec(meaning)?.[1];
  return (
    known === undefined || known === (target === undefined ? meaning : `reference ${before.table(target) ?? target}`)
  );
}

interface Placing {
  readonly shape: TableShape;
  readonly from: string | null;
  readonly entity: Entity;
  readonly field: Field | null;
}

function placedTable({ shape, from, entity, field }: Placing, before: Before): PlacedTable {
  const name = field === null ? entity.id : `${entity.id}.${field.id}`;
  const present = from === null ? [] : before.columns(from);
  const columns = shape.columns.map((column): PlacedColumn => {
    const own = fieldOf(entity, field, column.name);
    const was =
      own === null || from === null ? column.name : nameBefore(before, { shape, from, entity, field }, own.id);
    const isThere = was !== null && present.includes(was);
    const isLinks = field !== null && !isLines(field);
    return {
      shape: column,
      before: isThere ? was : null,
      field: own ?? (isLinks && column.name === 'value' ? field : null),
      name: isLinks ? name : `${name}.${column.name}`,
    };
  });
  const kept = new Set(columns.map((column) => column.before));
  return { shape, before: from, entity, field, name, columns, gone: present.filter((column) => !kept.has(column)) };
}

function nameBefore(before: Before, { from, entity, field }: Placing, id: string): string | null {
  return field === null || from === null ? before.field(entity.id, id) : before.inner(entity.id, field.id, from, id);
}

/** The field that a column holds, beside those of the runtime. */
function fieldOf(entity: Entity, field: Field | null, column: string): Field | null {
  const fields = field === null ? entity.fields : innerFields(field);
  return Object.hasOwn(fields, column) ? (fields[column] ?? null) : null;
}
