import { runtimeLimit } from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { argument, sql } from '../../../storage/sql/sql.ts';
import type { Outcome, TakenCall } from '../../context/out-calls.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { CALL_ROWS, callOf, CALLS, FIRST_OF_QUEUE, SELECT_CALLS } from '../../calls/rows.ts';
import { subscriptionIn } from '../../calls/subscription-rows.ts';
import { writeAnswer } from './write-answer.ts';

export const FIND = sql`${SELECT_CALLS} WHERE t."id" = ${argument(0)}`;
const DONE = sql`UPDATE ${CALL_ROWS} SET "state" = ${argument(0)}, "next" = NULL, "taken" = NULL, "tries" = ${argument(1)},
  "tried" = ${argument(2)}, "took" = ${argument(3)}, "status" = ${argument(4)}, "answer" = ${argument(5)}, "failure" = ${argument(6)}
  WHERE "id" = ${argument(7)}`;
const LATER = sql`UPDATE ${CALL_ROWS} SET "next" = ${argument(0)}, "taken" = NULL, "tries" = ${argument(1)},
  "tried" = ${argument(2)}, "took" = ${argument(3)}, "status" = ${argument(4)}, "answer" = ${argument(5)}, "failure" = ${argument(6)}
  WHERE "id" = ${argument(7)}`;
const FOLLOWS = sql`UPDATE ${CALL_ROWS} SET "next" = ${argument(0)} WHERE "id" = ${argument(1)} AND "next" IS NULL`;

const WAITING_NAMES = sql`SELECT DISTINCT t."call" FROM ${CALLS} t WHERE t."state" = 'waiting'`;
const WAITING_OF = sql`${SELECT_CALLS} WHERE t."state" = 'waiting' AND t."call" = ${argument(0)} ORDER BY t."queue", t."position"`;

/** So much of an answer is kept for the log. */
const KEPT_CHARACTERS = 10_000;

/** See `OutCalls.settle`. What was answered is written in the same transaction, so that it is written once. */
export async function settleCall(
  services: RecordServices,
  { id, call }: TakenCall,
  outcome: Outcome,
  again: string,
): Promise<void> {
  const { db, model } = services.context;
  const [row] = await db.read.all(FIND, [id]);
  if (!row) return;
  const { entity, record } = callOf(row);
  await db.write(async (tx) => {
    const [now] = await tx.all(FIND, [id]);
    if (!now) return;
    const stored = callOf(now);
    if (stored.state !== 'waiting') return; // another server that took it after this one has been quicker
    const retries = call.retry ?? runtimeLimit(model, 'call_retries');
    // what an operator has to set is waited for
    const tries = stored.tries + (outcome.failure === 'secret_not_set' ? 0 : 1);
    const values = [tries, services.context.clock(), outcome.took, textOf(outcome.status)] as const;
    const answer = outcome.answer?.slice(0, KEPT_CHARACTERS) ?? null;
    if (outcome.failure !== null && outcome.failure !== 'key_ended' && tries <= retries) {
      // what is sent again meanwhile may stand before it
      const [first] = await tx.all(FIRST_OF_QUEUE, [stored.queue]);
      await tx.run(LATER, [first?.['id'] === id ? again : null, ...values, answer, outcome.failure, id]);
      return;
    }
    const isMade = outcome.failure === null;
    const failure = isMade ? await writeAnswer(services, tx, stored, outcome) : outcome.failure;
    await tx.run(DONE, [isMade ? 'made' : 'given_up', ...values, answer, failure, id]);
    await follow(services, tx, stored.queue);
  }, `${entity} ${record}`);
}

/** See `OutCalls.giveUpUnknown`. */
export async function giveUpUnknown(services: RecordServices): Promise<void> {
  const { db, model, clock } = services.context;
  const named = await db.read.all(WAITING_NAMES, []);
  for (const name of named.map((row) => String(row['call']))) {
    if (Object.hasOwn(model.calls.out, name) || subscriptionIn(name) !== null) continue;
    await db.write(async (tx) => {
      for (const row of await tx.all(WAITING_OF, [name])) {
        const { id, queue, tries, took, status, answer, next } = callOf(row);
        await tx.run(DONE, ['given_up', tries, clock(), took, textOf(status), answer, 'unknown_call', id]);
        if (next !== null) await follow(services, tx, queue);
      }
    }, `call ${name}`);
  }
}

/** The next call of the queue is due now. */
async function follow({ context, callQueued }: RecordServices, tx: Writer, queue: string): Promise<void> {
  const [next] = await tx.all(FIRST_OF_QUEUE, [queue]);
  if (!next) return;
  const now = context.clock();
  await tx.run(FOLLOWS, [now, String(next['id'])]);
  callQueued?.(now);
}

function textOf(status: number | null): string | null {
  return status === null ? null : String(status);
}
