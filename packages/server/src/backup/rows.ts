import { createHash, type Hash } from 'node:crypto';
import { formatDecimal, parseDecimal } from '@ninefold/model';
import type { Plain } from '../storage/columns/column.ts';
import type { Dialect } from '../storage/database/dialect.ts';
import type { Reader, Writer } from '../storage/database/database.ts';
import { quoted } from '../storage/sql/names.ts';
import type { ColumnShape, TableShape } from '../storage/database/shapes.ts';
import type { Row, SqlValue } from '../storage/sql/sql-value.ts';
import type { ArchiveFoot, Cell } from './archive.ts';

const AT_ONCE = 500;
/** SQLite takes more; PostgreSQL at most 65,535. */
const MOST_VALUES = 5_000;

/** All rows of a table in the order of its key, some hundred at a time. */
export async function* rowsOf(reader: Reader, table: TableShape): AsyncGenerator<readonly (readonly Cell[])[]> {
  const key = table.columns.filter((column) => column.key || table.key.includes(column.name));
  const names = (key.length > 0 ? key : table.columns).map(({ name }) => quoted(name)).join(', ');
  const select = `SELECT ${table.columns.map(({ name }) => quoted(name)).join(', ')} FROM ${quoted(table.name)}`;
  const end = `ORDER BY ${names} LIMIT ${String(AT_ONCE)}`;
  let last: Row | undefined;
  for (let done = 0; ; done += AT_ONCE) {
    const after = key.map(({ name }) => last?.[name] ?? null);
    const rows =
      key.length === 0 || last === undefined
        ? await reader.all(`${select} ${end} OFFSET ${String(done)}`, [])
        : await reader.all(`${select} WHERE (${names}) > (${key.map(() => '?').join(', ')}) ${end}`, after);
    yield rows.map((row) => table.columns.map((column) => cellOf(reader.dialect, column, row[column.name] ?? null)));
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1);
  }
}

function cellOf({ codecs }: Dialect, { holds, scale }: ColumnShape, value: SqlValue): Cell {
  if (value === null) return null;
  const plain = codecs[holds === 'count' ? 'integer' : holds].decode(value, scale);
  return typeof plain === 'bigint' ? formatDecimal(plain, scale) : plain;
}

function storedOf({ codecs }: Dialect, { holds, scale }: ColumnShape, cell: Cell): SqlValue {
  if (cell === null) return null;
  const plain: Plain = holds === 'decimal' ? parseDecimal(String(cell)) : cell;
  return codecs[holds === 'count' ? 'integer' : holds].encode(plain, scale);
}

/** Puts rows into a table that has just been made. */
export async function insertRows(tx: Writer, table: TableShape, rows: readonly (readonly Cell[])[]): Promise<void> {
  const { columns, name } = table;
  const most = Math.max(1, Math.floor(MOST_VALUES / columns.length));
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const marks = `(${columns.map(() => '?').join(', ')})`;
  for (let at = 0; at < rows.length; at += most) {
    const some = rows.slice(at, at + most);
    const values = some.flatMap((row) => columns.map((column, n) => storedOf(tx.dialect, column, row[n] ?? null)));
    await tx.run(`INSERT INTO ${quoted(name)} (${names}) VALUES ${some.map(() => marks).join(', ')}`, values);
  }
}

/** Counts rows and hashes their lines. */
export interface Tally {
  add(line: string): void;
  foot(): ArchiveFoot;
}

export function createTally(): Tally {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    add: (line) => {
      rows += 1;
      hash.update(`${line}\n`);
    },
    foot: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** The count and hash of the rows of a table as they are stored. */
export async function tallyOf(reader: Reader, table: TableShape): Promise<ArchiveFoot> {
  const tally = createTally();
  for await (const rows of rowsOf(reader, table)) for (const row of rows) tally.add(JSON.stringify(row));
  return tally.foot();
}
