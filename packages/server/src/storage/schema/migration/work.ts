import type { Model, Scope } from '@ninefold/model';
import type { FormerIds } from '@ninefold/spec';
import type { Reader } from '../../database.ts';
import type { TableShape } from '../shapes.ts';
import type { Layout } from './layout.ts';
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
  const now = layout.tables.find(({ before, field }) => before === target && field === null)?.shape.name;
  return target === undefined || now === undefined ? was : `reference ${now}`;
}

/** Whether values of a field may be shown to whoever reads the plan. */
export function isOpenField({ standing }: Work, name: string): boolean {
  return standing.fields?.[name]?.closed === false;
}
