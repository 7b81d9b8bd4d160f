import { StartFailure } from '../start-failure.ts';
import type { Writer } from '../storage/database/database.ts';
import type { TableShape } from '../storage/database/shapes.ts';
import { readArchive, type ArchiveVisitor, type ReadArchive } from './read-archive.ts';
import { insertRows, tallyOf } from './rows.ts';

/** What takes the contents of files out of an archive. */
export type ContentVisitor = Pick<ArchiveVisitor, 'content' | 'piece' | 'contentEnd'>;

const NO_CONTENTS: ContentVisitor = {
  content: async () => undefined,
  piece: async () => undefined,
  contentEnd: async () => undefined,
};

/**
 * Makes the tables of an archive in a database that has none of them, fills them, and reads everything back: what is stored
 * then is what was written. Indexes beside those of keys are not in an archive; a migration makes them.
 */
export async function loadArchive(
  tx: Writer,
  file: string,
  contents: ContentVisitor = NO_CONTENTS,
): Promise<ReadArchive> {
  const { schema, deferReferences, checkReferences } = tx.dialect;
  let tables: readonly TableShape[] = [];
  await tx.run(deferReferences, []);
  const read = await readArchive(file, {
    begin: async (all) => {
      tables = all;
      for (const table of all) await tx.run(schema.createTable(table), []);
    },
    ...contents,
    rows: (table, rows) => insertRows(tx, table, rows),
    tableEnd: async (table, foot) => {
      const stored = await tallyOf(tx, table);
      if (stored.sha256 === foot.sha256) return;
      throw new StartFailure('backup_differs', { file, table: table.name });
    },
  });
  for (const table of tables) {
    for (const column of table.columns) {
      const text = schema.addReference(table.name, column);
      if (text !== null) await tx.run(text, []);
    }
  }
  await tx.run(checkReferences, []);
  return read;
}
