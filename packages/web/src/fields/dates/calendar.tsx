import { useEffect, useRef } from 'react';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useFormat } from '../../base/format/use-format.ts';
import { useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { firstWeekday } from '../../base/format/first-weekday.ts';

/** A month to choose a day from, in the words of the display language. The focus is on its day from the beginning, so that arrow keys move from there. */
export function Calendar({ date, onPick }: { readonly date: string | null; readonly onPick: (date: string) => void }) {
  const { locale } = useFormat();
  const { t } = useTexts();
  const { today } = useScope();
  const words = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: string | Date): string => format.format(typeof day === 'string' ? Date.parse(day.slice(0, 10)) : day);
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const start = date ?? today;
  return (
    <div ref={box}>
      <DatePicker
        value={date}
        defaultDate={start}
        onChange={(picked) => picked !== null && onPick(picked)}
        firstDayOfWeek={firstWeekday(locale)}
        monthLabelFormat={words({ year: 'numeric', month: 'long' })}
        yearLabelFormat={words({ year: 'numeric' })}
        monthsListFormat={words({ month: 'short' })}
        yearsListFormat={words({ year: 'numeric' })}
        weekdayFormat={words({ weekday: 'narrow' })}
        getDayAriaLabel={words({ dateStyle: 'full' })}
        getDayProps={(day) => ({
          ...(day === today ? { 'aria-current': 'date' as const } : {}),
          ...(day === start ? { 'data-autofocus': true, tabIndex: 0 } : {}),
        })}
        ariaLabels={{
          previousMonth: t('inputs.previous_month'),
          nextMonth: t('inputs.next_month'),
          previousYear: t('inputs.previous_year'),
          nextYear: t('inputs.next_year'),
          previousDecade: t('inputs.previous_decade'),
          nextDecade: t('inputs.next_decade'),
        }}
        highlightToday
        weekendDays={[]}
      />
    </div>
  );
}
