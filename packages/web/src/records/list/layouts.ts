import type { Layout } from '@ninefold/model';
import type { ComponentType } from 'react';
import { ListTable, type LayoutProps } from './list-table.tsx';

/** How a layout draws the records of a list. */
interface ListLayout {
  readonly View: ComponentType<LayoutProps>;
}

const TABLE: ListLayout = { View: ListTable };

/** Null: the layout does not run yet, and the checks of specifications say so. */
const LAYOUTS: Readonly<Record<Layout, ListLayout | null>> = {
  table: TABLE,
  board: null,
  calendar: null,
  cards: null,
  map: null,
  gantt: null,
};

/** What draws a list: the first of its layouts that runs, else the table. */
export function layoutFor(layouts: readonly Layout[]): ListLayout {
  return layouts.map((layout) => LAYOUTS[layout]).find((drawn) => drawn !== null) ?? TABLE;
}
