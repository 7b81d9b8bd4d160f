import { formatSpan, parseSpan, type DurationField } from '@ninefold/model';
import { quoted } from '../sql/names.ts';
import type { Column } from './column.ts';
import { isFilled, isSameText, rereadText } from './meaning.ts';
import { plainText } from './plain-text.ts';

/** SQL of whole milliseconds in the notation of ISO 8601: `PT36H30M`. */
function isoText(column: string): string {
  const ms = `abs(CAST(${column} AS bigint))`;
  const part = (value: string, unit: string): string =>
    `CASE WHEN ${value} > 0 THEN CAST(${value} AS text) || '${unit}' ELSE '' END`;
  const [hours, minutes, seconds] = [`(${ms} / 3600000)`, `(${ms} / 60000 % 60)`, `(${ms} / 1000 % 60)`];
  const fraction = `rtrim(substr(CAST(1000 + ${ms} % 1000 AS text), 2), '0')`;
  const rest = `CASE WHEN ${ms} % 1000 > 0 THEN CAST(${seconds} AS text) || '.' || ${fraction} || 'S' ELSE ${part(seconds, 'S')} END`;
  const sign = `CASE WHEN ${column} < 0 THEN '-PT' ELSE 'PT' END`;
  return `CASE WHEN ${column} = 0 THEN 'PT0S' ELSE ${sign} || ${part(hours, 'H')} || ${part(minutes, 'M')} || ${rest} END`;
}

/** Whole milliseconds. */
export const durationColumn: Column<DurationField> = {
  ...plainText,
  holds: 'integer',
  encode: (value) => (typeof value === 'string' ? parseSpan(value) : null),
  decode: (value) => (value === null ? null : formatSpan(Number(value))),
  meaning: {
    word: 'duration',
    text: (_texts, column) => isoText(quoted(column)),
    filled: isFilled,
    same: isSameText,
  },
  reread: rereadText,
  title: (_texts, column) => isoText(column),
};
