import type { Codecs } from '../columns/codec.ts';
import { formatDecimal } from '@ninefold/model';

const DIGITS = 10;

/** Decimals count the smallest unit of their scale (12.50 of scale 2 is 1250), booleans are 0 or 1. */
export const SQLITE_CODECS: Codecs = {
  text: {
    sqlType: () => 'TEXT',
    encode: (value) => (typeof value === 'string' ? value : null),
    decode: (value) => (typeof value === 'string' ? value : null),
  },
  integer: {
    sqlType: () => 'INTEGER',
    encode: (value) => (typeof value === 'number' ? value : null),
    decode: (value) => (value === null ? null : Number(value)),
  },
  decimal: {
    sqlType: () => 'INTEGER',
    encode: (value, scale) => (typeof value === 'bigint' ? BigInt(formatDecimal(value, scale).replace('.', '')) : null),
    decode: (value, scale) =>
      typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) * 10n ** BigInt(DIGITS - scale) : null,
  },
  boolean: {
    sqlType: () => 'INTEGER',
    encode: (value) => (value === true ? 1 : 0),
    decode: (value) => Number(value) === 1,
  },
};
