import type { Writer } from '../../storage/database/database.ts';
import { argument, sql } from '../../storage/sql/sql.ts';
import { CALLS, INSERT_CALL, rowOf, type StoredCall } from './rows.ts';

const LAST = sql`SELECT MAX(t."position") AS "position", SUM(CASE WHEN t."state" = 'waiting' THEN 1 ELSE 0 END) AS "waiting"
  FROM ${CALLS} t WHERE t."queue" = ${argument(0)}`;

/** The place behind everything that waits in a queue, and whether nothing does. */
export async function endOfQueue(
  tx: Writer,
  queue: string,
): Promise<{ readonly position: number; readonly isFirst: boolean }> {
  const [last] = await tx.all(LAST, [queue]);
  return { position: Number(last?.['position'] ?? 0) + 1, isFirst: Number(last?.['waiting'] ?? 0) === 0 };
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
