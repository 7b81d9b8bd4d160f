import type { CalendarLayout, RecordValue } from '@ninefold/model';
import { useFormat } from '../../../base/format/use-format.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';

/** When a record is, in words: a day or moment, or from one to another. */
export function useWhen({ from, to }: CalendarLayout, isDay: boolean): (record: RecordValue) => string {
  const { t } = useTexts();
  const format = useFormat();
  return (record) => {
    const show = (field: string | null): string => {
      const value = field === null ? undefined : record[field];
      if (typeof value !== 'string') return '';
      return isDay ? format.date(value) : format.instant(value);
    };
    const [begin, end] = [show(from), show(to)];
    return to === null || begin === end ? begin : t('calendar.period', { from: begin, to: end });
  };
}
