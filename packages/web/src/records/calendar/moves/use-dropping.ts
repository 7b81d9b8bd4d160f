import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, type RefObject } from 'react';
import type { CalendarRow } from '../base/calendar-shared.ts';

/** Tells on which of the days the pointer is that drags a record. */
export function useDropping<E extends HTMLElement>(
  days: readonly string[],
  row: CalendarRow | null,
): RefObject<E | null> {
  const frame = useRef<E>(null);
  const latest = useRef({ days, row });
  useEffect(() => {
    latest.current = { days, row };
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      getData: ({ input }): Record<string, unknown> => ({
        day: dayAt(element, latest.current.days, input.clientX),
        ms: 0,
        row: latest.current.row,
      }),
    });
  }, []);
  return frame;
}

function dayAt(element: HTMLElement, days: readonly string[], x: number): string | undefined {
  const { left, width } = element.getBoundingClientRect();
  const place = Math.floor(((x - left) / width) * days.length);
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  const inside = Math.min(Math.max(place, 0), days.length - 1);
  return days[isMirrored ? days.length - 1 - inside : inside];
}
