import { parseDate, parseNumber, readValue, type Field } from '@ninefold/model';
import type { LocatedScalar } from '../../located.ts';

/** What may stand where a value is wrong: `value` alone, an `expression` alone, or either. */
export type Takes = 'value' | 'expression' | 'either';

/**
 * What is told of a value that does not fit: the value or expression that is certainly meant, and the text that it
 * replaces; neither where that is open.
 */
export function meantInstead(
  { text, plain }: LocatedScalar,
  field: Field | null,
  takes: Takes,
): Readonly<Record<string, string>> {
  const found = takes === 'value' ? '' : meantExpression(text, field);
  const nearest = found !== '' || takes === 'expression' ? found : meantLiteral(text, field, plain);
  if (nearest === '') return {};
  return plain ? { name: text, nearest } : { nearest }; // with quotes, the text is not what stands there
}

/** Words for the present, as people write them. */
const PRESENT: Readonly<Record<string, string>> = {
  今日: 'today',
  本日: 'today',
  heute: 'today',
  今: 'now',
  jetzt: 'now',
};

const MOMENT = /^(?:today|now)(?:\s*[-+]\s*\S.*)?$/;
const CALL = /^(?:days|hours|minutes|weeks|months|years|workdays|year|min|max|sum|last|first)\(.*\).*$/;
const PATH = /^(?:record|before|line|input|user|limits|option|each)(?:\.[a-z][a-z0-9_]*)+(?:\s*[-+*/]\s*\S.*)?$/;

/** An expression whose equals sign was forgotten or is full-width, or a length of time in words. */
function meantExpression(text: string, field: Field | null): string {
  const bare = text.replace(/^\s*[=＝]\s*/, '').trim();
  const word = Object.hasOwn(PRESENT, bare) ? (PRESENT[bare] ?? bare) : bare;
  if (MOMENT.test(word)) return field === null || field.type.startsWith('date') ? `= ${word}` : '';
  if (CALL.test(word) || PATH.test(word)) return `= ${word}`;
  return field === null ? meantSpan(word) : '';
}

/** Functions for lengths of time, by the units that people write. */
const UNITS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(?:d|days?|日|日間)$/i, 'days'],
  [/^(?:h|hours?|時間)$/i, 'hours'],
  [/^(?:min|mins|minutes?|分|分間)$/i, 'minutes'],
];

/** `14 days` as the expression that is meant. */
function meantSpan(text: string): string {
  const [, count = '', unit = ''] = /^(\d{1,4})\s*(\p{L}+)$/u.exec(text.normalize('NFKC')) ?? [];
  const found = UNITS.find(([pattern]) => pattern.test(unit));
  return found === undefined ? '' : `= ${found[1]}(${count})`;
}

/** A value that people write in another way: with another sign, with a unit, in full-width digits, in quotes. */
function meantLiteral(text: string, field: Field | null, plain: boolean): string {
  if (field === null) return '';
  const found = plain ? meantText(text, field) : text.trim();
  const isOther = found !== '' && !(plain && found === text);
  return isOther && (readValue(field, found) ?? null) !== null ? found : '';
}

/** How people write the values of these types, beside how they are stored; of the others nothing is certainly meant. */
const READERS: Readonly<Record<string, (text: string, field: Field) => string>> = {
  ...{ date: meantDay, boolean: meantBoolean, integer: meantNumber, number: meantNumber }, // kinds: forms of values, types without one have none
  money: (text, field) => ('currency' in field ? meantNumber(text, field, field.currency) : ''),
  percent: (text, field) => meantNumber(text, field, '%'),
};

function meantText(text: string, field: Field): string {
  return READERS[field.type]?.(text, field) ?? '';
}

const BOOLEANS: Readonly<Record<string, string>> = {
  ...{ true: 'true', yes: 'true', on: 'true', はい: 'true', 有: 'true', ja: 'true' },
  ...{ false: 'false', no: 'false', off: 'false', いいえ: 'false', 無: 'false', nein: 'false' },
};

/** `true` or `false` where a word certainly means it, else empty. */
export function meantBoolean(text: string): string {
  return BOOLEANS[text.normalize('NFKC').trim().toLowerCase()] ?? '';
}

/** A number of `unit`, or of anything where there is none. */
function meantNumber(text: string, _: Field, unit = ''): string {
  const plain = unit === '' ? text.replace(/(?<=[\d０-９])\s*[\p{L}%％]{1,12}$/u, '') : text;
  const form = unit === '' ? {} : { unit };
  return parseNumber(plain, 'en', form) ?? parseNumber(plain, 'en', { ...form, sign: ',' }) ?? '';
}

/** A day that is the same whenever and wherever it is read. */
function meantDay(text: string): string {
  const read = (today: string, monthFirst: boolean): string | null =>
    parseDate(text, { today, language: 'en', monthFirst });
  const days = new Set([read('2026-01-01', true), read('2039-07-31', true), read('2026-01-01', false)]);
  return days.size === 1 ? ([...days][0] ?? '') : '';
}
