import { dateOrderOf } from '../typed/date-order.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of days and moments with these options in a language. */
export function timeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(language, options)));
  return format;
}

/** Milliseconds of the beginning of a calendar day in UTC; NaN for what is none. */
export function dayMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** A calendar day: 2026/03/05, Mar 5, 2026, 05.03.2026. */
export function showDate(date: string, language: string): string {
  const ms = dayMs(date);
  return Number.isNaN(ms) ? date : timeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(ms);
}

/** A day in digits, in the order of the language, as a date field shows it. */
export function digitDate(date: string, language: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const values = { year, month, day };
  return dateOrderOf(language)
    .parts.map((part) => ('part' in part ? values[part.part] : part.text))
    .join('');
}

/** An instant in the application's zone; 24 hours in Japanese, else as the language has it. */
export function showInstant(instant: string, language: string, timeZone: string): string {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return instant;
  if (!isJapanese(language))
    return timeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(ms);
  return timeFormat(language, { ...PADDED_DAY, ...clockIn(language), timeZone }).format(ms);
}

const PADDED_DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** Hours and minutes as a language writes them: in Japanese 24 hours of two digits each, so that times stand in columns. */
export function clockIn(language: string): Intl.DateTimeFormatOptions {
  const minute = '2-digit';
  return isJapanese(language) ? { hour: '2-digit', minute, hourCycle: 'h23' } : { hour: 'numeric', minute };
}

function isJapanese(language: string): boolean {
  return language.startsWith('ja');
}
