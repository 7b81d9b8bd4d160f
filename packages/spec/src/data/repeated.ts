import type { Entity } from '@ninefold/model';
import type { Cell } from '../application.ts';
import type { Context } from '../compile/reading/context.ts';
import { positionOf, type Spot } from '../located.ts';

/** A column by which a row names its record: its label or the key of the entity. */
interface NamingColumn {
  readonly id: string;
  /** Rows are counted from 0. */
  readonly spotAt: (row: number) => Spot;
}

/** Reports rows of one file that name the same record as a row above them: a start would make one record of both. */
export function checkRepeated(
  { report }: Context,
  { key }: Entity,
  columns: readonly NamingColumn[],
  rows: readonly Readonly<Record<string, Cell>>[],
): void {
  for (const { id, spotAt } of columns.filter((column) => column.id === 'id' || column.id === key)) {
    const first = new Map<string, number>();
    for (const [row, cells] of rows.entries()) {
      const name = nameIn(cells[id]);
      if (name === null) continue;
      const above = first.get(name);
      if (above === undefined) {
        first.set(name, row);
        continue;
      }
      const { source, start } = spotAt(above);
      report('NF1208', spotAt(row), { name, line: String(positionOf(source, start).line) });
    }
  }
}

function nameIn(cell: Cell | undefined): string | null {
  if (typeof cell === 'number') return String(cell);
  return typeof cell === 'string' && cell !== '' ? cell.normalize('NFC') : null;
}
