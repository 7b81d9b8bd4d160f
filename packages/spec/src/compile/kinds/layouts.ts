import type { Layout } from '@ninefold/model';

/** How a list may be drawn. A `later` layout is typed and checked, and refused by name. */
export const LAYOUTS: Readonly<Record<Layout, { readonly later: boolean }>> = {
  table: { later: false },
  board: { later: true },
  calendar: { later: true },
  cards: { later: true },
  map: { later: true },
  gantt: { later: true },
};

export const ALL_LAYOUTS = Object.keys(LAYOUTS) as readonly Layout[]; // the keys of the table
/** Those that the running version draws. */
export const RUNNING_LAYOUTS = ALL_LAYOUTS.filter((layout) => !LAYOUTS[layout].later);
