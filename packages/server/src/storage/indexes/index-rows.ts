import { createHash } from 'node:crypto';
import type { Reader, Writer } from '../database/database.ts';
import type { IndexShape } from '../database/shapes.ts';
import type { Source } from '../sql/source.ts';
import type { SqlValue } from '../sql/sql-value.ts';
import { quoted, shortName } from '../sql/names.ts';
import { INDEX_TABLE } from '../schema/use-tables.ts';
import type { IndexRuling } from './index-entry.ts';
import { columnsOfPart } from './index-columns.ts';

/** An index that follows use, as the table `_index` has it. */
export interface IndexRow {
  readonly name: string;
  readonly entity: string;
  /** Columns or expressions of these, as they stand in SQL. */
  readonly parts: readonly string[];
  readonly ruling: IndexRuling | null;
  /** Null where it is not there. */
  readonly madeAt: string | null;
  /** When it went because it did not pay, or null. */
  readonly givenUpAt: string | null;
}

const READ =
  'SELECT "name", "entity", "parts", "ruling", "made_at", "given_up_at" FROM "_index" ORDER BY "entity", "name"';
const WRITE = `INSERT INTO "_index" ("name", "entity", "parts", "ruling", "made_at", "given_up_at") VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT ("name") DO UPDATE SET "ruling" = excluded."ruling", "made_at" = excluded."made_at",
  "given_up_at" = excluded."given_up_at"`;

/** Every index that follows use; none where the database is of a version without them. */
export async function readIndexRows(reader: Pick<Reader, 'dialect'> & Source): Promise<readonly IndexRow[]> {
  const columns = await reader.dialect.schema.columns(reader, INDEX_TABLE.name);
  if (columns.length === 0) return [];
  return (await reader.all(READ, [])).map((row) => ({
    name: String(row['name']),
    entity: String(row['entity']),
    parts: JSON.parse(String(row['parts'])) as readonly string[], // written by `writeIndexRow`
    ruling: rulingOf(row['ruling']),
    madeAt: momentOf(row['made_at']),
    givenUpAt: momentOf(row['given_up_at']),
  }));
}

function momentOf(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function rulingOf(value: unknown): IndexRuling | null {
  return value === 'pinned' || value === 'refused' ? value : null;
}

/** Stores an index, or what has changed of it. */
export async function writeIndexRow(tx: Writer, row: IndexRow): Promise<void> {
  const { name, entity, parts, ruling, madeAt, givenUpAt } = row;
  await tx.run(WRITE, [name, entity, JSON.stringify(parts), ruling, madeAt, givenUpAt]);
}

export async function removeIndexRow(tx: Writer, name: string): Promise<void> {
  await tx.run('DELETE FROM "_index" WHERE "name" = ?', [name]);
}

/** The name of an index that follows use: it says which columns the index has, `channel~` where a value is in the order of `channel`. */
export function useIndexName(entity: string, parts: readonly string[]): string {
  const names = parts.map((part) => {
    const columns = columnsOfPart(part);
    return part === columns.map(quoted).join('') ? columns.join('') : `${columns.join('+')}~`;
  });
  return shortName(`${entity}.${names.join('.')}.use`);
}

/**
 * True of every record. An index that follows use is one over the records for which it is true, so that a statement sees the index
 * only where it says so too: no other plan is misled by it. It reads the id, which never changes: a change of a record leaves the
 * index alone, and ends nothing that is remembered of statements that see it.
 */
export function sees(index: string, alias: string | null): string {
  return `${alias === null ? '' : `${alias}.`}"id" <> '${markOf(index)}'`;
}

/** Whether the statement that made an index is that of `useIndexShape`: an earlier version of the program made others. */
export function isSeen(index: string, text: string): boolean {
  return text.includes(markOf(index));
}

/** No id of a record. */
function markOf(index: string): string {
  return `use ${createHash('sha256').update(index).digest('hex').slice(0, 8)}`;
}

/** The index of a row, over the records that are not in the trash. */
export function useIndexShape({ name, entity, parts }: Pick<IndexRow, 'name' | 'entity' | 'parts'>): IndexShape {
  const live = quoted('trashed_at');
  return {
    ...{ name, table: entity, unique: false },
    parts: [...parts, live],
    where: `${live} IS NULL AND ${sees(name, null)}`,
  };
}
