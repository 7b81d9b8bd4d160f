import { idOf, sameValue, type Entity, type Field, type RecordValue, type Wire } from '@ninefold/model';
import { columnOf, encodeField, storageOf } from '../../storage/columns/registry.ts';
import type { Writer } from '../../storage/database.ts';
import type { SqlValue } from '../../storage/sql-value.ts';
import { childTable, quoted } from '../../storage/names.ts';
import { searchedFields, searchText } from '../../storage/search/searched.ts';
import { isPlain } from './body.ts';
import { newId } from './uuid.ts';

/** Writes a new record with everything that hangs on it. */
export async function insertRecord(tx: Writer, entity: Entity, record: RecordValue): Promise<void> {
  const columns: (readonly [string, SqlValue])[] = [
    ['id', record.id],
    ...systemColumns(entity, record),
    ['_search', searchOf(entity, record)],
  ];
  for (const field of Object.values(entity.fields)) {
    if (columnOf(field)) columns.push([field.id, encodeField(tx.dialect, field, record[field.id])]);
  }
  const names = columns.map(([name]) => quoted(name)).join(', ');
  const marks = columns.map(() => '?').join(', ');
  await tx.run(
    `INSERT INTO ${quoted(entity.id)} (${names}) VALUES (${marks})`,
    columns.map(([, value]) => value),
  );
  for (const field of Object.values(entity.fields)) await storeChildren(tx, entity, field, record);
}

/** Writes only the columns whose values differ. */
export async function updateRecord(
  tx: Writer,
  entity: Entity,
  before: RecordValue,
  record: RecordValue,
): Promise<void> {
  const changed = Object.values(entity.fields).filter(
    (field) => storageOf(field) !== null && !sameValue(field, before[field.id], record[field.id]),
  );
  const columns = changed.flatMap((field): readonly (readonly [string, SqlValue])[] =>
    columnOf(field) ? [[field.id, encodeField(tx.dialect, field, record[field.id])]] : [],
  );
  const searched = new Set(searchedFields(entity).map(({ id }) => id));
  const search: readonly (readonly [string, SqlValue])[] = changed.some(({ id }) => searched.has(id))
    ? [['_search', searchOf(entity, record)]]
    : [];
  await setColumns(tx, entity, record.id, [...changedSystem(entity, before, record), ...columns, ...search]);
  for (const field of changed) {
    await dropChildren(tx, entity, field, record.id);
    await storeChildren(tx, entity, field, record);
  }
}

export async function setColumns(
  tx: Writer,
  entity: Entity,
  id: string,
  columns: readonly (readonly [string, SqlValue])[],
): Promise<void> {
  if (columns.length === 0) return;
  const sets = columns.map(([name]) => `${quoted(name)} = ?`).join(', ');
  await tx.run(`UPDATE ${quoted(entity.id)} SET ${sets} WHERE "id" = ?`, [...columns.map(([, value]) => value), id]);
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

async function dropChildren(tx: Writer, entity: Entity, field: Field, id: string): Promise<void> {
  const kind = storageOf(field)?.kind;
  if (kind !== 'links' && kind !== 'lines') return;
  await tx.run(`DELETE FROM ${quoted(childTable(entity.id, field.id))} WHERE "record" = ?`, [id]);
}

async function storeChildren(tx: Writer, entity: Entity, field: Field, record: RecordValue): Promise<void> {
  const kind = storageOf(field)?.kind;
  const items = record[field.id];
  if (kind === 'links') await storeLinks(tx, entity, field, record.id, Array.isArray(items) ? items : []);
  else if (field.type === 'lines' && kind === 'lines')
    await storeLines(tx, entity, field, record, Array.isArray(items) ? items : []);
}

async function storeLinks(tx: Writer, entity: Entity, field: Field, id: string, items: readonly Wire[]): Promise<void> {
  const table = quoted(childTable(entity.id, field.id));
  const values = items.flatMap((item) =>
    field.type === 'references' ? (idOf(item) ?? []) : typeof item === 'string' ? item : [],
  );
  for (const [position, value] of [...new Set(values)].entries()) {
    await tx.run(`INSERT INTO ${table} ("record", "position", "value") VALUES (?, ?, ?)`, [id, position, value]);
  }
}

async function storeLines(
  tx: Writer,
  entity: Entity,
  field: Extract<Field, { readonly type: 'lines' }>,
  record: RecordValue,
  lines: readonly Wire[],
): Promise<void> {
  const table = quoted(childTable(entity.id, field.id));
  const inner = Object.values(field.fields).filter((candidate) => columnOf(candidate) !== null);
  const names = ['id', 'record', 'position', ...inner.map(({ id }) => id)].map(quoted).join(', ');
  const text = `INSERT INTO ${table} (${names}) VALUES (${['?', '?', '?', ...inner.map(() => '?')].join(', ')})`;
  for (const [position, line] of lines.entries()) {
    if (!isPlain(line)) continue;
    const values = inner.map((candidate) => encodeField(tx.dialect, candidate, line[candidate.id]));
    await tx.run(text, [idOf(line) ?? newId(record.changed_at), record.id, position, ...values]);
  }
}
