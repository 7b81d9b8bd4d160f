import { dateOf } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useNow } from '../../base/model/clock.ts';

/** The time of an instant, with the day if it is not today. */
export function useMoments(): (instant: string) => string {
  const format = useFormat();
  const today = dateOf(useNow(), format.timeZone);
  return (instant) => (dateOf(instant, format.timeZone) === today ? format.time(instant) : format.instant(instant));
}
