import { canEver, isGivable, type CalendarLayout, type Entity, type ListScreen } from '@ninefold/model';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { createPath } from '../../base/model/screen-path.ts';
import { momentOf } from './days.ts';

const HOUR_MS = 3_600_000;
/** When a record of a day begins whose hour nobody has said, and ends. */
const [NINE, TEN] = [9 * HOUR_MS, 10 * HOUR_MS];

/** The address of the form for a new record that begins on a day; null where this person makes none. An end with a default is left to it. */
export function useCreateOn(
  entity: Entity,
  screen: ListScreen,
  { from, to }: CalendarLayout,
  isDay: boolean,
): ((day: string) => string) | null {
  const model = useModel();
  const rights = useRights();
  const path = createPath(model, entity.id, screen);
  const [begins, end] = [entity.fields[from], to === null ? undefined : entity.fields[to]];
  if (path === null || !canEver(rights, entity.id, 'create') || !begins || !isGivable(begins)) return null;
  const ends = end && isGivable(end) && end.default === null ? end.id : null;
  const at = (day: string, ms: number): string => (isDay ? day : momentOf(day, model.timeZone, ms));
  return (day) => {
    const given = new URLSearchParams({ [`val[${from}]`]: at(day, NINE) });
    if (ends !== null) given.set(`val[${ends}]`, at(day, TEN));
    return `${path}?${given.toString()}`;
  };
}
