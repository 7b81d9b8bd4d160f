/** How a list is drawn. */
export type Layout = 'table' | 'board' | 'calendar' | 'cards' | 'map' | 'gantt';

/** A part of a list screen without which one of its layouts has nothing to draw. */
export type LayoutPart = 'board' | 'calendar';

interface LayoutTraits {
  /** A `later` layout is typed and checked, and refused by name. */
  readonly later: boolean;
  /** The part of its screen that it needs. */
  readonly needs: LayoutPart | null;
}

/** The layouts in the order of the language page. */
export const LAYOUTS: Readonly<Record<Layout, LayoutTraits>> = {
  table: { later: false, needs: null },
  board: { later: false, needs: 'board' },
  calendar: { later: false, needs: 'calendar' },
  cards: { later: false, needs: null },
  map: { later: true, needs: null },
  gantt: { later: true, needs: null },
};

/** The names of all layouts. */
export const ALL_LAYOUTS = Object.keys(LAYOUTS) as readonly Layout[]; // the keys of the table
/** Those that the running version draws. */
export const RUNNING_LAYOUTS: readonly Layout[] = ALL_LAYOUTS.filter((layout) => !LAYOUTS[layout].later);
