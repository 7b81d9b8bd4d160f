import type { ReactNode } from 'react';
import type { Layout } from '@ninefold/model';
import type { LayoutProps } from './layout-props.ts';

/** A layout that is loaded once a list is drawn so. */
export type LateLayout = Exclude<Layout, 'table'>;

/** What loads each of them: a list that is a table carries one name for all. */
export const VIEWS: Readonly<Record<LateLayout, () => Promise<(props: LayoutProps) => ReactNode>>> = {
  board: async () => (await import('../board/board.tsx')).Board,
  calendar: async () => (await import('../calendar/calendar.tsx')).Calendar,
  cards: async () => (await import('./list-cards.tsx')).ListCards,
  map: async () => (await import('../map/map.tsx')).ListMap,
  gantt: async () => (await import('../gantt/gantt.tsx')).Gantt,
};
