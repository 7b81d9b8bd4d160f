import { isDate, NO_TIMED_FILTERS, type TimedFilters } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Chip } from './chip.tsx';

interface TimedChipsProps {
  readonly timed: TimedFilters;
  readonly onNarrow: (next: Partial<TimedFilters>) => void;
}

/** What a list is narrowed by of what happens by itself, and of approvals. */
export function TimedChips({ timed, onNarrow }: TimedChipsProps) {
  const { t } = useTexts();
  const days = useDays();
  const { due, awaited, stuck } = timed;
  const drop = (name: keyof TimedFilters) => () => onNarrow({ [name]: NO_TIMED_FILTERS[name] });
  return (
    <>
      {due !== null && <Chip text={days(due)} onDrop={drop('due')} hook="due" />}
      {awaited !== null && <Chip text={t(`list.timed_${awaited}`)} onDrop={drop('awaited')} hook="awaited" />}
      {stuck && <Chip text={t('list.timed_stuck')} onDrop={drop('stuck')} hook="stuck" />}
    </>
  );
}

function useDays(): (due: string) => string {
  const { t } = useTexts();
  const { date } = useFormat();
  const day = (written: string): string => (isDate(written) ? date(written) : written);
  return (due) => {
    if (due === 'today' || due === '7d') return t(`list.timed_${due}`);
    const [last = '', first = ''] = due.split('..').toReversed();
    return t('list.timed_between', { days: `${day(first)}–${day(last)}` });
  };
}
