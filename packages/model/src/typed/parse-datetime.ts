import { instantOf } from '../values/time.ts';
import { parseDate, type DateContext } from './parse-date.ts';

const TIME = /(?:^|[\st])(\d{1,2})(?:(?::|時)(?:(\d{2})(?:(?::|分)(\d{2})秒?|分)?)?)?\s?([ap]\.?m\.?)?$/u;

/** What typed date and time text is read against; the zone is the application's. */
export interface DatetimeContext extends DateContext {
  readonly timeZone: string;
}

/**
 * Typed text as an instant (`2026-03-05T08:30:00.000Z`): a date in any form `parseDate` takes, then a time
 * (`14:30`, `14:30:15`, `2 pm`, `14時30分`). Without a time it is the start of the day; a time alone is today's.
 */
export function parseDatetime(text: string, context: DatetimeContext): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  const match = TIME.exec(plain);
  const timed = match && (plain.includes(':') || plain.includes('時') || match[4] !== undefined) ? match : null;
  const rest = timed ? plain.slice(0, timed.index).replace(/[,\s]+$/u, '') : plain;
  const date = rest === '' && timed ? context.today : parseDate(rest, context);
  const seconds = timed ? secondsOf(timed) : 0;
  if (date === null || seconds === null) return null;
  return new Date(instantOf(Date.parse(`${date}T00:00:00Z`) + seconds * 1000, context.timeZone)).toISOString();
}

function secondsOf([, hourText = '', minuteText = '0', secondText = '0', half]: RegExpExecArray): number | null {
  const typed = Number(hourText);
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half.startsWith('p') ? 12 : 0);
  const [minute, second] = [Number(minuteText), Number(secondText)];
  return hour > 23 || minute > 59 || second > 59 ? null : (hour * 60 + minute) * 60 + second;
}
