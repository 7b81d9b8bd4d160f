import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types';
import { useEffect, useRef, useState } from 'react';
import { daysBetween } from '@ninefold/model';
import type { Shift } from './shifts.ts';

const NOWHERE: Shift = { from: 0, to: 0 };

/** By how many days the pointer has gone that drags a record; `onDrop` is told where it lets go. */
export function useDragged(onDrop: (shift: Shift) => void): Shift {
  const [over, setOver] = useState<Shift>(NOWHERE);
  const latest = useRef({ over, onDrop });
  useEffect(() => {
    latest.current = { over, onDrop };
  });
  useEffect(() => {
    const follow = ({ location }: { readonly location: DragLocationHistory }): void => {
      const shift = shiftOf(location);
      if (shift.from !== latest.current.over.from) setOver(shift);
    };
    return monitorForElements({
      onDrag: follow,
      onDropTargetChange: follow,
      onDrop: ({ location }) => {
        setOver(NOWHERE);
        latest.current.onDrop(shiftOf(location));
      },
    });
  }, []);
  return over;
}

/** From the day where the pointer took the record to the one that it is on. Beside the days it is nowhere. */
function shiftOf({ initial, current }: DragLocationHistory): Shift {
  const [from, to] = [initial, current].map(({ dropTargets }) => dropTargets[0]?.data['day']);
  if (typeof from !== 'string' || typeof to !== 'string') return NOWHERE;
  const days = daysBetween(from, to);
  return { from: days, to: days };
}
