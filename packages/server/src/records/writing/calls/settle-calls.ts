import { runtimeLimit, type CallFailure } from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { argument, sql } from '../../../storage/sql/sql.ts';
import type { SqlValue } from '../../../storage/sql/sql-value.ts';
import type { TriedCall, Unsettled } from '../../context/out-calls.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { CALL_ROWS, callOf, CALLS, FIRST_OF_QUEUE, SELECT_CALLS, type StoredCall } from '../../calls/rows.ts';
import { subscriptionIn } from '../../calls/subscription-rows.ts';
import { writeAnswer, writesOf } from './write-answer.ts';

export const FIND = sql`${SELECT_CALLS} WHERE t."id" = ${argument(0)}`;
const DONE = sql`UPDATE ${CALL_ROWS} SET "state" = ${argument(0)}, "next" = NULL, "taken" = NULL, "tries" = ${argument(1)},
  "tried" = ${argument(2)}, "took" = ${argument(3)}, "status" = ${argument(4)}, "answer" = ${argument(5)}, "failure" = ${argument(6)}
  WHERE "id" = ${argument(7)}`;
const LATER = sql`UPDATE ${CALL_ROWS} SET "next" = ${argument(0)}, "taken" = NULL, "tries" = ${argument(1)},
  "tried" = ${argument(2)}, "took" = ${argument(3)}, "status" = ${argument(4)}, "answer" = ${argument(5)}, "failure" = ${argument(6)}
  WHERE "id" = ${argument(7)}`;
const FOLLOWS = sql`UPDATE ${CALL_ROWS} SET "next" = ${argument(0)} WHERE "id" = ${argument(1)} AND "next" IS NULL`;

/** The first two that wait in the queue of a call. */
const FIRST_TWO = sql`SELECT t."id" FROM ${CALLS} t WHERE t."state" = 'waiting'
  AND t."queue" = (SELECT own."queue" FROM ${CALLS} own WHERE own."id" = ${argument(0)}) ORDER BY t."position" LIMIT 2`;

const WAITING_NAMES = sql`SELECT DISTINCT t."call" FROM ${CALLS} t WHERE t."state" = 'waiting'`;
const WAITING_OF = sql`${SELECT_CALLS} WHERE t."state" = 'waiting' AND t."call" = ${argument(0)} ORDER BY t."queue", t."position"`;

/** So much of an answer is kept for the log. */
const KEPT_CHARACTERS = 10_000;

/**
 * See `OutCalls.settle`. Those whose answer is written nowhere are written down in one transaction, the others each in its own. Where one
 * of the former cannot be written, each is tried by itself.
 */
export async function settleCalls(services: RecordServices, all: readonly TriedCall[]): Promise<readonly Unsettled[]> {
  const alone = all.filter((one) => isWritten(services, one));
  const plain = all.filter((one) => !alone.includes(one));
  const settle = async (own: readonly TriedCall[]): Promise<readonly Unsettled[]> => {
    const unsettled = await settleInOne(services, own).then(
      () => [],
      (error: unknown) => own.map((tried) => ({ tried, error })),
    );
    return own.length < 2 || unsettled.length === 0
      ? unsettled
      : (await Promise.all(own.map((one) => settle([one])))).flat();
  };
  return (await Promise.all([...(plain.length > 0 ? [plain] : []), ...alone.map((one) => [one])].map(settle))).flat();
}

/** Whether what was answered is written into the record, with all that this does. */
function isWritten({ context: { model } }: RecordServices, { taken: { entity, kind }, outcome }: TriedCall): boolean {
  return kind.subscription === null && outcome.failure === null && writesOf(model, entity, kind.name).length > 0;
}

/** All in one transaction; its answer is written in the same one, so that it is written once. */
async function settleInOne(services: RecordServices, all: readonly TriedCall[]): Promise<void> {
  const { db } = services.context;
  const [one] = all;
  const key = all.length === 1 && one ? `${one.taken.entity} ${one.taken.record}` : undefined;
  await db.write(async (tx) => {
    const asked = all.map(({ taken }) => Promise.all([tx.all(FIND, [taken.id]), tx.all(FIRST_TWO, [taken.id])]));
    const rows = await Promise.all(asked);
    const found = all.flatMap((tried, place): readonly Waiting[] => {
      const [[row] = [], two = []] = rows[place] ?? [];
      const firsts = two.map(({ id }) => String(id));
      return row ? [{ tried, stored: callOf(row), firsts }] : [];
    });
    // what is not waiting any more was taken by another server after this one, which has been quicker
    const waiting = found.filter(({ stored }) => stored.state === 'waiting');
    const ending = waiting.filter((one) => !isTriedAgain(services, one));
    for (const one of waiting) if (!ending.includes(one)) later(services, tx, one);
    for (const one of ending) await end(services, tx, one);
    const ended = new Set(ending.map(({ stored }) => stored.id));
    for (const one of ending) await goOnBehind(services, tx, one, ended);
  }, key);
}

/** A call that waits, as it is stored, and what came of its try. */
interface Waiting {
  readonly tried: TriedCall;
  readonly stored: StoredCall;
  /** The ids of the first two of its queue that wait. */
  readonly firsts: readonly string[];
}

function triesOf({ tried: { outcome }, stored }: Waiting): number {
  return stored.tries + (outcome.failure === 'secret_not_set' ? 0 : 1); // what an operator has to set is waited for
}

function isTriedAgain({ context: { model } }: RecordServices, one: Waiting): boolean {
  const { outcome, taken } = one.tried;
  const retries = taken.kind.call.retry ?? runtimeLimit(model, 'call_retries');
  return outcome.failure !== null && outcome.failure !== 'key_ended' && triesOf(one) <= retries;
}

/** Lets a call be tried again. What is sent again meanwhile may stand before it. */
function later(services: RecordServices, tx: Writer, one: Waiting): void {
  const { tried, stored, firsts } = one;
  const next = firsts[0] === stored.id ? tried.again : null;
  tx.later(LATER, [next, ...valuesOf(services, one, tried.outcome.failure), stored.id]);
}

/** Writes down that a call was made, or is given up. */
async function end(services: RecordServices, tx: Writer, one: Waiting): Promise<void> {
  const { tried, stored } = one;
  const isMade = tried.outcome.failure === null;
  const failure = isMade ? await writeAnswer(services, tx, stored, tried.outcome) : tried.outcome.failure;
  tx.later(DONE, [isMade ? 'made' : 'given_up', ...valuesOf(services, one, failure), stored.id]);
}

/**
 * Lets the next call of the queue be due. It is asked for again where what was answered may have made another call of this record, and
 * where both that were found have ended.
 */
async function goOnBehind(
  services: RecordServices,
  tx: Writer,
  one: Waiting,
  ended: ReadonlySet<string>,
): Promise<void> {
  const { tried, stored, firsts } = one;
  const next = firsts.find((id) => !ended.has(id));
  const isKnown = !isWritten(services, tried) && (next !== undefined || firsts.length < 2);
  if (isKnown) goOn(services, tx, next);
  else await follow(services, tx, stored.queue);
}

/** What both statements write of a try. */
function valuesOf({ context }: RecordServices, one: Waiting, failure: CallFailure | null): readonly SqlValue[] {
  const { took, status, answer } = one.tried.outcome;
  return [triesOf(one), context.clock(), took, textOf(status), answer?.slice(0, KEPT_CHARACTERS) ?? null, failure];
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
async function follow(services: RecordServices, tx: Writer, queue: string): Promise<void> {
  const [next] = await tx.all(FIRST_OF_QUEUE, [queue]);
  goOn(services, tx, next && String(next['id']));
}

/** Lets the first call of a queue be due now; undefined: nothing waits there. */
function goOn({ context, callQueued }: RecordServices, tx: Writer, first: string | undefined): void {
  if (first === undefined) return;
  const now = context.clock();
  tx.later(FOLLOWS, [now, first]);
  callQueued?.(now);
}

function textOf(status: number | null): string | null {
  return status === null ? null : String(status);
}
