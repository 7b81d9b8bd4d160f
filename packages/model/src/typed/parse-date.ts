import { addToDate, isDate } from '../values/time.ts';
import { dateOrderOf, monthNamesOf } from './date-order.ts';

/** What typed date text is read against. */
export interface DateContext {
  /** The calendar day in the application's zone, `2026-03-05`. */
  readonly today: string;
  readonly language: string;
  /** Whether the month comes first in 03/04/2024; left out: as in the language. */
  readonly monthFirst?: boolean;
}

type Reader = (text: string, context: DateContext) => string | null;

const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  r: 2018,
  平成: 1988,
  h: 1988,
  昭和: 1925,
  s: 1925,
  大正: 1911,
  t: 1911,
  明治: 1867,
  m: 1867,
};
const WORDS: Readonly<Record<string, number>> = {
  today: 0,
  今日: 0,
  本日: 0,
  heute: 0,
  tomorrow: 1,
  明日: 1,
  morgen: 1,
  明後日: 2,
  yesterday: -1,
  昨日: -1,
  gestern: -1,
};

/**
 * Typed date text as `2026-03-05`, or null where it is not a date: ISO and plain forms, the order of the language,
 * month names, Japanese eras, `today` and `+3`, full-width digits, and a day without a year in the nearest year.
 */
export function parseDate(text: string, context: DateContext): string | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[（(][^()（）]*[)）]$/u, '')
    .trim();
  for (const reader of READERS) {
    const found = reader(plain, context);
    if (found !== null) return found;
  }
  return null;
}

const DAY_FORMS = [
  /^\d{4}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?\d{1,2}$/,
  /^(?:\d{4}年)?\s?\d{1,2}月\s?\d{1,2}日$/,
  /^(?:令和|平成|昭和|大正|明治|[rhstm])\s?(?:元|\d{1,2})\s?[年./-]\s?\d{1,2}\s?[月./-]\s?\d{1,2}日?$/,
];

/** Whether a text that is no date has the form of one, so that only the day does not exist: 2026-11-31, 令和8年13月1日. */
export function namesNoDay(text: string): boolean {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  return DAY_FORMS.some((form) => form.test(plain));
}

const READERS: readonly Reader[] = [
  readWord,
  readOffset,
  readIso,
  readDigits,
  readEra,
  readKanji,
  readOrdered,
  readNamed,
];

function readWord(text: string, { today }: DateContext): string | null {
  const days = WORDS[text];
  return days === undefined ? null : shift(today, days);
}

function readOffset(text: string, { today }: DateContext): string | null {
  const match = /^([+−-])\s?(\d{1,4})$/u.exec(text);
  if (!match) return null;
  return shift(today, Number(match[2]) * (match[1] === '+' ? 1 : -1));
}

function readIso(text: string): string | null {
  const match = /^(\d{4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})$/.exec(text);
  return match ? day(match[1], match[2], match[3]) : null;
}

function readDigits(text: string): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return match ? day(match[1], match[2], match[3]) : null;
}

function readEra(text: string): string | null {
  const match =
    /^(令和|平成|昭和|大正|明治|[rhstm])\s?(元|\d{1,2})\s?[年./-]\s?(\d{1,2})\s?[月./-]\s?(\d{1,2})日?$/u.exec(text);
  if (!match) return null;
  const year = match[2] === '元' ? 1 : Number(match[2]);
  return year === 0 ? null : day(String((ERAS[match[1] ?? ''] ?? 0) + year), match[3], match[4]);
}

function readKanji(text: string, context: DateContext): string | null {
  const match = /^(?:(\d{4})年)?\s?(\d{1,2})月\s?(\d{1,2})日$/u.exec(text);
  if (!match) return null;
  return match[1] === undefined ? nearest(match[2], match[3], context) : day(match[1], match[2], match[3]);
}

function readOrdered(text: string, context: DateContext): string | null {
  const match = /^(\d{1,4})\s?[-/.]\s?(\d{1,2})(?:\s?[-/.]\s?(\d{2}|\d{4}))?\.?$/.exec(text);
  if (!match || (match[1] ?? '').length > 2) return null;
  const isMonthFirst = context.monthFirst ?? dateOrderOf(context.language).monthFirst;
  const monthFirst = isMonthFirst && !isDayFirst(text, context);
  const month = monthFirst ? match[1] : match[2];
  const date = monthFirst ? match[2] : match[1];
  const year = match[3];
  if (year === undefined) return nearest(month, date, context);
  return day(year.length === 2 ? `20${year}` : year, month, date);
}

/** With dots the day comes first wherever the year stands at the end: 1.12.2026. */
function isDayFirst(text: string, { language }: DateContext): boolean {
  if (!text.includes('.')) return false;
  const { parts } = dateOrderOf(language);
  const [first] = parts.filter((one) => 'part' in one);
  return /\d{4}$/.test(text) || first?.part !== 'year';
}

function readNamed(text: string, context: DateContext): string | null {
  const words = text.split(/[\s,.]+/u).filter((word) => word !== '');
  const names = monthNamesOf(context.language);
  const month = words.map((word) => names.get(word)).find((each) => each !== undefined);
  if (month === undefined) return null;
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const year = numbers.find((each) => each.length === 4);
  const date = numbers.find((each) => each.length <= 2);
  if (date === undefined) return null;
  return year === undefined ? nearest(String(month), date, context) : day(year, String(month), date);
}

function shift(date: string, days: number): string | null {
  return addToDate(date, { months: 0, days, ms: 0 });
}

function day(year = '', month = '', date = ''): string | null {
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDate(text) ? text : null;
}

/** The day in the year before, of or after today that lies closest to today. */
function nearest(month: string | undefined, date: string | undefined, { today }: DateContext): string | null {
  const year = Number(today.slice(0, 4));
  const candidates = [year, year + 1, year - 1]
    .map((each) => day(String(each), month, date))
    .filter((each): each is string => each !== null);
  const distance = (each: string): number => Math.abs(Date.parse(each) - Date.parse(today));
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
