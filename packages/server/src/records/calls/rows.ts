import type { CallFailure, CallState } from '@ninefold/model';
import { CALL_TABLE } from '../../storage/schema/call-table.ts';
import type { Row, SqlValue } from '../../storage/sql/sql-value.ts';
import { argument, raw, sql, table } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../../storage/sql/writes.ts';

/** A call to another system, as it is kept. */
export interface StoredCall {
  /** The idempotency key. */
  readonly id: string;
  readonly call: string;
  readonly entity: string;
  /** Empty: no record. */
  readonly record: string;
  readonly queue: string;
  readonly position: number;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly state: CallState;
  readonly next: string | null;
  readonly tries: number;
  readonly tried: string | null;
  /** Milliseconds. */
  readonly took: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly failure: CallFailure | null;
}

const NAME = CALL_TABLE.name;
const COLUMNS = CALL_TABLE.columns.map(({ name }) => name).filter((name) => name !== 'taken');

export const CALLS = table(NAME);
/** Any rows of the table, as they are written. */
export const CALL_ROWS = target(NAME, null);
export const INSERT_CALL = insertInto(NAME, 'id', columnsGiven(COLUMNS));
export const SELECT_CALLS = sql`SELECT ${raw(COLUMNS.map((name) => `t."${name}"`).join(', '))} FROM ${CALLS} t`;
/** The first of a queue that waits. */
export const FIRST_OF_QUEUE = sql`SELECT t."id" FROM ${CALLS} t
  WHERE t."queue" = ${argument(0)} AND t."state" = 'waiting' ORDER BY t."position" LIMIT 1`;

export function rowOf(call: StoredCall): readonly SqlValue[] {
  const { id, call: name, entity, record, queue, position, at, method, url, headers, body, state, next } = call;
  const { tries, tried, took, status, answer, failure } = call;
  return [
    ...[id, name, entity, record, queue, position, at, method, url, JSON.stringify(headers), body, state, next],
    ...[tries, tried, took, status === null ? null : String(status), answer, failure],
  ];
}

export function callOf(row: Row): StoredCall {
  const text = (name: string): string | null => (typeof row[name] === 'string' ? row[name] : null);
  return {
    ...{ id: String(row['id']), call: String(row['call']), entity: String(row['entity']) },
    ...{ record: String(row['record']), queue: String(row['queue']), position: Number(row['position']) },
    ...{ at: String(row['at']), method: String(row['method']), url: String(row['url']), body: text('body') },
    headers: JSON.parse(String(row['headers'])) as StoredCall['headers'], // as it was written
    ...{ state: row['state'] as CallState, next: text('next'), tries: Number(row['tries']), tried: text('tried') }, // as it was written
    ...{ took: Number(row['took']), answer: text('answer'), failure: text('failure') as CallFailure | null }, // as it was written
    status: row['status'] === null ? null : Number(row['status']),
  };
}
