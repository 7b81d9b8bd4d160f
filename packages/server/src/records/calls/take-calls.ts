import { runtimeLimit, type OutCall } from '@ninefold/model';
import { argument, sql } from '../../storage/sql/sql.ts';
import type { Context } from '../context/context.ts';
import type { CallKind, TakenCall, Wanted } from '../context/out-calls.ts';
import { allSubscriptions, callName } from './subscription-rows.ts';
import { callOf, CALLS, CALL_ROWS, SELECT_CALLS } from './rows.ts';

/** A server that has not settled a call so long after its time-out has been stopped. */
const MARGIN_MS = 10_000;

const DUE = sql`${SELECT_CALLS} WHERE t."call" = ${argument(0)} AND t."next" <= ${argument(1)}
  AND (t."taken" IS NULL OR t."taken" <= ${argument(2)}) ORDER BY t."next", t."id" LIMIT ${argument(3)}`;
const TAKE = sql`UPDATE ${CALL_ROWS} SET "taken" = ${argument(0)}
  WHERE "id" = ${argument(1)} AND "next" <= ${argument(2)} AND ("taken" IS NULL OR "taken" <= ${argument(3)})`;
/** More than are taken at a time. */
const SOON = sql`SELECT t."next", t."taken" FROM ${CALLS} t WHERE t."call" = ${argument(0)} AND t."next" IS NOT NULL ORDER BY t."next" LIMIT 100`;

/**
 * See `OutCalls.take`. Only the first of a queue is due, so that the calls of one record are made one after the other. All are taken in
 * one transaction, which asks for all of them at once.
 */
export async function takeCalls(context: Context, wanted: readonly Wanted[]): Promise<readonly TakenCall[]> {
  const { db, model, clock } = context;
  const now = clock();
  const dueOf = async ({ kind, most }: Wanted): Promise<readonly (readonly [until: string, TakenCall])[]> => {
    const seconds = kind.call.timeout ?? runtimeLimit(model, 'call_seconds');
    const until = new Date(Date.parse(now) + seconds * 1000 + MARGIN_MS).toISOString();
    const rows = await db.read.all(DUE, [kind.name, now, now, most]);
    return rows.map(callOf).map(({ id, entity, record, url, headers, body, tries }) => {
      return [until, { id, kind, entity, record, url, headers, body, tries }];
    });
  };
  const due = (await Promise.all(wanted.map(dueOf))).flat();
  if (due.length === 0) return [];
  const changes = await db.write((tx) =>
    Promise.all(due.map(async ([until, { id }]) => (await tx.run(TAKE, [until, id, now, now])).changes)),
  );
  return due.flatMap(([, taken], place) => (changes[place] === 0 ? [] : [taken]));
}

/** See `OutCalls.kinds`. */
export async function kindsOfCalls({ db, model }: Context): Promise<readonly CallKind[]> {
  const own = Object.entries(model.calls.out).map(([name, call]) => ({ name, call, subscription: null }));
  const subscriptions = await allSubscriptions(db.read);
  const going = subscriptions.filter(({ pausedAt }) => pausedAt === null);
  return [
    ...own,
    ...going.map(({ id, key }) => {
      const name = callName(id);
      const call: OutCall = { id: name, method: 'POST', secret: null, retry: null, timeout: null };
      return { name, call, subscription: { id, key } };
    }),
  ];
}

/** See `OutCalls.next`. Nobody takes the others, and what is due and not taken would be looked for without end. */
export async function nextCall({ db }: Context, kinds: readonly CallKind[]): Promise<string | null> {
  let soonest: string | null = null;
  for (const { name } of kinds)
    for (const { next, taken } of await db.read.all(SOON, [name])) {
      const moment = String(typeof taken === 'string' && taken > String(next) ? taken : next);
      if (soonest === null || moment < soonest) soonest = moment;
    }
  return soonest;
}
