import {
  localMs,
  parseInstant,
  parseSpan,
  partsOfSpan,
  type DateField,
  type DatetimeField,
  type DurationField,
} from '@ninefold/model';
import { dateCell as sheetDate } from '../sheet-cells/date.ts';
import { durationCell as sheetDuration } from '../sheet-cells/duration.ts';
import type { Filled, PeopleCell } from './people-cell.ts';

const DAY = 10;
const MINUTE = 16;
const SECOND = 19;
/** The first moment at which the calendars of spreadsheets agree. */
const FIRST = Date.UTC(1900, 2, 1);

/** The sign between year, month and day. The order is that of ISO 8601 everywhere, which every spreadsheet reads as a day. */
function between(language: string): string {
  return language.startsWith('ja') ? '/' : '-';
}

function withSign(day: string, language: string): string {
  return day.replaceAll('-', between(language));
}

export const dateCell: PeopleCell<DateField> = {
  text: (value, _field, { language }) => withSign(String(value), language),
  sheet(value, field, { language }) {
    const cell = sheetDate(value, field);
    return cell && { ...cell, format: withSign('yyyy-mm-dd', language) };
  },
};

/** What clocks in the zone show, to the second, as milliseconds that read as if it were UTC; null for what is no instant. */
function shownAt(value: Filled, timeZone: string): number | null {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant === null ? null : Math.floor(localMs(instant, timeZone) / 1000) * 1000;
}

export const datetimeCell: PeopleCell<DatetimeField> = {
  text(value, _field, { language, timeZone }) {
    const ms = shownAt(value, timeZone);
    if (ms === null) return String(value);
    const text = new Date(ms).toISOString();
    const time = text.slice(DAY + 1, ms % 60_000 === 0 ? MINUTE : SECOND);
    return `${withSign(text.slice(0, DAY), language)} ${time}`;
  },
  sheet(value, _field, { language, timeZone }) {
    const ms = shownAt(value, timeZone);
    if (ms === null || ms < FIRST) return null;
    return { value: new Date(ms), format: `${withSign('yyyy-mm-dd', language)} hh:mm` };
  },
};

/** As on a clock that counts on: 36:30, 36:30:15.5. */
export const durationCell: PeopleCell<DurationField> = {
  text(value) {
    const ms = parseSpan(String(value));
    if (ms === null) return String(value);
    const { hours, minutes, seconds } = partsOfSpan(ms);
    const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
    const fraction = (seconds % 1)
      .toFixed(3)
      .slice(1)
      .replace(/\.?0+$/, '');
    const rest = seconds === 0 ? '' : `:${two(seconds)}${fraction}`;
    return `${ms < 0 ? '-' : ''}${String(hours)}:${two(minutes)}${rest}`;
  },
  sheet: (value, field) => sheetDuration(value, field),
};
