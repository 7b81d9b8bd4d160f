import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays } from './base/days.ts';
import type { CalendarPlace } from './base/use-calendar-place.ts';

const DAYS_BY_KEY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** One day of the calendar is in the order of the Tab key; from it the arrow keys lead to the others, and on to what is not shown yet. */
export function useDayKeys(
  weeks: readonly (readonly string[])[],
  { day }: CalendarPlace,
  go: (next: Partial<CalendarPlace>) => void,
) {
  const frame = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  /** The day that takes the focus as soon as it is shown. */
  const target = useRef<string | null>(null);
  const isShown = (one: string): boolean => weeks.some((days) => days.includes(one));
  const active = wanted !== null && isShown(wanted) ? wanted : day;
  useEffect(() => {
    if (target.current === null) return;
    const link = frame.current?.querySelector<HTMLElement>(`[data-nf-day-link="${CSS.escape(target.current)}"]`);
    if (!link) return;
    target.current = null;
    link.focus();
  });
  const onDayKey = (event: KeyboardEvent<HTMLElement>, from: string): void => {
    const by = DAYS_BY_KEY[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const isMirrored = Math.abs(by) === 1 && getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = addDays(from, isMirrored ? -by : by);
    target.current = next;
    setWanted(next);
    if (!isShown(next)) go({ day: next });
  };
  return { frame, active, onDayKey };
}
