import { parseSpan, partsOfSpan } from '../values/span.ts';

const UNITS = { hours: 'hour', minutes: 'minute', seconds: 'second' } as const;

/** A length of time as the language writes it: 36h 30m, 36時間30分. What is no length of time stays as it is. */
export function showSpan(value: string, language: string): string {
  const ms = parseSpan(value);
  if (ms === null) return value;
  const isJapanese = language.startsWith('ja');
  const parts = partsOfSpan(ms);
  const shown = (['hours', 'minutes', 'seconds'] as const)
    .filter((part) => parts[part] > 0 || (ms === 0 && part === 'minutes'))
    .map((part) => {
      const options = { style: 'unit', unit: UNITS[part], maximumFractionDigits: 3 } as const;
      const text = new Intl.NumberFormat(language, {
        ...options,
        unitDisplay: isJapanese ? 'short' : 'narrow',
      }).format(parts[part]);
      return isJapanese ? text.replace(/\s/gu, '') : text;
    });
  return `${ms < 0 ? '-' : ''}${shown.join(isJapanese ? '' : ' ')}`;
}

/** The same as on a clock that counts on, as a field takes it: 36:30, 36:30:15. Null where the value is none. */
export function clockSpan(value: string): string | null {
  const ms = parseSpan(value);
  if (ms === null) return null;
  const { hours, minutes, seconds } = partsOfSpan(ms);
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const fraction = seconds % 1 === 0 ? '' : (seconds % 1).toFixed(3).slice(1).replace(/0+$/, '');
  const rest = seconds === 0 ? '' : `:${two(seconds)}${fraction}`;
  return `${ms < 0 ? '-' : ''}${hours}:${two(minutes)}${rest}`;
}
