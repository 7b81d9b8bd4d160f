import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addToDate, dayMs, timeFormat } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Segments } from '../../kit/controls/segments.tsx';
import calendarStyles from '../calendar/base/calendar.module.css';
import { lastOf, ZOOM_NAMES, ZOOMS, type Axis } from './axis.ts';
import type { AxisPlace } from './use-axis-place.ts';

interface GanttHeadProps {
  readonly place: AxisPlace;
  readonly axis: Axis;
  readonly onGo: (next: Partial<AxisPlace>) => void;
}

/** Which months are shown, and the ways to those before and after. */
export function GanttHead({ place: { zoom, today }, axis, onGo }: GanttHeadProps) {
  const { t } = useTexts();
  const { locale } = useFormat();
  const months = timeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const moved = (by: number): string =>
    addToDate(axis.first, { months: by * ZOOMS[zoom], days: 0, ms: 0 }) ?? axis.first;
  return (
    <div className={calendarStyles['head']}>
      <div className={calendarStyles['ways']}>
        <button
          type="button"
          className={calendarStyles['way']}
          aria-label={t('gantt.before')}
          title={t('gantt.before')}
          onClick={() => onGo({ day: moved(-1) })}
        >
          <ChevronLeft size={18} aria-hidden className="nf-mirrored" />
        </button>
        <Button variant="default" size="compact-sm" onClick={() => onGo({ day: today })}>
          {t('calendar.today')}
        </Button>
        <button
          type="button"
          className={calendarStyles['way']}
          aria-label={t('gantt.after')}
          title={t('gantt.after')}
          onClick={() => onGo({ day: moved(1) })}
        >
          <ChevronRight size={18} aria-hidden className="nf-mirrored" />
        </button>
      </div>
      <h2 aria-live="polite">{months.formatRange(dayMs(axis.first), dayMs(lastOf(axis)))}</h2>
      <Segments
        label={t('calendar.spans')}
        chosen={zoom}
        items={ZOOM_NAMES.map((id) => ({ id, text: t(`gantt.${id}`) }))}
        onChoose={(next) => onGo({ zoom: next })}
      />
    </div>
  );
}
