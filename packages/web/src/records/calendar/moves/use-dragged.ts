import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types';
import { useEffect, useRef, useState } from 'react';
import { daysBetween } from '@ninefold/model';
import { rowKey, type CalendarRow } from '../base/calendar-shared.ts';
import type { Shift } from '../base/shifts.ts';

const NOWHERE: Shift = { from: 0, to: 0 };

/** By which part a record is dragged: as a whole, or by its begin or end. */
export type Edge = 'both' | 'from' | 'to';

interface Dragged {
  readonly location: DragLocationHistory;
  readonly source: { readonly data: Readonly<Record<string, unknown>> };
}

/** By how many days the pointer has gone that drags a record; `onDrop` is told where it lets go. */
export function useDragged(onDrop: (shift: Shift) => void): Shift {
  const [over, setOver] = useState<Shift>(NOWHERE);
  const latest = useRef({ over, onDrop });
  useEffect(() => {
    latest.current = { over, onDrop };
  });
  useEffect(() => {
    const follow = ({ location, source }: Dragged): void => {
      const shift = shiftOf(location, source.data['edge']);
      if (!isSameShift(shift, latest.current.over)) setOver(shift);
    };
    return monitorForElements({
      onDrag: follow,
      onDropTargetChange: follow,
      onDrop: ({ location, source }) => {
        setOver(NOWHERE);
        latest.current.onDrop(shiftOf(location, source.data['edge']));
      },
    });
  }, []);
  return over;
}

/**
 * From the day where the pointer took the record to the one that it is on. Beside the days it is nowhere. A row of various values gives
 * it none.
 */
function shiftOf({ initial, current }: DragLocationHistory, edge: unknown): Shift {
  const [from, to] = [initial, current].map(({ dropTargets }) => placeOf(dropTargets[0]?.data));
  if (!from || !to) return NOWHERE;
  const days = daysBetween(from.day, to.day);
  const isElsewhere =
    to.row !== null && to.row.except === undefined && from.row !== null && rowKey(to.row) !== rowKey(from.row);
  if (edge === 'from') return { from: days, to: 0 };
  if (edge === 'to') return { from: 0, to: days };
  return { from: days, to: days, ms: to.ms - from.ms, ...(isElsewhere && to.row ? { row: to.row } : {}) };
}

/** What a place says on which records are dropped. */
export interface DropPlace {
  readonly day: string | undefined;
  /** Milliseconds since midnight, by steps. */
  readonly ms: number;
  readonly row: CalendarRow | null;
}

function placeOf(data: Record<string | symbol, unknown> | undefined): (DropPlace & { readonly day: string }) | null {
  const place = data as DropPlace | undefined; // only days put data into drop targets
  return typeof place?.day === 'string' ? { ...place, day: place.day } : null;
}

function isSameShift(one: Shift, other: Shift): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    (one.ms ?? 0) === (other.ms ?? 0) &&
    one.row?.value === other.row?.value
  );
}
