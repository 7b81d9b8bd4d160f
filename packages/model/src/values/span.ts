import { lengthOf, type Duration } from './time.ts';

const SPAN = /^(-?)PT(?=[\d.])(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** A span of time of ISO 8601 without days and months (`PT36H30M`, `-PT0.5S`) in whole milliseconds; null for anything else. */
export function parseSpan(text: string): number | null {
  const match = SPAN.exec(text);
  if (!match || text.length > 60) return null;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  const whole = Math.round(ms);
  if (!Number.isSafeInteger(whole) || Math.abs(ms - whole) > 1e-6) return null;
  return sign === '-' && whole !== 0 ? -whole : whole;
}

/** Milliseconds in the one form in which spans are stored and sent: `PT36H30M`, `PT0S`. */
export function formatSpan(ms: number): string {
  const { hours, minutes, seconds } = partsOfSpan(ms);
  const parts = [
    hours === 0 ? '' : `${hours}H`,
    minutes === 0 ? '' : `${minutes}M`,
    seconds === 0 ? '' : `${seconds}S`,
  ];
  const text = parts.join('');
  return `${ms < 0 ? '-' : ''}PT${text === '' ? '0S' : text}`;
}

/** The parts of a span without its sign; seconds have up to three decimals. */
export interface SpanParts {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** A span as hours, minutes and seconds, whatever its sign. */
export function partsOfSpan(ms: number): SpanParts {
  const length = Math.abs(ms);
  const rest = length % HOUR_MS;
  return {
    hours: Math.floor(length / HOUR_MS),
    minutes: Math.floor(rest / MINUTE_MS),
    seconds: (rest % MINUTE_MS) / SECOND_MS,
  };
}

/** Milliseconds as a span of the evaluator. */
export function spanOf(ms: number): Duration {
  return { months: 0, days: 0, ms };
}

/** A span of the evaluator as it is stored and sent: a day counts 24 hours there, a month 30 days. Null where it is too long. */
export function spanToWire(span: Duration): string | null {
  const ms = lengthOf(span);
  return Number.isSafeInteger(ms) ? formatSpan(ms) : null;
}
