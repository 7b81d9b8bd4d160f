import type { Field, Wire } from '@ninefold/model';
import { encodeField, storageOf } from '../../columns/registry.ts';
import type { Writer } from '../../database.ts';
import type { SqlValue } from '../../sql-value.ts';
import { childTable, quoted } from '../../names.ts';
import { tablesOf } from '../../schema/tables.ts';
import { DESK } from './desk.ts';
import type { Row, Rows } from './rows.ts';

const TABLES = ['user', 'team', 'ticket'] as const;

/** The tables of the desk and what its statements call, without references between them. */
export async function makeTables(tx: Writer): Promise<void> {
  const { schema } = tx.dialect;
  for (const text of schema.foundation) await tx.run(text, []);
  for (const table of tablesOf(DESK)) await tx.run(schema.createTable(table), []);
}

/** Puts these rows in the place of all others, stored as the records module stores them. */
export async function putRows(tx: Writer, rows: Rows): Promise<void> {
  await tx.run(
    `TRUNCATE ${tablesOf(DESK)
      .map(({ name }) => quoted(name))
      .join(', ')}`,
    [],
  );
  for (const table of TABLES) for (const row of rows[table]) await putRow(tx, table, row);
}

async function putRow(tx: Writer, table: (typeof TABLES)[number], row: Row): Promise<void> {
  const at = String(row['created_at'] ?? '');
  const values: Record<string, SqlValue> = { id: row.id, version: 1, created_at: at, changed_at: at };
  if (table === 'ticket') values['state'] = String(row['state']);
  for (const field of Object.values(DESK.entities[table]?.fields ?? {})) {
    const kind = storageOf(field)?.kind;
    if (kind === 'column') values[field.id] = encodeField(tx.dialect, field, row[field.id] as Wire);
    else if (kind !== undefined) await putItems(tx, childTable(table, field.id), field, row);
  }
  await put(tx, table, values);
}

async function putItems(tx: Writer, table: string, field: Field, row: Row): Promise<void> {
  for (const [position, item] of (row[field.id] as readonly Wire[]).entries()) {
    const place = { record: row.id, position };
    if (field.type !== 'lines') {
      await put(tx, table, { ...place, value: String(item) });
      continue;
    }
    const line = item as unknown as Row;
    const cells = Object.values(field.fields).map((cell) => [
      cell.id,
      encodeField(tx.dialect, cell, line[cell.id] as Wire),
    ]);
    await put(tx, table, { id: line.id, ...place, ...Object.fromEntries(cells) });
  }
}

async function put(tx: Writer, table: string, values: Readonly<Record<string, SqlValue>>): Promise<void> {
  const names = Object.keys(values);
  const text = `INSERT INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  await tx.run(text, Object.values(values));
}
