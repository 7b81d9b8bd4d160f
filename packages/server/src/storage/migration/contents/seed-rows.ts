import type { Renamed } from '@ninefold/spec';
import type { Writer } from '../../database/database.ts';
import { cellHash, readSeedRows, writeSeedRow, type SeedRow } from '../../schema/seed-rows.ts';

/** Rows of data files follow the fields, options and states of their entity, so that a new id is no change of a row. */
export async function renameSeedRows(tx: Writer, entity: string, renamed: readonly Renamed[]): Promise<void> {
  for (const row of await readSeedRows(tx, entity)) {
    const cells = renamedCells(row.cells, renamed);
    if (JSON.stringify(cells) !== JSON.stringify(row.cells)) writeSeedRow(tx, { ...row, cells });
  }
}

/** What is remembered of the cells of a row, under the ids that the fields, options and states of its entity have now. */
export function renamedCells(cells: SeedRow['cells'], renamed: readonly Renamed[]): SeedRow['cells'] {
  const fields = new Map(
    renamed.flatMap(({ kind, path, was }) =>
      kind === 'field' && path.length === 2 ? [[was, path[1] ?? ''] as const] : [],
    ),
  );
  const entries = Object.entries(cells).map(([column, hash]): readonly [string, string] => {
    const name = fields.get(column) ?? column;
    const value = renamed.find((one) => valueColumn(one) === name && textHash(one.was) === hash);
    return [name, value === undefined ? hash : textHash(value.path.at(-1) ?? '')];
  });
  return Object.fromEntries(entries);
}

/** The column whose cells hold an id that was renamed. */
function valueColumn({ kind, path }: Renamed): string | undefined {
  if (kind === 'state') return 'state';
  return kind === 'option' && path.length === 3 ? path[1] : undefined;
}

function textHash(text: string): string {
  return cellHash(JSON.stringify(text));
}
