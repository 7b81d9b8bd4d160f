import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, type RefObject } from 'react';
import type { RecordValue } from '@ninefold/model';
import type { CalendarMoves } from '../base/calendar-shared.ts';

/** Lets a record be dragged to other times. */
export function useDragging(moves: CalendarMoves, record: RecordValue): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null);
  const latest = useRef({ moves, record });
  useEffect(() => {
    latest.current = { moves, record };
  });
  useEffect(() => {
    if (element.current === null) return undefined;
    return draggable({
      element: element.current,
      canDrag: () => latest.current.moves.moving === null,
      onDragStart: () => latest.current.moves.onHold(latest.current.record),
    });
  }, []);
  return element;
}
