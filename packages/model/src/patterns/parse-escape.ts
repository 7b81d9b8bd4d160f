import type { Reader } from './reader.ts';

const LETTERS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const LAST_POINT = 0x10ffff;

/** The code point that a backslash and what follows stand for. */
export function parseEscape(reader: Reader): number {
  const hex = reader.takeIf(/^\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/);
  if (hex) return inUnicode(reader, Number.parseInt(hex[1] ?? hex[2] ?? '', 16));
  const octal = reader.takeIf(/^\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/)?.[1];
  if (octal !== undefined) return Number.parseInt(octal, 8);
  const letter = reader.takeIf(/^\\([afntrv])/)?.[1];
  if (letter !== undefined) return LETTERS[letter] ?? 0;
  const sign = reader.takeIf(/^\\([!-/:-@[-`{-~])/)?.[1];
  if (sign === undefined) throw reader.problem();
  return sign.codePointAt(0) ?? 0;
}

function inUnicode(reader: Reader, point: number): number {
  if (point > LAST_POINT) throw reader.problem();
  return point;
}
