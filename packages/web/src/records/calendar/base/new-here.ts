import { canEver, isGivable, type CalendarLayout, type Entity, type ListScreen } from '@ninefold/model';
import { useModel, useRights } from '../../../base/model/use-model.ts';
import { createPath } from '../../../base/model/screen-path.ts';
import type { CreateOn } from './calendar-shared.ts';
import { momentOf } from './days.ts';

const HOUR_MS = 3_600_000;
/** When a record of a day begins whose hour nobody has said. */
const NINE = 9 * HOUR_MS;

/** The address of the form for a new record that begins on a day; null where this person makes none. An end with a default is left to it. */
export function useCreateOn(
  entity: Entity,
  screen: ListScreen,
  { from, to, per }: Pick<CalendarLayout, 'from' | 'to' | 'per'>,
  isDay: boolean,
): CreateOn | null {
  const model = useModel();
  const rights = useRights();
  const path = createPath(model, entity.id, screen);
  const [begins, end, rows] = [from, to, per].map((id) => (id === null ? undefined : entity.fields[id]));
  if (path === null || !canEver(rights, entity.id, 'create') || !begins || !isGivable(begins)) return null;
  const ends = end && isGivable(end) ? end : null;
  const at = (day: string, ms: number): string => (isDay ? day : momentOf(day, model.timeZone, ms));
  return ({ day, until, ms = NINE, row = null }) => {
    const given = new URLSearchParams({ [`val[${from}]`]: at(day, ms) });
    if (ends !== null && until !== undefined) given.set(`val[${ends.id}]`, until);
    else if (ends?.default === null) given.set(`val[${ends.id}]`, at(day, ms + HOUR_MS));
    if (row !== null && row.value !== null && rows && isGivable(rows)) given.set(`val[${rows.id}]`, row.value);
    return `${path}?${given.toString()}`;
  };
}
