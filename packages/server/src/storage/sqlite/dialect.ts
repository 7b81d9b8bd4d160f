import type { Dialect, Violation } from '../database/dialect.ts';
import { uniqueName } from '../schema/indexes.ts';
import { all, column, name, raw, sql, table, value, type Sql } from '../sql/sql.ts';
import { SQLITE_CODECS } from './codecs.ts';
import { SQLITE_EXPRESSIONS } from './expressions/dialect.ts';
import { SQLITE_SCHEMA } from './schema.ts';
import { SQLITE_JSON } from './json.ts';
import { SQLITE_DENORMALISED } from './denormalised.ts';
import { SQLITE_SEARCH } from './search.ts';
import { TookTooLong } from './connections/reading-process.ts';

const NOCASE = ' COLLATE NOCASE';
const NOT_UNIQUE = /UNIQUE constraint failed: (.+)$/;
/** Result codes of SQLite, without their extension. */
const FULL = 13;
const READ_ONLY = 8;
/** Busy, locked. */
const BUSY = new Set([5, 6]);
/** An error of the disk, a file that cannot be opened. */
const AWAY = new Set([10, 14]);
/** A page that says what cannot be, a file that is no database. */
const DAMAGED = new Set([11, 26]);

function lookedUp(of: string, alias: string, ids: Sql): Sql {
  return sql`(${ids}) AS "~ids" CROSS JOIN ${table(of)} AS ${name(alias)} ON ${column(alias, 'id')} = "~ids"."record"`;
}

export const SQLITE: Dialect = {
  id: 'sqlite',
  codecs: SQLITE_CODECS,
  expressions: SQLITE_EXPRESSIONS,
  schema: SQLITE_SCHEMA,
  search: SQLITE_SEARCH,
  denormalised: SQLITE_DENORMALISED,
  json: SQLITE_JSON,
  items: (alias) => `json_each(?) AS ${alias}`,
  list: (texts) => JSON.stringify(texts),
  lookedUp,
  // in the order of their ids, each is near the one before it
  among: (of, alias, ids) => lookedUp(of, alias, sql`SELECT "record" FROM (${ids}) GROUP BY "record"`),
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  containsFolded: (column, folded, likely) => {
    const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
    const isAscii = raw(`octet_length(${column}) = length(${column})`);
    const found = raw(`instr(nf_fold(${column}), ?) > 0`, value(folded));
    return sql`CASE WHEN ${isAscii} THEN ${raw(`${column} LIKE ? ESCAPE '\\'`, value(pattern))} ELSE ${all([likely, found])} END`;
  },
  decimalText: (column, scale) => `nf_decimal(${column}, ${String(scale)})`,
  readNumber: (value) => (typeof value === 'string' ? BigInt(value) : null),
  caseless: (text) => ({ text: `${text}${NOCASE}`, collation: NOCASE }),
  aside: (column) => `+${column}`, // it takes an order for cheap although each row has to be looked up, and many blanks for few
  mondayOf: (day) => `date(${day}, 'weekday 0', '-6 days')`,
  deferReferences: 'PRAGMA defer_foreign_keys = ON',
  checkReferences: 'PRAGMA defer_foreign_keys = OFF',
  damage: async (reader) => {
    const found = await reader.all('PRAGMA integrity_check(1)', []);
    const text = String(found[0]?.['integrity_check']);
    return text === 'ok' ? null : text;
  },
  violation,
  isOtherShape: (cause) => cause instanceof Error && /^no such (?:table|column|function)\b/.test(cause.message),
};

function violation(cause: unknown): Violation | null {
  if (cause instanceof TookTooLong) return { kind: 'slow' };
  if (!(cause instanceof Error) || !('errcode' in cause)) return null;
  const code = Number(cause.errcode) & 0xff;
  if (code === FULL) return { kind: 'full' };
  if (code === READ_ONLY) return { kind: 'read_only' };
  if (BUSY.has(code)) return { kind: 'busy' };
  if (AWAY.has(code)) return { kind: 'away' };
  if (DAMAGED.has(code)) return { kind: 'damaged' };
  if (/FOREIGN KEY/.test(cause.message)) return { kind: 'reference' };
  const places = NOT_UNIQUE.exec(cause.message)?.[1]?.split(', ');
  if (places === undefined) return null;
  const [first = ''] = places;
  const table = first.slice(0, first.indexOf('.'));
  return {
    kind: 'unique',
    index: uniqueName(
      table,
      places.map((place) => place.slice(table.length + 1)),
    ),
  };
}
