const EXACT = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?uhr)?\s?([ap]\.?m\.?)?$/;
const HOUR = /^(\d{1,2})\s?(?:uhr|([ap]\.?m\.?))$/;
const KANJI = /^(午前|午後)?(\d{1,2})時(?:(\d{1,2})分|(半))?(?:(\d{1,2})秒)?$/u;

/** True for a time of day in its one form: `08:30`, `08:30:15`. Seconds of zero are left out. */
export function isTime(text: string): boolean {
  return EXACT.test(text) && !/:\d\d:00$/.test(text);
}

/**
 * A typed time of day as `08:30`, or null where it is none: `8:30`, `8.30`, `0830`, `8 am`, `2:15 pm`, `8時30分`, `午後2時半`,
 * seconds where they are written; full-width digits too.
 */
export function parseTime(text: string): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  const clock = CLOCK.exec(plain);
  if (clock) return timeOf(clock[1], clock[2], clock[3], clock[4]);
  const hour = HOUR.exec(plain);
  if (hour) return timeOf(hour[1], '0', undefined, hour[2]);
  const digits = /^(\d{2})(\d{2})$/.exec(plain);
  if (digits) return timeOf(digits[1], digits[2]);
  const kanji = KANJI.exec(plain);
  if (!kanji) return null;
  const [, half, hours, minutes = kanji[4] === undefined ? '0' : '30', , seconds] = kanji;
  return timeOf(hours, minutes, seconds, half === undefined ? undefined : half === '午後' ? 'pm' : 'am');
}

function timeOf(hours = '', minutes = '', seconds = '0', half?: string): string | null {
  const typed = Number(hours);
  if (half !== undefined && (typed > 12 || (typed === 0 && half.startsWith('p')))) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half.startsWith('p') ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${two(hour)}:${two(Number(minutes))}${Number(seconds) === 0 ? '' : `:${two(Number(seconds))}`}`;
}
