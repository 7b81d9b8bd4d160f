import { parseDecimal } from '@ninefold/model';
import type { Dialect, Violation } from '../../database/dialect.ts';
import { thrownPart } from '../../../thrown.ts';
import { POSTGRES_CODECS } from './codecs.ts';
import { POSTGRES_EXPRESSIONS } from '../expressions/dialect.ts';
import { all, name, raw, sql, table, value } from '../../sql/sql.ts';
import { storable } from '../connections/storable.ts';
import { POSTGRES_SCHEMA } from './schema.ts';
import { POSTGRES_JSON } from './json.ts';
import { POSTGRES_DENORMALISED } from './denormalised.ts';
import { POSTGRES_SEARCH } from './search.ts';

export const POSTGRES: Dialect = {
  id: 'postgres',
  codecs: POSTGRES_CODECS,
  expressions: POSTGRES_EXPRESSIONS,
  schema: POSTGRES_SCHEMA,
  search: POSTGRES_SEARCH,
  denormalised: POSTGRES_DENORMALISED,
  json: POSTGRES_JSON,
  items: (alias) => `jsonb_array_elements_text(?::jsonb) AS ${alias}("value")`,
  list: (texts) => JSON.stringify(texts.map(storable)),
  lookedUp: (of, alias, ids) =>
    sql`(${ids}) AS "~ids" CROSS JOIN LATERAL (SELECT * FROM ${table(of)} WHERE "id" = "~ids"."record" OFFSET 0) AS ${name(alias)}`,
  // without an offset it may look for each record whether it is among the ids
  among: (of, alias, ids) =>
    sql`(SELECT * FROM ${table(of)} WHERE "id" IN (SELECT "record" FROM (${ids}) AS "~ids" OFFSET 0)) AS ${name(alias)}`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  containsFolded: (column, folded, likely) => {
    const isAscii = raw(`octet_length(${column}) = char_length(${column})`);
    const same = raw(`strpos(lower(${column} COLLATE "C"), ?) > 0`, value(folded));
    const found = raw(`strpos(nf_fold(${column}), ?) > 0`, value(folded));
    return sql`CASE WHEN ${isAscii} THEN ${same} ELSE ${all([likely, found])} END`;
  },
  decimalText: (column) => `CAST(${column} AS text)`,
  readNumber: (value) => (typeof value === 'string' ? parseDecimal(value) : null),
  caseless: (text) => ({ text: `lower(${text} COLLATE "C")`, collation: '' }),
  aside: (column) => column,
  mondayOf: (day) => `(to_char(date_trunc('week', (${day})::timestamp), 'YYYY-MM-DD') COLLATE "C")`,
  deferReferences: 'SET CONSTRAINTS ALL DEFERRED',
  checkReferences: 'SET CONSTRAINTS ALL IMMEDIATE',
  damage: async () => null, // it fails where it reads a page that is damaged
  violation,
  isOtherShape: (cause) => UNKNOWN_NAME.has(codeOf(cause)) || thrownPart(cause, 'routine') === 'RevalidateCachedQuery',
};

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

/** SQLSTATEs, by what they mean to us. */
const READ_ONLY = '25006';
const GIVEN_UP = '57014';
const FULL = new Set(['53100', '53200', '53400']);
const AWAY = new Set([
  ...['57P01', '57P02', '57P03', '53300'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
]);
/** What the driver says without a code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** A lock that was not to be had in time, a serialization failure, a deadlock: others write. */
const BUSY = new Set(['55P03', '40001', '40P01']);
const DAMAGED = new Set(['XX001', 'XX002']);
/** No such table, column, function. */
const UNKNOWN_NAME = new Set(['42P01', '42703', '42883']);
const VALUE = new Set(['22P02', '22003', '22007', '22008', '22021', '22P05']);

function violation(cause: unknown): Violation | null {
  if (!(cause instanceof Error)) return null;
  const code = codeOf(cause);
  if (AWAY.has(code) || code.startsWith('08') || LOST.test(cause.message)) return { kind: 'away' };
  if (BUSY.has(code)) return { kind: 'busy' };
  if (DAMAGED.has(code)) return { kind: 'damaged' };
  if (code === GIVEN_UP) return { kind: 'slow' };
  if (code === READ_ONLY) return { kind: 'read_only' };
  if (code === '23505') return { kind: 'unique', index: 'constraint' in cause ? String(cause.constraint) : '' };
  if (code === '23503') return { kind: 'reference' };
  if (VALUE.has(code)) return { kind: 'value' };
  return FULL.has(code) ? { kind: 'full' } : null;
}
