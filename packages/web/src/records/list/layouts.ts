import type { ComponentType } from 'react';
import { listQuery, filterQuery, type Layout, type ListScreen, type ListState } from '@ninefold/model';
import type { LateLayout } from './late-layouts.ts';
import type { LayoutProps } from './layout-props.ts';
import { ListContent } from './list-content.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** How a layout asks for the records of a list, and draws them. */
interface ListLayout {
  readonly asked: (state: ListState, screen: ListScreen) => URLSearchParams;
  readonly View: ComponentType<LayoutProps>;
}

const TABLE: ListLayout = { asked: listQuery, View: ListContent };

function late(layout: LateLayout, asked: ListLayout['asked']): ListLayout {
  const View = lateComponent(withLateTexts(async () => (await import('./late-layouts.ts')).VIEWS[layout]()));
  return { asked, View };
}

/** All layouts. */
const DRAWN: Readonly<Record<Layout, ListLayout>> = {
  table: TABLE,
  board: late('board', countQuery),
  calendar: late('calendar', countQuery),
  cards: late('cards', (state, screen) => listQuery({ ...state, group: null }, screen)),
  map: late('map', countQuery),
  gantt: late('gantt', countQuery),
};

/** What asks for the records of a layout, and draws them. */
export function drawnAs(layout: Layout): ListLayout {
  return DRAWN[layout];
}

/** Counts the records of a list whose layout asks for them itself. */
function countQuery(state: ListState, screen: ListScreen): URLSearchParams {
  const params = filterQuery(state, screen);
  params.set('size', '1');
  params.set('total', 'capped');
  return params;
}
