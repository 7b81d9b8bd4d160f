import { formatDecimal, parseDecimal } from '@ninefold/model';
import type { Codecs } from '../../columns/codec.ts';

/** Texts order by code point, whatever the locale of the database; every number that a specification declares is exact. */
export const POSTGRES_CODECS: Codecs = {
  text: {
    sqlType: () => 'text COLLATE "C"',
    encode: (value) => (typeof value === 'string' ? value : null),
    decode: (value) => (typeof value === 'string' ? value : null),
  },
  integer: {
    sqlType: () => 'numeric(16)',
    encode: (value) => (typeof value === 'number' ? value : null),
    decode: (value) => (value === null ? null : Number(value)),
  },
  decimal: {
    sqlType: (scale) => `numeric(25, ${String(scale)})`,
    encode: (value, scale) => (typeof value === 'bigint' ? formatDecimal(value, scale) : null),
    decode: (value) => (typeof value === 'string' ? parseDecimal(value) : null),
  },
  boolean: {
    sqlType: () => 'boolean',
    encode: (value) => value === true,
    decode: (value) => value === true,
  },
};
