import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { dayMs, daysBetween, timeFormat } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { addDays } from '../calendar/base/days.ts';
import type { DropPlace } from '../calendar/moves/use-dragged.ts';
import type { Axis, Tick, Zoom } from './axis.ts';
import styles from './gantt.module.css';
import type { AxisPlace } from './use-axis-place.ts';

interface GanttScaleProps {
  readonly place: AxisPlace;
  readonly ticks: readonly Tick[];
  readonly axis: Axis;
  readonly children: ReactNode;
}

const WRITTEN: Readonly<Record<Zoom, Intl.DateTimeFormatOptions>> = {
  month: { day: 'numeric' },
  quarter: { month: 'numeric', day: 'numeric' },
  year: { month: 'short' },
};

/** Behind this part of the scale a day has no room for its name. */
const ROOM = 0.95;

/** The days above the lines, and behind them where each begins. */
export function GanttScale({ place: { zoom, today }, ticks, axis, children }: GanttScaleProps) {
  const { locale } = useFormat();
  const words = timeFormat(locale, { ...WRITTEN[zoom], timeZone: 'UTC' });
  const now = daysBetween(axis.first, today);
  const share = (part: number): string => `${String(part * 100)}%`;
  return (
    <div className={styles['scale']} data-nf-scale={zoom}>
      <div className={styles['head']} aria-hidden>
        <span className={styles['label']} />
        <div className={styles['ticks']}>
          {ticks.map(({ day, at }) => (
            <span key={day} style={{ insetInlineStart: share(at) }} data-today={day === today || undefined}>
              {zoom === 'month' ? String(Number(day.slice(8))) : at < ROOM && words.format(dayMs(day))}
            </span>
          ))}
        </div>
      </div>
      <div className={styles['body']}>
        <div ref={useAxisDropping(axis)} className={styles['behind']} aria-hidden>
          {ticks.map(({ day, at }) => (
            <i key={day} style={{ insetInlineStart: share(at) }} />
          ))}
          {now >= 0 && now < axis.count && (
            <b style={{ insetInlineStart: share(now / axis.count), inlineSize: share(1 / axis.count) }} />
          )}
        </div>
        {children}
      </div>
    </div>
  );
}

/** Tells on which day the pointer is that drags a bar: the whole body takes it, wherever its lines are. */
function useAxisDropping(axis: Axis): RefObject<HTMLDivElement | null> {
  const scale = useRef<HTMLDivElement>(null);
  const latest = useRef(axis);
  useEffect(() => {
    latest.current = axis;
  });
  useEffect(() => {
    const [element, body] = [scale.current, scale.current?.parentElement];
    if (element === null || !body) return undefined;
    return dropTargetForElements({
      element: body,
      getData: ({ input }): Record<string, unknown> => {
        const { left, width } = element.getBoundingClientRect();
        const isMirrored = getComputedStyle(element).direction === 'rtl';
        const part = (input.clientX - left) / width;
        const { first, count } = latest.current;
        const day = addDays(first, Math.floor((isMirrored ? 1 - part : part) * count));
        return { day, ms: 0, row: null } satisfies DropPlace;
      },
    });
  }, []);
  return scale;
}
