import type { Dialect, Violation } from '../dialect.ts';
import { uniqueName } from '../schema/indexes.ts';
import { SQLITE_CODECS } from './codecs.ts';
import { SQLITE_EXPRESSIONS } from './expressions/dialect.ts';
import { SQLITE_SCHEMA } from './schema.ts';
import { SQLITE_SEARCH } from './search.ts';

const NOCASE = ' COLLATE NOCASE';
const NOT_UNIQUE = /UNIQUE constraint failed: (.+)$/;
const FULL = 13;

export const SQLITE: Dialect = {
  id: 'sqlite',
  codecs: SQLITE_CODECS,
  expressions: SQLITE_EXPRESSIONS,
  schema: SQLITE_SCHEMA,
  search: SQLITE_SEARCH,
  items: (alias) => `json_each(?) AS ${alias}`,
  list: (texts) => JSON.stringify(texts),
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  decimalText: (column, scale) => `nf_decimal(${column}, ${String(scale)})`,
  readNumber: (value) => (typeof value === 'string' ? BigInt(value) : null),
  caseless: (text) => ({ text: `${text}${NOCASE}`, collation: NOCASE }),
  deferReferences: 'PRAGMA defer_foreign_keys = ON',
  violation,
};

function violation(cause: unknown): Violation | null {
  if (!(cause instanceof Error) || !('errcode' in cause)) return null;
  if (cause.errcode === FULL) return { kind: 'full' };
  if (/FOREIGN KEY/.test(cause.message)) return { kind: 'reference' };
  const places = NOT_UNIQUE.exec(cause.message)?.[1]?.split(', ');
  if (places === undefined) return null;
  const [first = ''] = places;
  const table = first.slice(0, first.lastIndexOf('.'));
  return {
    kind: 'unique',
    index: uniqueName(
      table,
      places.map((place) => place.slice(table.length + 1)),
    ),
  };
}
