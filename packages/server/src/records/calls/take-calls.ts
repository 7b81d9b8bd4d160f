import { runtimeLimit, type OutCall } from '@ninefold/model';
import { argument, sql } from '../../storage/sql/sql.ts';
import type { Context } from '../context/context.ts';
import type { TakenCall } from '../context/out-calls.ts';
import { allSubscriptions, callName, findSubscription, subscriptionIn } from './subscription-rows.ts';
import { callOf, CALLS, CALL_ROWS, SELECT_CALLS } from './rows.ts';

/** A server that has not settled a call so long after its time-out has been stopped. */
const MARGIN_MS = 10_000;

const DUE = sql`${SELECT_CALLS} WHERE t."call" = ${argument(0)} AND t."next" <= ${argument(1)}
  AND (t."taken" IS NULL OR t."taken" <= ${argument(2)}) ORDER BY t."next", t."id" LIMIT ${argument(3)}`;
const TAKE = sql`UPDATE ${CALL_ROWS} SET "taken" = ${argument(0)}
  WHERE "id" = ${argument(1)} AND "next" <= ${argument(2)} AND ("taken" IS NULL OR "taken" <= ${argument(3)})`;
/** More than are taken at a time. */
const SOON = sql`SELECT t."next", t."taken" FROM ${CALLS} t WHERE t."call" = ${argument(0)} AND t."next" IS NOT NULL ORDER BY t."next" LIMIT 100`;

/** See `OutCalls.take`. Only the first of a queue is due, so that the calls of one record are made one after the other. */
export async function takeCalls(context: Context, name: string, most: number): Promise<readonly TakenCall[]> {
  const { db, model, clock } = context;
  const found = await named(context, name);
  if (found === null) return [];
  const { call } = found;
  const now = clock();
  const seconds = call.timeout ?? runtimeLimit(model, 'call_seconds');
  const until = new Date(Date.parse(now) + seconds * 1000 + MARGIN_MS).toISOString();
  const due = await db.read.all(DUE, [name, now, now, most]);
  if (due.length === 0) return [];
  return db.write(async (tx) => {
    const taken: TakenCall[] = [];
    for (const { id, url, headers, body, tries } of due.map(callOf)) {
      const { changes } = await tx.run(TAKE, [until, id, now, now]);
      if (changes > 0) taken.push({ id, ...found, url, headers, body, tries });
    }
    return taken;
  }, `call ${name}`);
}

/** What is made under a name; null: there is nothing any more. */
async function named({ db, model }: Context, name: string): Promise<Pick<TakenCall, 'call' | 'subscription'> | null> {
  const id = subscriptionIn(name);
  if (id === null) {
    const call = Object.hasOwn(model.calls.out, name) ? model.calls.out[name] : undefined;
    return call === undefined ? null : { call, subscription: null };
  }
  const subscription = await findSubscription(db.read, id);
  if (subscription === null || subscription.pausedAt !== null) return null;
  const call: OutCall = { id: name, method: 'POST', secret: null, retry: null, timeout: null };
  return { call, subscription: { id, key: subscription.key } };
}

/** See `OutCalls.names`. */
export async function namesOfCalls({ db, model }: Context): Promise<readonly string[]> {
  const subscriptions = await allSubscriptions(db.read);
  const going = subscriptions.filter(({ pausedAt }) => pausedAt === null).map(({ id }) => callName(id));
  return [...Object.keys(model.calls.out), ...going];
}

/** See `OutCalls.next`. Nobody takes the others, and what is due and not taken would be looked for without end. */
export async function nextCall({ db }: Context, names: readonly string[]): Promise<string | null> {
  let soonest: string | null = null;
  for (const name of names)
    for (const { next, taken } of await db.read.all(SOON, [name])) {
      const moment = String(typeof taken === 'string' && taken > String(next) ? taken : next);
      if (soonest === null || moment < soonest) soonest = moment;
    }
  return soonest;
}
