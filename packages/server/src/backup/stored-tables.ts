import type { Reader, Writer } from '../storage/database/database.ts';
import { DENORMALISED } from '../storage/denormalised/denormalised-columns.ts';
import { readStanding } from '../storage/migration/comparison/standing.ts';
import { META_TABLE } from '../storage/schema/meta.ts';
import type { TableShape } from '../storage/database/shapes.ts';

/** Whether a database holds anything of ours. */
export async function isEmpty(reader: Reader): Promise<boolean> {
  return (await reader.dialect.schema.columns(reader, META_TABLE.name)).length === 0;
}

/**
 * Every table that holds what cannot be made anew, as it is: those of records as the last migration left them, and those
 * of the runtime, which `own` names. Other tables of the database are not ours.
 */
export async function storedTables(reader: Reader, own: readonly TableShape[]): Promise<readonly TableShape[]> {
  const { meanings } = await readStanding(reader);
  const names = new Set([...own.map(({ name }) => name), ...Object.keys(meanings)]);
  const tables: TableShape[] = [];
  for (const name of names) {
    const known = meanings[name] ?? meaningsOf(own.find((one) => one.name === name));
    const table = await reader.dialect.schema.table(reader, name, known);
    if (table !== null)
      tables.push({ ...table, columns: table.columns.filter((column) => !column.name.startsWith(DENORMALISED)) });
  }
  return tables;
}

function meaningsOf(table: TableShape | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((table?.columns ?? []).map(({ name, meaning }) => [name, meaning] as const));
}

/** Deletes everything that `storedTables` finds, and the indexes of words beside it. */
export async function dropStored(tx: Writer, own: readonly TableShape[]): Promise<void> {
  const { schema, search, deferReferences } = tx.dialect;
  if (await isEmpty(tx)) return;
  await tx.run(deferReferences, []);
  for (const { table } of await search.present(tx)) for (const text of search.drop(table)) await tx.run(text, []);
  const tables = await storedTables(tx, own);
  const hangs = ({ columns }: TableShape): boolean => columns.some(({ references }) => references?.cascade === true);
  for (const { name } of [...tables.filter(hangs), ...tables.filter((table) => !hangs(table))])
    await tx.run(schema.dropTable(name), []);
}
