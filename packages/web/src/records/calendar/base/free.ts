import { filterQuery, holds, type CalendarLayout, type Rights, type Scope } from '@ninefold/model';
import type { CalendarShared } from './calendar-shared.ts';
import type { Entry } from './placing.ts';

/** A stretch of a row, in whatever counts its places: the first one, and the one after its last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretches within which nothing is taken, in their order. */
export function freeIn(taken: readonly Stretch[], within: Stretch): readonly Stretch[] {
  const free: Stretch[] = [];
  let from = within.from;
  for (const one of taken.toSorted((a, b) => a.from - b.from)) {
    if (one.from > from) free.push({ from, to: Math.min(one.from, within.to) });
    from = Math.max(from, one.to);
  }
  if (from < within.to) free.push({ from, to: within.to });
  return free.filter((stretch) => stretch.to > stretch.from && stretch.from < within.to);
}

/**
 * Which records of a row take their time, so that no other may be there: where the entity has a `no_overlap` of the same period and row.
 * Null where nothing says so, and where the calendar may not show all records, because of a filter or of what the person may read: what
 * looks free might be taken.
 */
export function takingOf(
  { entity, calendar, state, screen }: Pick<CalendarShared, 'entity' | 'calendar' | 'state' | 'screen'>,
  { rights, scope }: { readonly rights: Rights; readonly scope: Scope },
): ((entry: Entry) => boolean) | null {
  const { from, to, per }: CalendarLayout = calendar;
  const rules = entity.noOverlaps.filter(
    (rule) => rule.from === from && rule.to === to && rule.per.length === 1 && rule.per[0] === per,
  );
  const seesAll = rights.grants(entity.id).some(({ verbs }) => verbs.read === true);
  const others = state.filters.filter(({ field, op }) => field !== per || (op !== 'eq' && op !== 'in')); // that one chooses rows
  const isFiltered = filterQuery({ ...state, filters: others }, screen).size > 0;
  if (per === null || rules.length === 0 || !seesAll || isFiltered) return null;
  return ({ record }) => rules.some(({ when }) => when === null || holds(when, { ...scope, record }) !== false);
}
