import { shortDecimal } from '../../values/decimal.ts';
import { readPattern } from '../../patterns/pattern.ts';
import { normalText, textLength } from '../../values/text.ts';
import { UNIT } from '../../values/decimal.ts';
import { isHolder, type Value } from '../../values/value.ts';
import type { Operation, Planner } from './program.ts';

function test(run: (a: string, b: string) => boolean): Operation {
  return ([a, b]) => typeof a === 'string' && typeof b === 'string' && run(a, b);
}

/** A value as plain text, the same in every language: numbers without grouping, dates as ISO. */
function asText(value: Value): Value {
  if (typeof value === 'bigint') return shortDecimal(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (isHolder(value)) return typeof value['title'] === 'string' ? value['title'] : null;
  return typeof value === 'string' ? value : null;
}

/** The pattern is a literal, read once. */
const matches: Planner = ({ args: [, written] }) => {
  const source = written?.node === 'literal' && typeof written.value === 'string' ? written.value : '';
  const read = readPattern(source);
  return ([text]) => typeof text === 'string' && 'pattern' in read && read.pattern.matches(text);
};

export const TEXTS: Readonly<Record<string, Planner>> = {
  contains: () => test((a, b) => a.includes(b)),
  starts_with: () => test((a, b) => a.startsWith(b)),
  ends_with: () => test((a, b) => a.endsWith(b)),
  matches,
  lower:
    () =>
    ([a]) =>
      typeof a === 'string' ? normalText(a.toLowerCase()) : null,
  text:
    () =>
    ([a = null]) =>
      asText(a),
  size:
    () =>
    ([a]) =>
      BigInt(typeof a === 'string' ? textLength(a) : Array.isArray(a) ? a.length : 0) * UNIT,
};
