import type { KeyboardEvent } from 'react';
import type { CalendarLayout, Entity, ListScreen, ListState, RecordValue } from '@ninefold/model';
import type { DayMarks } from './day-marks.ts';
import type { Shift, Verdict } from './shifts.ts';
import type { CalendarPlace } from './use-calendar-place.ts';
import type { DayWords } from './use-day-words.ts';

/** The record that is dragged, that was dropped, or whose menu is open. */
export interface Held {
  readonly record: RecordValue;
  /** Whether it may be shifted; null until that is known. */
  readonly verdict: ((shift: Shift) => Verdict) | null;
}

/** A row of a calendar: the records with one value. */
export interface CalendarRow {
  /** What its records have; null: a blank. */
  readonly value: string | null;
  readonly title: string;
  /** The values of the other rows: the records of this one have none of them. */
  readonly except?: readonly (string | null)[];
}

/** What tells a row from the others of its calendar. */
export function rowKey({ value, except }: CalendarRow): string {
  return except === undefined ? (value ?? '') : 'others';
}

/** Where a new record begins, and ends where that is known. */
export interface Begin {
  readonly day: string;
  /** The last day, or the moment before which it ends. */
  readonly until?: string;
  /** Milliseconds since midnight. */
  readonly ms?: number;
  readonly row?: CalendarRow | null;
}

/** The address of a form for a new record. */
export type CreateOn = (begin: Begin) => string;

/** How the records of a calendar are moved. */
export interface CalendarMoves {
  readonly held: Held | null;
  /** The record that is being moved. */
  readonly moving: string | null;
  readonly onHold: (record: RecordValue | null) => void;
  readonly onShift: (record: RecordValue, shift: Shift) => void;
  /** The rows to which a record can be moved; none where there are no rows. */
  readonly rowsToMoveTo: readonly CalendarRow[];
}

/** What all weeks and records of a calendar share. */
export interface CalendarShared extends CalendarMoves {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly calendar: CalendarLayout;
  /** Whether the records are between days; else between moments. */
  readonly isDay: boolean;
  readonly state: ListState;
  readonly place: CalendarPlace;
  readonly words: DayWords;
  /** The day that the Tab key leads to; the arrow keys lead to others. */
  readonly active: string;
  readonly onDayKey: (event: KeyboardEvent<HTMLElement>, day: string) => void;
  /** The query of the address of another place. */
  readonly searchOf: (next: Partial<CalendarPlace>) => string;
  /** The address of the form for a new record on a day; null where this person makes none here. */
  readonly createOn: CreateOn | null;
  readonly marks: DayMarks;
}
