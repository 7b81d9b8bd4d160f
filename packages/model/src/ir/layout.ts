import type { ListScreen } from './screen.ts';

/** How a list is drawn. */
export type Layout = 'table' | 'board' | 'calendar' | 'cards' | 'map' | 'gantt';

/** A part of a list screen without which one of its layouts has nothing to draw. */
export type LayoutPart = 'board' | 'calendar' | 'gantt' | 'map';

interface LayoutTraits {
  /** The part of its screen that it needs. */
  readonly needs: LayoutPart | null;
}

/** The layouts in the order of the language page. */
export const LAYOUTS: Readonly<Record<Layout, LayoutTraits>> = {
  table: { needs: null },
  board: { needs: 'board' },
  calendar: { needs: 'calendar' },
  cards: { needs: null },
  map: { needs: 'map' },
  gantt: { needs: 'gantt' },
};

/** The names of all layouts. */
export const ALL_LAYOUTS = Object.keys(LAYOUTS) as readonly Layout[]; // the keys of the table

/** How a list can be drawn, in the order of its screen: as a table where it says nothing. */
export function layoutsOf(screen: ListScreen): readonly Layout[] {
  const drawn = screen.layouts.filter((layout) => {
    const { needs } = LAYOUTS[layout];
    return needs === null || screen[needs] !== null;
  });
  return drawn.length > 0 ? drawn : ['table'];
}

/** How a list is drawn now: as its reader has chosen, else as its screen says first. */
export function layoutOf(screen: ListScreen, chosen: Layout | null): Layout {
  const layouts = layoutsOf(screen);
  return layouts.find((layout) => layout === chosen) ?? layouts[0] ?? 'table';
}
