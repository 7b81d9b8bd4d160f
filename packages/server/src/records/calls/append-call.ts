import type { CallState } from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import { argument, raw, sql, type Sql } from '../../storage/sql/sql.ts';
import { CALLS, INSERT_CALL, rowOf, type StoredCall } from './rows.ts';

const lastIn = (state: CallState, place: number): Sql =>
  sql`SELECT MAX(t."position") FROM ${CALLS} t WHERE t."queue" = ${argument(place)} AND t."state" = ${raw(`'${state}'`)}`;
/** For each state on its own, so that it costs the same however many calls of the queue are kept. */
const LAST = sql`SELECT (${lastIn('waiting', 0)}) AS "waiting", (${lastIn('made', 1)}) AS "made", (${lastIn('given_up', 2)}) AS "given_up"`;

/** The place behind everything that waits in a queue, and whether nothing does. */
export async function endOfQueue(
  tx: Writer,
  queue: string,
): Promise<{ readonly position: number; readonly isFirst: boolean }> {
  const [last = {}] = await tx.all(LAST, [queue, queue, queue]);
  const position = Math.max(...Object.values(last).map(Number)) + 1;
  return { position, isFirst: last['waiting'] === null };
}

/** What is sent to whom, for what. */
export type Sending = Pick<
  StoredCall,
  'id' | 'call' | 'entity' | 'record' | 'queue' | 'at' | 'method' | 'url' | 'headers' | 'body'
>;

/** Puts a call at the end of its queue. The first of a queue is due `now`. */
export async function appendCall(tx: Writer, sending: Sending, now: string): Promise<void> {
  const { position, isFirst } = await endOfQueue(tx, sending.queue);
  const row: StoredCall = {
    ...sending,
    ...{ position, state: 'waiting', next: isFirst ? now : null, tries: 0, tried: null, took: 0 },
    ...{ status: null, answer: null, failure: null },
  };
  await tx.run(INSERT_CALL, rowOf(row));
}
