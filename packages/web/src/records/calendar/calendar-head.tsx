import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Segments } from '../../kit/controls/segments.tsx';
import styles from './base/calendar.module.css';
import { moved, SPANS } from './base/days.ts';
import type { CalendarPlace } from './base/use-calendar-place.ts';

interface CalendarHeadProps {
  readonly place: CalendarPlace;
  readonly title: string;
  /** What the rows stand for; null: the calendar has none. */
  readonly rows: string | null;
  readonly onGo: (next: Partial<CalendarPlace>) => void;
}

/** What the calendar shows, the ways to what comes before and after it, and how much it shows. */
export function CalendarHead({ place: { span, day, today, rows: isByRow }, title, rows, onGo }: CalendarHeadProps) {
  const { t } = useTexts();
  return (
    <div className={styles['head']}>
      <div className={styles['ways']}>
        <button
          type="button"
          className={styles['way']}
          aria-label={t(`calendar.before_${span}`)}
          title={t(`calendar.before_${span}`)}
          onClick={() => onGo({ day: moved(span, day, -1) })}
        >
          <ChevronLeft size={18} aria-hidden className="nf-mirrored" />
        </button>
        <Button variant="default" size="compact-sm" onClick={() => onGo({ day: today })}>
          {t('calendar.today')}
        </Button>
        <button
          type="button"
          className={styles['way']}
          aria-label={t(`calendar.after_${span}`)}
          title={t(`calendar.after_${span}`)}
          onClick={() => onGo({ day: moved(span, day, 1) })}
        >
          <ChevronRight size={18} aria-hidden className="nf-mirrored" />
        </button>
      </div>
      <h2 aria-live="polite">{title}</h2>
      {rows !== null && (
        <Segments
          label={t('calendar.arrangement')}
          chosen={isByRow ? 'rows' : 'together'}
          items={[
            { id: 'rows', text: t('calendar.by', { field: rows }) },
            { id: 'together', text: t('calendar.together') },
          ]}
          onChoose={(next) => onGo({ rows: next === 'rows' })}
        />
      )}
      <Segments
        label={t('calendar.spans')}
        chosen={span}
        items={SPANS.map((id) => ({ id, text: t(`calendar.${id}`) }))}
        onChoose={(next) => onGo({ span: next })}
      />
    </div>
  );
}
