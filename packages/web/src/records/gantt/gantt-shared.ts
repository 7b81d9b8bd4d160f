import type { CalendarLayout, Entity } from '@ninefold/model';
import type { CalendarMoves } from '../calendar/base/calendar-shared.ts';
import type { Axis } from './axis.ts';

/** What all lines of a Gantt chart share. */
export interface GanttShared extends CalendarMoves {
  readonly entity: Entity;
  readonly calendar: CalendarLayout;
  /** Whether the records are between days; else between moments. */
  readonly isDay: boolean;
  readonly axis: Axis;
}
