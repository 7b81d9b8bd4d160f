import type { Model, Scope } from '@ninefold/model';
import type { FormerIds } from '@ninefold/spec';
import { storageOf } from '../../columns/registry.ts';
import type { Reader } from '../../database/database.ts';
import type { TableShape } from '../../database/shapes.ts';
import { shortName } from '../../sql/names.ts';
import type { Layout, PlacedColumn, PlacedTable } from './layout.ts';
import type { Moved } from './moves.ts';
import type { Standing } from './standing.ts';

/** What every part of a plan looks at. Tables and columns are read under the names that they have before it. */
export interface Work {
  readonly reader: Reader;
  readonly model: Model;
  readonly former: FormerIds;
  readonly standing: Standing;
  readonly layout: Layout;
  readonly moved: Moved;
  /** Tables of the runtime itself. */
  readonly own: readonly TableShape[];
  readonly scope: Scope;
}

/** The meaning of a column that is there. */
export function meaningAt({ standing, layout }: Work, table: string, column: string): string {
  const was = standing.meanings[table]?.[column] ?? 'text';
  const target = /^reference (.+)$/.exec(was)?.[1];
  const now = layout.tables.find(({ before }) => before === target)?.shape.name; // of records, or of lines
  return target === undefined || now === undefined ? was : `reference ${now}`;
}

/** Whether values of a field may be shown to whoever reads the plan. */
export function isOpenField({ standing }: Work, name: string): boolean {
  return standing.fields?.[name]?.closed === false;
}

/** Whether a column holds values of another type than it will. */
export function isRetyped(work: Work, table: PlacedTable, { before, shape, field }: PlacedColumn): boolean {
  const from = table.before ?? '';
  if (before === null || field === null || storageOf(field)?.kind !== 'column') return false;
  return work.standing.meanings[from]?.[before] !== undefined && meaningAt(work, from, before) !== shape.meaning;
}

/** The column that holds the present values once names are changed: beside the new one, where the type becomes another. */
export function valuesIn(work: Work, table: PlacedTable, column: PlacedColumn): string {
  const { name } = column.shape;
  return isRetyped(work, table, column) ? shortName(`${name}_before`) : name;
}
