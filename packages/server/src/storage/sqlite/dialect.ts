import type { Dialect, Violation } from '../dialect.ts';
import { uniqueName } from '../schema/indexes.ts';
import { SQLITE_CODECS } from './codecs.ts';
import { SQLITE_EXPRESSIONS } from './expressions/dialect.ts';
import { SQLITE_SCHEMA } from './schema.ts';
import { SQLITE_JSON } from './json.ts';
import { SQLITE_KEPT } from './kept.ts';
import { SQLITE_SEARCH } from './search.ts';
import { TookTooLong } from './watch.ts';

const NOCASE = ' COLLATE NOCASE';
const NOT_UNIQUE = /UNIQUE constraint failed: (.+)$/;
/** Result codes of SQLite, without their extension. */
const FULL = 13;
const READ_ONLY = 8;
/** Busy, locked, an error of the disk, a file that cannot be opened. */
const AWAY = new Set([5, 6, 10, 14]);

export const SQLITE: Dialect = {
  id: 'sqlite',
  codecs: SQLITE_CODECS,
  expressions: SQLITE_EXPRESSIONS,
  schema: SQLITE_SCHEMA,
  search: SQLITE_SEARCH,
  kept: SQLITE_KEPT,
  json: SQLITE_JSON,
  items: (alias) => `json_each(?) AS ${alias}`,
  list: (texts) => JSON.stringify(texts),
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  decimalText: (column, scale) => `nf_decimal(${column}, ${String(scale)})`,
  readNumber: (value) => (typeof value === 'string' ? BigInt(value) : null),
  caseless: (text) => ({ text: `${text}${NOCASE}`, collation: NOCASE }),
  deferReferences: 'PRAGMA defer_foreign_keys = ON',
  checkReferences: 'PRAGMA defer_foreign_keys = OFF',
  damage: async (reader) => {
    const found = await reader.all('PRAGMA integrity_check(1)', []);
    const text = String(found[0]?.['integrity_check']);
    return text === 'ok' ? null : text;
  },
  violation,
};

function violation(cause: unknown): Violation | null {
  if (cause instanceof TookTooLong) return { kind: 'slow' };
  if (!(cause instanceof Error) || !('errcode' in cause)) return null;
  const code = Number(cause.errcode) & 0xff;
  if (code === FULL) return { kind: 'full' };
  if (code === READ_ONLY) return { kind: 'read_only' };
  if (AWAY.has(code)) return { kind: 'away' };
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
