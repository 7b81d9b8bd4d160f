import { runtimeLimit } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { argument, sql } from '../../../storage/sql/sql.ts';
import type { OutCalls } from '../../context/out-calls.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { listCalls } from '../../calls/list-calls.ts';
import { CALL_ROWS, CALLS, callOf } from '../../calls/rows.ts';
import { FIND, giveUpUnknown, settleCall } from './settle-calls.ts';
import { nextCall, takeCalls } from '../../calls/take-calls.ts';

const DAY_MS = 86_400_000;

const TRIM = sql`DELETE FROM ${CALL_ROWS} WHERE "state" <> 'waiting' AND "tried" < ${argument(0)}`;
const LAST = sql`SELECT MAX(t."position") AS "position", SUM(CASE WHEN t."state" = 'waiting' THEN 1 ELSE 0 END) AS "waiting"
  FROM ${CALLS} t WHERE t."queue" = ${argument(0)}`;
/** At the end of its queue: what waits there has been waiting longer. */
const AGAIN = sql`UPDATE ${CALL_ROWS} SET "state" = 'waiting', "tries" = 0, "position" = ${argument(0)}, "next" = ${argument(1)}
  WHERE "id" = ${argument(2)}`;
const NOW = sql`UPDATE ${CALL_ROWS} SET "tries" = 0, "next" = ${argument(0)} WHERE "id" = ${argument(1)} AND "next" IS NOT NULL`;

/** The calls that records make to other systems. */
export function createOutCalls(services: RecordServices): OutCalls {
  const { context } = services;
  return {
    take: (call, most) => takeCalls(context, call, most),
    settle: (taken, outcome, again) => settleCall(services, taken, outcome, again),
    giveUpUnknown: () => giveUpUnknown(services),
    next: () => nextCall(context),
    list: (caller, params) => listCalls(services, caller, params),
    again: (id) => sendAgain(services, id),
    trim: async () => {
      const days = runtimeLimit(context.model, 'call_days');
      const before = new Date(Date.parse(context.clock()) - days * DAY_MS).toISOString();
      await context.db.write((tx) => tx.run(TRIM, [before]));
    },
  };
}

/** A call that waits for its next try is tried at once. */
async function sendAgain({ context, callQueued }: RecordServices, id: string): Promise<boolean> {
  const now = context.clock();
  return context.db.write(async (tx) => {
    const [row] = await tx.all(FIND, [id]);
    if (!row) return false;
    const { queue, state, call: name } = callOf(row);
    if (!Object.hasOwn(context.model.calls.out, name)) throw new Refusal('unknown_out_call', { params: { name } });
    if (state === 'waiting') {
      await tx.run(NOW, [now, id]);
    } else {
      const [last] = await tx.all(LAST, [queue]);
      const isFirst = Number(last?.['waiting'] ?? 0) === 0;
      await tx.run(AGAIN, [Number(last?.['position'] ?? 0) + 1, isFirst ? now : null, id]);
    }
    callQueued?.(now);
    return true;
  }, `call ${id}`);
}
