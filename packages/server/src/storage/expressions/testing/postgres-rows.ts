import type { Field, Wire } from '@ninefold/model';
import { fileText } from '../../columns/file.ts';
import { encodeField, storageOf } from '../../columns/registry.ts';
import type { Writer } from '../../database/database.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import { childTable, quoted } from '../../sql/names.ts';
import { tablesOf } from '../../schema/tables.ts';
import { DESK } from './desk.ts';
import { eventsOf, type Row, type Rows } from './rows.ts';

const TABLES = ['user', 'team', 'ticket'] as const;

/** The tables of the desk and what its statements call, without references between them. */
export async function makeTables(tx: Writer): Promise<void> {
  const { schema } = tx.dialect;
  for (const text of schema.foundation) await tx.run(text, []);
  for (const table of tablesOf(DESK)) await tx.run(schema.createTable(table), []);
}

type Cells = Readonly<Record<string, SqlValue>>;

/** Puts these rows in the place of all others, stored as the records module stores them. */
export async function putRows(tx: Writer, rows: Rows): Promise<void> {
  const emptied = tablesOf(DESK).map(({ name }) => quoted(name));
  await tx.run(`TRUNCATE ${emptied.join(', ')}`, []);
  const cells = new Map<string, Cells[]>();
  const put = (table: string, row: Cells): void => {
    const list = cells.get(table);
    if (list) list.push(row);
    else cells.set(table, [row]);
  };
  for (const table of TABLES) for (const row of rows[table]) putRow(tx, put, table, row);
  for (const [table, list] of cells) await insert(tx, table, list);
}

type Put = (table: string, row: Cells) => void;

function putRow(tx: Writer, into: Put, table: (typeof TABLES)[number], row: Row): void {
  const at = String(row['created_at'] ?? '');
  const values: Record<string, SqlValue> = { id: row.id, version: 1, created_at: at, changed_at: at };
  values['trashed_at'] = typeof row['trashed_at'] === 'string' ? row['trashed_at'] : null;
  if (table === 'ticket') values['state'] = String(row['state']);
  for (const field of Object.values(DESK.entities[table]?.fields ?? {})) {
    const kind = storageOf(field)?.kind;
    if (kind === 'column') values[field.id] = encodeField(tx.dialect, field, row[field.id] as Wire);
    else if (kind !== undefined) putItems(tx, into, { table: childTable(table, field.id), field, row });
  }
  into(table, values);
  for (const event of eventsOf(table, row)) into('_history', event);
}

function putItems(
  tx: Writer,
  into: Put,
  { table, field, row }: { readonly table: string; readonly field: Field; readonly row: Row },
): void {
  for (const [position, item] of ((row[field.id] ?? []) as readonly Wire[]).entries()) {
    const place = { record: row.id, position };
    if (field.type !== 'lines') {
      into(table, { ...place, value: fileText(item) ?? String(item) });
      continue;
    }
    const line = item as unknown as Row;
    const cells = Object.values(field.fields).map((cell) => [
      cell.id,
      encodeField(tx.dialect, cell, line[cell.id] as Wire),
    ]);
    into(table, { id: line.id, ...place, ...Object.fromEntries(cells) });
  }
}

/** As many at once as one statement takes parameters for. */
const AT_ONCE = 1000;

async function insert(tx: Writer, table: string, rows: readonly Cells[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const row = `(${names.map(() => '?').join(', ')})`;
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const text = `INSERT INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES ${some.map(() => row).join(', ')}`;
    await tx.run(
      text,
      some.flatMap((each) => names.map((name) => each[name] ?? null)),
    );
  }
}
