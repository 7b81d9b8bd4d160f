import { instantOf } from '../values/time.ts';
import { parseDate, type DateContext } from './parse-date.ts';

const TIME = /(?:^|[\st])(\d{1,2})(?:(?::|時)(?:(\d{2})(?:(?::|分)(\d{2})秒?|分)?)?)?\s?([ap]\.?m\.?)?$/u;

/** What typed date and time text is read against; the zone is the application's. */
export interface DatetimeContext extends DateContext {
  readonly timeZone: string;
  /** Whether a day alone stands for its end, as the upper end of a range does. */
  readonly dayEnds?: boolean;
}

const DAY_MS = 86_400_000;

/** 午前 and 午後 stand before the time, and their hours count from 0. */
const HALF = /(午前|午後)\s*(\d{1,2})(.*)$/u;

/** The same text with `am` or `pm` behind the time, as other languages have it, and minutes of two digits. */
function asElsewhere(text: string): string {
  return text.replace(/時(\d)分/u, '時0$1分').replace(HALF, (_, half: string, hour: string, rest: string) => {
    const counted = Number(hour) === 0 ? '12' : hour;
    return ` ${counted}${rest}${half === '午前' ? ' am' : ' pm'}`;
  });
}

/**
 * Typed text as an instant (`2026-03-05T08:30:00.000Z`): a date in any form `parseDate` takes, then a time
 * (`14:30`, `14:30:15`, `2 pm`, `14時30分`, `午後2時30分`). Without a time it is the start of the day, or
 * with `dayEnds` its last millisecond; a time alone is today's.
 */
export function parseDatetime(text: string, context: DatetimeContext): string | null {
  const plain = asElsewhere(text.normalize('NFKC').trim().toLowerCase());
  const match = TIME.exec(plain);
  const timed = match && (plain.includes(':') || plain.includes('時') || match[4] !== undefined) ? match : null;
  const rest = timed ? plain.slice(0, timed.index).replace(/[,\s]+$/u, '') : plain;
  const date = rest === '' && timed ? context.today : parseDate(rest, context);
  const seconds = timed ? secondsOf(timed) : 0;
  if (date === null || seconds === null) return null;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const at = (localMs: number): number => instantOf(localMs, context.timeZone);
  const isWhole = timed === null && context.dayEnds === true;
  return new Date(isWhole ? at(midnight + DAY_MS) - 1 : at(midnight + seconds * 1000)).toISOString();
}

function secondsOf([, hourText = '', minuteText = '0', secondText = '0', half]: RegExpExecArray): number | null {
  const typed = Number(hourText);
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half.startsWith('p') ? 12 : 0);
  const [minute, second] = [Number(minuteText), Number(secondText)];
  return hour > 23 || minute > 59 || second > 59 ? null : (hour * 60 + minute) * 60 + second;
}
