import { clockIn, timeFormat } from './times.ts';

/** A time of day as the language writes it: 8:30 AM, 08:30. What is none stays as it is. */
export function showClock(time: string, language: string): string {
  const ms = /^\d\d:\d\d(?::\d\d)?$/.test(time) ? Date.parse(`1970-01-01T${time}Z`) : Number.NaN;
  if (Number.isNaN(ms)) return time;
  const second = time.length > 5 ? ({ second: '2-digit' } as const) : {};
  return timeFormat(language, { ...clockIn(language), ...second, timeZone: 'UTC' })
    .format(ms)
    .replace(/\u202F/gu, ' ');
}
