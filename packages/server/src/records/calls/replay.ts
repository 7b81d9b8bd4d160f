import type { Writer } from '../../storage/database/database.ts';
import { argument, sql } from '../../storage/sql/sql.ts';
import type { NotedIn } from '../context/subscriptions.ts';
import { CALL_ROWS, CALLS } from './rows.ts';
import type { RecordServices } from '../services/write-context.ts';
import { callName } from './subscription-rows.ts';

const AGAIN = sql`UPDATE ${CALL_ROWS} SET "state" = 'waiting', "tries" = 0, "next" = NULL, "taken" = NULL, "failure" = NULL
  WHERE "call" = ${argument(0)} AND "at" >= ${argument(1)} AND "state" <> 'waiting'`;
const EARLIER = sql`SELECT 1 FROM ${CALLS} x WHERE x."queue" = "_call"."queue" AND x."state" = 'waiting' AND x."position" < "_call"."position"`;
/** What waits behind others is not due; what is being sent now is settled first. */
const BEHIND = sql`UPDATE ${CALL_ROWS} SET "next" = NULL
  WHERE "call" = ${argument(0)} AND "state" = 'waiting' AND "taken" IS NULL AND "next" IS NOT NULL AND EXISTS (${EARLIER})`;
const FIRST = sql`UPDATE ${CALL_ROWS} SET "next" = ${argument(0)}
  WHERE "call" = ${argument(1)} AND "state" = 'waiting' AND "next" IS NULL AND NOT EXISTS (${EARLIER})`;

/** See `Subscriptions.replay`. Every message keeps its key and its place, so that all of a record come in order again. */
export async function replay(
  { context: { db, clock }, callQueued }: RecordServices,
  id: string,
  { from, noted }: { readonly from: string; readonly noted: NotedIn },
): Promise<number> {
  const [call, now] = [callName(id), clock()];
  return db.write(async (tx) => {
    const { changes } = await tx.run(AGAIN, [call, from]);
    await tx.run(BEHIND, [call]);
    await wakeQueues(tx, call, now);
    noted(tx);
    callQueued?.(now);
    return changes;
  }, call);
}

/** The first of each queue of this name is due, where it was not. */
export async function wakeQueues(tx: Writer, call: string, now: string): Promise<void> {
  await tx.run(FIRST, [now, call]);
}
