import {
  addToDate,
  addToInstant,
  type CalendarLayout,
  type Problem,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { judgeChange, type ChangeRules } from '../../moving/judge-change.ts';
import type { CalendarRow } from './calendar-shared.ts';

/** By how many days the begin and the end of a record move. */
export interface Shift {
  readonly from: number;
  readonly to: number;
  /** By how many milliseconds of the day they move beside. */
  readonly ms?: number;
  /** The row that it comes to; undefined: it stays in its own. */
  readonly row?: CalendarRow;
}

/** Whether a shift moves nothing. */
export function isNowhere({ from, to, ms = 0, row }: Shift): boolean {
  return from === 0 && to === 0 && ms === 0 && row === undefined;
}

interface Times {
  readonly calendar: CalendarLayout;
  readonly isDay: boolean;
  readonly timeZone: string;
}

/** The values that a shift changes: the time of day stays, also over a change of summer time; a blank end stays blank. Null: beyond the calendar. */
export function shifted(record: RecordValue, { calendar, isDay, timeZone }: Times, shift: Shift): Changes | null {
  const ends = [
    [calendar.from, shift.from],
    [calendar.to, shift.to],
  ] as const;
  const { ms = 0, row } = shift;
  const changes: Record<string, Wire> = {};
  if (row !== undefined && calendar.per !== null) changes[calendar.per] = row.value;
  for (const [field, days] of ends) {
    const value = field === null ? null : record[field];
    if (field === null || typeof value !== 'string' || (days === 0 && ms === 0)) continue;
    const span = { months: 0, days, ms };
    const next = isDay ? addToDate(value, span) : addToInstant(value, span, timeZone);
    if (next === null) return null;
    changes[field] = next;
  }
  return changes;
}

type Changes = Readonly<Record<string, Wire>>;

/** What a shift would change, or why it does not. */
export type Verdict =
  | { readonly kind: 'set'; readonly body: Changes }
  | { readonly kind: 'blocked'; readonly reasons: readonly Problem[] }
  /** This person may not change the dates. */
  | { readonly kind: 'closed' };

/** Whether a record may be shifted, as far as the browser knows it. */
export function judgeShift(
  { times, editable, ...rules }: ChangeRules & { readonly times: Times; readonly editable: ReadonlySet<string> },
  record: RecordValue,
  shift: Shift,
): Verdict {
  const body = shifted(record, times, shift);
  const fields = Object.keys(body ?? {});
  if (body === null || fields.length === 0 || fields.some((field) => !editable.has(field))) return { kind: 'closed' };
  const reasons = judgeChange(rules, record, body);
  return reasons.length === 0 ? { kind: 'set', body } : { kind: 'blocked', reasons };
}
