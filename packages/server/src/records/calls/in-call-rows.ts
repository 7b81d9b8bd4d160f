import { createHash } from 'node:crypto';
import type { InCall, InCallState, StuckReason } from '@ninefold/model';
import { IN_CALL_TABLE } from '../../storage/schema/in-call-table.ts';
import type { Row, SqlValue } from '../../storage/sql/sql-value.ts';
import { argument, fromOne, raw, sql, table } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../../storage/sql/writes.ts';
import { createOrderedIds } from '../../uuid.ts';

/** An incoming call, as it is kept. */
export interface StoredInCall {
  readonly call: string;
  readonly position: string;
  readonly at: string;
  readonly times: number;
  readonly last: string;
  readonly state: InCallState;
  readonly entity: string;
  readonly record: string | null;
  readonly refusal: StuckReason | null;
}

const NAME = IN_CALL_TABLE.name;
const COLUMNS = IN_CALL_TABLE.columns.map(({ name }) => name);
const orderedId = createOrderedIds();

export const IN_CALLS = table(NAME);
/** Any rows of the table, as they are written. */
export const IN_CALL_ROWS = target(NAME, null);
export const SELECT_IN_CALLS = sql`SELECT ${raw(COLUMNS.map((name) => `t."${name}"`).join(', '))} FROM ${IN_CALLS} t`;
/** What was done with this id. */
export const FIND_DONE = sql`SELECT t."entity", t."record" ${fromOne(NAME, 'id', argument(0), sql`t."state" = 'done'`)}`;
/** Of the same id it counts how often. */
export const KEEP_IN_CALL = sql`${insertInto(NAME, 'id', columnsGiven(COLUMNS))} ON CONFLICT ("id") DO UPDATE
  SET "times" = "_in_call"."times" + 1, "last" = excluded."last"`;

/** Two calls with one key are the same. */
export function idOfKey(call: string, key: string): string {
  return digest(['done', call, key]);
}

/** Refusals of one kind within a minute are one row, so that nobody fills the log. */
export function idOfRefusal({ id }: InCall, refusal: StuckReason, now: string): string {
  return digest(['refused', id, JSON.stringify(refusal), now.slice(0, '2026-03-05T12:00'.length)]);
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The row of a call, for `KEEP_IN_CALL`. */
export function inCallRow(
  id: string,
  { id: call, entity }: InCall,
  { at, record, refusal }: Kept,
): readonly SqlValue[] {
  const state: InCallState = refusal === undefined ? 'done' : 'refused';
  const said = refusal === undefined ? null : JSON.stringify(refusal);
  return [id, call, orderedId(at), at, 1, at, state, entity, record ?? null, said];
}

interface Kept {
  readonly at: string;
  readonly record?: string;
  readonly refusal?: StuckReason;
}

export function inCallOf(row: Row): StoredInCall {
  const text = (name: string): string | null => (typeof row[name] === 'string' ? row[name] : null);
  const refusal = text('refusal');
  return {
    ...{ call: String(row['call']), position: String(row['position']), at: String(row['at']) },
    ...{
      times: Number(row['times']),
      last: String(row['last']),
      entity: String(row['entity']),
      record: text('record'),
    },
    state: row['state'] as InCallState, // as it was written
    refusal: refusal === null ? null : (JSON.parse(refusal) as StuckReason), // as it was written
  };
}
