import { runtimeLimit } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { argument, sql } from '../../../storage/sql/sql.ts';
import type { OutCalls } from '../../context/out-calls.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { listCalls, sentCalls } from '../../calls/list-calls.ts';
import { CALL_ROWS, callOf } from '../../calls/rows.ts';
import { endOfQueue } from '../../calls/append-call.ts';
import { wakeQueues } from '../../calls/replay.ts';
import {
  allSubscriptions,
  callName,
  findSubscription,
  subscriptionIn,
  TRIM_EVENTS,
} from '../../calls/subscription-rows.ts';
import { FIND, giveUpUnknown, settleCalls } from './settle-calls.ts';
import { wakeCalls } from '../../calls/wake-calls.ts';
import { kindsOfCalls, nextCall, takeCalls } from '../../calls/take-calls.ts';

const DAY_MS = 86_400_000;

const TRIM = sql`DELETE FROM ${CALL_ROWS} WHERE "state" <> 'waiting' AND "tried" < ${argument(0)} AND "call" NOT LIKE 'subscription %'`;
/** What waits of a subscription that is paused goes too. */
const TRIM_MESSAGES = sql`DELETE FROM ${CALL_ROWS} WHERE "call" = ${argument(0)} AND "at" < ${argument(1)}`;
/** At the end of its queue: what waits there has been waiting longer. */
const AGAIN = sql`UPDATE ${CALL_ROWS} SET "state" = 'waiting', "tries" = 0, "position" = ${argument(0)}, "next" = ${argument(1)}
  WHERE "id" = ${argument(2)}`;
const NOW = sql`UPDATE ${CALL_ROWS} SET "tries" = 0, "next" = ${argument(0)} WHERE "id" = ${argument(1)} AND "next" IS NOT NULL`;

/** The calls that records make to other systems. */
export function createOutCalls(services: RecordServices): OutCalls {
  const { context } = services;
  return {
    kinds: () => kindsOfCalls(context),
    take: (wanted) => takeCalls(context, wanted),
    settle: (all) => settleCalls(services, all),
    wake: (waiting) => wakeCalls(context, waiting),
    giveUpUnknown: () => giveUpUnknown(services),
    next: (kinds) => nextCall(context, kinds),
    list: (caller, params) => listCalls(services, caller, params),
    sent: (caller, of) => sentCalls(services, caller, of),
    again: (id) => sendAgain(services, id),
    trim: () => trim(services),
  };
}

async function trim({ context: { db, model, clock } }: RecordServices): Promise<void> {
  const now = clock();
  const before = (days: number): string => new Date(Date.parse(now) - days * DAY_MS).toISOString();
  const [calls, events] = [runtimeLimit(model, 'call_days'), runtimeLimit(model, 'event_days')];
  await db.write((tx) => tx.run(TRIM, [before(calls)]));
  await db.write((tx) => tx.run(TRIM_EVENTS, [before(events)]), 'events');
  for (const name of (await allSubscriptions(db.read)).map(({ id }) => callName(id)))
    await db.write(async (tx) => {
      await tx.run(TRIM_MESSAGES, [name, before(events)]);
      await wakeQueues(tx, name, now);
    }, name);
}

/** A call that waits for its next try is tried at once. */
async function sendAgain({ context, callQueued }: RecordServices, id: string): Promise<boolean> {
  const now = context.clock();
  return context.db.write(async (tx) => {
    const [row] = await tx.all(FIND, [id]);
    if (!row) return false;
    const { queue, state, call: name } = callOf(row);
    const subscription = subscriptionIn(name);
    const isKnown =
      subscription === null
        ? Object.hasOwn(context.model.calls.out, name)
        : (await findSubscription(tx, subscription)) !== null;
    if (!isKnown) throw new Refusal('unknown_out_call', { params: { name } });
    if (state === 'waiting') {
      await tx.run(NOW, [now, id]);
    } else {
      const { position, isFirst } = await endOfQueue(tx, queue);
      await tx.run(AGAIN, [position, isFirst ? now : null, id]);
    }
    callQueued?.(now);
    return true;
  }, `call ${id}`);
}
