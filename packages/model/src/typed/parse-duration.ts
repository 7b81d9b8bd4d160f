import { formatSpan, parseSpan } from '../values/span.ts';

const CLOCK = /^(\d{1,9}):([0-5]?\d)(?::([0-5]?\d(?:[.,]\d{1,3})?))?$/;
const PART = /(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?\s*/uy;

/** Milliseconds of a unit, by the words for it in the languages of the runtime. */
const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [3_600_000, 'h hr hrs hour hours 時間'],
      [60_000, 'm min mins minute minutes 分 分間'],
      [1000, 's sec secs second seconds 秒 秒間'],
      [1, 'ms millisecond milliseconds ミリ秒'],
    ] as const
  ).flatMap(([ms, words]) => words.split(' ').map((word) => [word, ms] as const)),
);

/**
 * A typed length of time as `PT36H30M`, or null where it is none: hours and minutes (`36:30`, `36:30:15`), parts with their
 * units (`1h 30m`, `36 h 30 min`, `36時間30分`) in falling order, or the notation of ISO 8601 without days. Full-width digits too.
 */
export function parseDuration(text: string): string | null {
  const plain = text.normalize('NFKC').trim();
  const iso = parseSpan(plain.toUpperCase());
  if (iso !== null) return formatSpan(iso);
  const [, sign = '', rest = ''] = /^([-−△▲]?)\s*(.*)$/u.exec(plain.toLowerCase()) ?? [];
  const ms = clockOf(rest) ?? unitsOf(rest);
  if (ms === null || !Number.isSafeInteger(ms)) return null;
  return formatSpan(sign === '' || ms === 0 ? ms : -ms);
}

function decimal(digits: string): number {
  return Number(digits.replace(',', '.'));
}

function clockOf(text: string): number | null {
  const match = CLOCK.exec(text);
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Math.round(decimal(seconds) * 1000);
}

/** The parts with a unit, each smaller than the one before. */
function unitsOf(text: string): number | null {
  let total = 0;
  let last = Number.POSITIVE_INFINITY;
  PART.lastIndex = 0;
  if (text === '') return null;
  while (PART.lastIndex < text.length) {
    const [, digits = '', word = ''] = PART.exec(text) ?? [];
    const unit = UNITS.get(word);
    if (unit === undefined || unit >= last) return null;
    total += decimal(digits) * unit;
    last = unit;
  }
  const whole = Math.round(total);
  return Math.abs(total - whole) > 1e-6 ? null : whole;
}
