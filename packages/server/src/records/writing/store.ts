import { idOf, sameValue, type Entity, type Field, type Model, type RecordValue, type Wire } from '@ninefold/model';
import { columnOf, encodeField, storageOf } from '../../storage/columns/registry.ts';
import type { Writer } from '../../storage/database.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { keptColumns } from '../../storage/kept/kept-columns.ts';
import type { SqlValue } from '../../storage/sql-value.ts';
import { childTable, quoted } from '../../storage/names.ts';
import { searchedFields, searchText } from '../../storage/search/searched.ts';
import { isPlain } from './body.ts';
import { newId } from './uuid.ts';

/** Writes a new record with everything that hangs on it. */
export function insertRecord(tx: Writer, model: Model, entity: Entity, record: RecordValue): void {
  const { text, own, kept, children } = insertionOf(tx.dialect, model, entity);
  tx.later(text, [
    record.id,
    ...systemColumns(entity, record).map(([, value]) => value),
    searchOf(entity, record),
    ...own.map((field) => encodeField(tx.dialect, field, record[field.id])),
    ...kept.map((name) => idOf(record[name])),
  ]);
  for (const field of children) storeChildren(tx, entity, field, record);
}

/** What every new record of an entity is written by. */
interface Insertion {
  readonly text: string;
  /** Fields with a column. */
  readonly own: readonly Field[];
  /** References that the values of kept columns are found through. */
  readonly kept: readonly string[];
  /** Fields with a table. */
  readonly children: readonly Field[];
}

const insertions = new WeakMap<Dialect, WeakMap<Entity, Insertion>>();

function insertionOf(dialect: Dialect, model: Model, entity: Entity): Insertion {
  const known = insertions.get(dialect) ?? new WeakMap<Entity, Insertion>();
  insertions.set(dialect, known);
  const insertion = known.get(entity) ?? planInsertion(dialect, model, entity);
  known.set(entity, insertion);
  return insertion;
}

function planInsertion(dialect: Dialect, model: Model, entity: Entity): Insertion {
  const stored = Object.values(entity.fields).filter((field) => storageOf(field) !== null);
  const own = stored.filter((field) => columnOf(field) !== null);
  const state = entity.lifecycle ? ['state', 'state_since'] : [];
  const system = ['version', 'created_at', 'created_by', 'changed_at', 'changed_by', ...state];
  const names = ['id', ...system, '_search', ...own.map(({ id }) => id)];
  const kept = keptColumns(model, entity.id).flatMap((column) => {
    const value = dialect.kept.given(column);
    return value === null ? [] : [{ name: column.name, value, from: column.steps[0]?.column ?? '' }];
  });
  const columns = [...names, ...kept.map(({ name }) => name)].map(quoted).join(', ');
  const values = [...names.map(() => '?'), ...kept.map(({ value }) => value)].join(', ');
  return {
    text: `INSERT INTO ${quoted(entity.id)} (${columns}) VALUES (${values})`,
    own,
    kept: kept.map(({ from }) => from),
    children: stored.filter((field) => columnOf(field) === null),
  };
}

const searched = new WeakMap<Entity, ReadonlySet<string>>();

/** Ids of the fields that are searched. */
function searchedOf(entity: Entity): ReadonlySet<string> {
  const names = searched.get(entity) ?? new Set(searchedFields(entity).map(({ id }) => id));
  searched.set(entity, names);
  return names;
}

/** Writes only the columns whose values differ. */
export function updateRecord(tx: Writer, entity: Entity, before: RecordValue, record: RecordValue): void {
  const changed = Object.values(entity.fields).filter(
    (field) => storageOf(field) !== null && !sameValue(field, before[field.id], record[field.id]),
  );
  const columns = changed.flatMap((field): readonly (readonly [string, SqlValue])[] =>
    columnOf(field) ? [[field.id, encodeField(tx.dialect, field, record[field.id])]] : [],
  );
  const isSearched = searchedOf(entity);
  const search: readonly (readonly [string, SqlValue])[] = changed.some(({ id }) => isSearched.has(id))
    ? [['_search', searchOf(entity, record)]]
    : [];
  setColumns(tx, entity, record.id, [...changedSystem(entity, before, record), ...columns, ...search]);
  for (const field of changed) {
    dropChildren(tx, entity, field, record.id);
    storeChildren(tx, entity, field, record);
  }
}

export function setColumns(
  tx: Writer,
  entity: Entity,
  id: string,
  columns: readonly (readonly [string, SqlValue])[],
): void {
  if (columns.length === 0) return;
  const sets = columns.map(([name]) => `${quoted(name)} = ?`).join(', ');
  tx.later(`UPDATE ${quoted(entity.id)} SET ${sets} WHERE "id" = ?`, [...columns.map(([, value]) => value), id]);
}

function systemColumns(entity: Entity, record: RecordValue): readonly (readonly [string, SqlValue])[] {
  return [
    ['version', record.version],
    ['created_at', record.created_at],
    ['created_by', idOf(record.created_by)],
    ['changed_at', record.changed_at],
    ['changed_by', idOf(record.changed_by)],
    ...(entity.lifecycle
      ? ([
          ['state', record.state ?? entity.lifecycle.initial],
          ['state_since', record.state_since ?? record.changed_at],
        ] as const)
      : []),
  ];
}

function changedSystem(
  entity: Entity,
  before: RecordValue,
  record: RecordValue,
): readonly (readonly [string, SqlValue])[] {
  const old = new Map(systemColumns(entity, before));
  return systemColumns(entity, record).filter(([name, value]) => old.get(name) !== value);
}

function searchOf(entity: Entity, record: RecordValue): string | null {
  return searchText(entity, (field) => record[field]);
}

function dropChildren(tx: Writer, entity: Entity, field: Field, id: string): void {
  const kind = storageOf(field)?.kind;
  if (kind !== 'links' && kind !== 'lines') return;
  tx.later(`DELETE FROM ${quoted(childTable(entity.id, field.id))} WHERE "record" = ?`, [id]);
}

function storeChildren(tx: Writer, entity: Entity, field: Field, record: RecordValue): void {
  const kind = storageOf(field)?.kind;
  const items = record[field.id];
  if (kind === 'links') storeLinks(tx, entity, field, record.id, Array.isArray(items) ? items : []);
  else if (field.type === 'lines' && kind === 'lines')
    storeLines(tx, entity, field, record, Array.isArray(items) ? items : []);
}

function storeLinks(tx: Writer, entity: Entity, field: Field, id: string, items: readonly Wire[]): void {
  const table = quoted(childTable(entity.id, field.id));
  const values = items.flatMap((item) =>
    field.type === 'references' ? (idOf(item) ?? []) : typeof item === 'string' ? item : [],
  );
  for (const [position, value] of [...new Set(values)].entries()) {
    tx.later(`INSERT INTO ${table} ("record", "position", "value") VALUES (?, ?, ?)`, [id, position, value]);
  }
}

function storeLines(
  tx: Writer,
  entity: Entity,
  field: Extract<Field, { readonly type: 'lines' }>,
  record: RecordValue,
  lines: readonly Wire[],
): void {
  const table = quoted(childTable(entity.id, field.id));
  const inner = Object.values(field.fields).filter((candidate) => columnOf(candidate) !== null);
  const names = ['id', 'record', 'position', ...inner.map(({ id }) => id)].map(quoted).join(', ');
  const text = `INSERT INTO ${table} (${names}) VALUES (${['?', '?', '?', ...inner.map(() => '?')].join(', ')})`;
  for (const [position, line] of lines.entries()) {
    if (!isPlain(line)) continue;
    const values = inner.map((candidate) => encodeField(tx.dialect, candidate, line[candidate.id]));
    tx.later(text, [idOf(line) ?? newId(record.changed_at), record.id, position, ...values]);
  }
}
