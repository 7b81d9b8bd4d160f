import {
  type Entity,
  type Field,
  idOf,
  isLines,
  type RecordValue,
  type Wire,
  memoized,
  memoizedWeakly,
} from '@ninefold/model';
import { columnOf, encodeField, linksOf, storageOf } from '../../../storage/columns/registry.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { denormalisedColumns } from '../../../storage/denormalised/denormalised-columns.ts';
import type { SqlValue } from '../../../storage/sql/sql-value.ts';
import { childTable } from '../../../storage/sql/names.ts';
import { argument, type Sql } from '../../../storage/sql/sql.ts';
import { columnsGiven, deleteOf, insertInto, updateOf } from '../../../storage/sql/writes.ts';
import { searchedFields, searchedLines, searchText } from '../../../storage/search/search-text.ts';
import { isPlain } from '../../context/body.ts';
import type { PlanContext } from '../../context/context.ts';
import { noteFiles } from '../../services/file-uses.ts';
import { newId } from '../../../uuid.ts';

/** Writes a new record with everything that hangs on it. */
export function insertRecord(tx: Writer, context: PlanContext, entity: Entity, record: RecordValue): void {
  const { statement, own, references, children } = insertionOf(context)(entity);
  tx.later(statement, [
    record.id,
    ...systemColumns(entity, record).map(([, value]) => value),
    searchOf(entity, record),
    ...own.map((field) => encodeField(tx.dialect, field, record[field.id])),
    ...references.map((name) => idOf(record[name])),
  ]);
  for (const field of children) storeChildren(tx, entity, field, record);
  noteFiles(tx, entity, null, record);
}

/** What every new record of an entity is written by. */
interface Insertion {
  readonly statement: Sql;
  /** Fields with a column. */
  readonly own: readonly Field[];
  /** References through which the values of denormalised columns are found. */
  readonly references: readonly string[];
  /** Fields with a table. */
  readonly children: readonly Field[];
}

const insertionOf = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((entity: Entity) => planInsertion(context, entity)),
);

function planInsertion({ dialect, model }: PlanContext, entity: Entity): Insertion {
  const stored = Object.values(entity.fields).filter((field) => storageOf(field) !== null);
  const own = stored.filter((field) => columnOf(field) !== null);
  const state = entity.lifecycle ? ['state', 'state_since'] : [];
  const system = ['version', 'created_at', 'created_by', 'changed_at', 'changed_by', ...state];
  const names = ['id', ...system, '_search', ...own.map(({ id }) => id)];
  const denormalised = denormalisedColumns(model, entity.id).flatMap((column, index) => {
    const value = dialect.denormalised.given(column, argument(names.length + index));
    return value === null ? [] : [{ name: column.name, value, from: column.steps[0]?.column ?? '' }];
  });
  const followed = denormalised.map(({ name, value }) => ({ column: name, value }));
  return {
    statement: insertInto(entity.id, 'id', [...columnsGiven(names), ...followed]),
    own,
    references: denormalised.map(({ from }) => from),
    children: stored.filter((field) => columnOf(field) === null),
  };
}

/** Ids of the fields that are searched, or whose lines are. */
const searchedOf = memoizedWeakly((entity: Entity): ReadonlySet<string> => {
  const fields = [...searchedFields(entity), ...searchedLines(entity).map(({ lines }) => lines)];
  return new Set(fields.map(({ id }) => id));
});

/** A record that changed. */
interface Update {
  readonly before: RecordValue;
  readonly record: RecordValue;
  /** Ids of the fields whose value differs. */
  readonly changed: ReadonlySet<string>;
}

/** Writes only the columns whose values differ. */
export function updateRecord(tx: Writer, entity: Entity, difference: Update): void {
  const { before, record } = difference;
  const changed = [...difference.changed].flatMap((name) => {
    const field = entity.fields[name];
    return field && storageOf(field) !== null ? field : [];
  });
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
  noteFiles(tx, entity, before, record);
}

export function setColumns(
  tx: Writer,
  entity: Entity,
  id: string,
  columns: readonly (readonly [string, SqlValue])[],
): void {
  if (columns.length === 0) return;
  const statement = updatesOf(entity)(columns.map(([name]) => name).join(' '));
  tx.later(statement, [...columns.map(([, value]) => value), id]);
}

const MOST_UPDATES = 500;

/** The statement that sets some columns of a record, by their names with spaces between them; the id is the last argument. */
const updatesOf = memoizedWeakly((entity: Entity) =>
  memoized((names: string) => {
    const columns = columnsGiven(names.split(' '));
    return updateOf(entity.id, columns, argument(columns.length));
  }, MOST_UPDATES),
);

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
  tx.later(deleteOf(childTable(entity.id, field.id), argument(0)), [id]);
}

function storeChildren(tx: Writer, entity: Entity, field: Field, record: RecordValue): void {
  const kind = storageOf(field)?.kind;
  const items = record[field.id];
  if (kind === 'links') storeLinks(tx, entity, { field, id: record.id, items: Array.isArray(items) ? items : [] });
  else if (isLines(field) && kind === 'lines')
    storeLines(tx, entity, { field, record, lines: Array.isArray(items) ? items : [] });
}

function storeLinks(
  tx: Writer,
  entity: Entity,
  { field, id, items }: { readonly field: Field; readonly id: string; readonly items: readonly Wire[] },
): void {
  const statement = insertInto(
    childTable(entity.id, field.id),
    'record',
    columnsGiven(['record', 'position', 'value']),
  );
  const values = items.flatMap((item) => linksOf(field)?.encode(item) ?? []);
  for (const [position, value] of [...new Set(values)].entries()) {
    tx.later(statement, [id, position, value]);
  }
}

function storeLines(
  tx: Writer,
  entity: Entity,
  {
    field,
    record,
    lines,
  }: {
    readonly field: Extract<Field, { readonly type: 'lines' }>;
    readonly record: RecordValue;
    readonly lines: readonly Wire[];
  },
): void {
  const inner = Object.values(field.fields).filter((candidate) => columnOf(candidate) !== null);
  const columns = columnsGiven(['id', 'record', 'position', ...inner.map(({ id }) => id)]);
  const statement = insertInto(childTable(entity.id, field.id), 'record', columns);
  for (const [position, line] of lines.entries()) {
    if (!isPlain(line)) continue;
    const values = inner.map((candidate) => encodeField(tx.dialect, candidate, line[candidate.id]));
    tx.later(statement, [idOf(line) ?? newId(record.changed_at), record.id, position, ...values]);
  }
}
