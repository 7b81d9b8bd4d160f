import { createHmac } from 'node:crypto';
import { runtimeLimit, SUBSCRIBED_EVENTS, transitionsOf, type Problem, type SubscriptionAnswer } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { createKeptSecret } from '../../storage/schema/kept-secret.ts';
import { argument, raw, sql } from '../../storage/sql/sql.ts';
import { newId } from '../../uuid.ts';
import { addressOf } from './address.ts';
import { CALLS } from './rows.ts';
import { entityOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { HolderOf, Making, SubscribingKey, Subscriptions } from '../context/subscriptions.ts';
import type { RecordServices } from '../services/write-context.ts';
import { parseTurning } from '../views/where.ts';
import { replay } from './replay.ts';
import { silentParts, silentSubscriptions } from './silent-parts.ts';
import {
  allSubscriptions,
  callName,
  INSERT_SUBSCRIPTION,
  markWatched,
  PAUSE,
  removeSubscription,
  type Subscription,
} from './subscription-rows.ts';
import { spreadEvents } from './spread-events.ts';

const LONGEST_URL = 2000;

/** What programs want to be told of. */
export function createSubscriptions(services: RecordServices): Subscriptions {
  const { context, callQueued } = services;
  const { db, clock } = context;
  const secret = createKeptSecret(db, 'subscription_secret');
  return {
    make: (caller, key, making) => make(services, caller, { key, ...making }),
    list: (keys, holderOf) => list(services, keys, holderOf),
    silent: (holderOf) => silentSubscriptions(services, holderOf),
    pause: async (id, isPaused, noted) => {
      await db.write(async (tx) => {
        await tx.run(PAUSE, [isPaused ? clock() : null, id]);
        noted(tx);
      }, callName(id));
      if (!isPaused) callQueued?.(clock());
    },
    replay: (id, from, noted) => replay(services, id, { from, noted }),
    remove: async (id, noted) => {
      await db.write(
        async (tx) => {
          await removeSubscription(tx, id);
          noted(tx);
        },
        callName(id),
        'long',
      );
      await db.look();
    },
    spread: (holderOf) => spreadEvents(services, holderOf),
    areAny: async () => (await allSubscriptions(db.read)).length > 0,
    secretOf: async (id) =>
      `whsec_${createHmac('sha256', await secret())
        .update(callName(id))
        .digest('base64')}`,
  };
}

async function make(
  services: RecordServices,
  caller: Caller,
  { key, body, leadsInside, noted }: Making & { readonly key: SubscribingKey },
): Promise<SubscriptionAnswer> {
  const { db, model, clock } = services.context;
  const entity = entityOf(services.context, body.entity);
  const view = services.views.view(caller.rights, entity.id);
  const { events = [], transitions = [], where = null, when = null, url } = body;
  const known = transitionsOf(entity);
  const problems: Problem[] = [];
  if (!events.every((event) => SUBSCRIBED_EVENTS.includes(event))) problems.push(problem('events', 'bad_option'));
  if (!transitions.every((name) => known.has(name))) problems.push(problem('transitions', 'bad_option'));
  if (events.length + transitions.length === 0 && when === null) problems.push(problem('events', 'required'));
  if (addressOf(url) === null) problems.push(problem('url', 'bad_url'));
  if (url.length > LONGEST_URL) problems.push({ path: 'url', code: 'too_long', params: { max: LONGEST_URL } });
  if (problems.length > 0) throw new Refusal('invalid', { problems });
  if (where !== null) services.views.where(view, where);
  if (when !== null) parseTurning(model, caller.rights, entity, when);
  if (await leadsInside(url)) throw new Refusal('invalid', { problems: [problem('url', 'inside_address')] });
  const most = runtimeLimit(model, 'key_subscriptions');
  const row: Subscription = {
    ...{ id: newId(clock()), key: key.id, entity: entity.id, where, when, url, createdAt: clock(), pausedAt: null },
    ...{ events: [...new Set(events)], transitions: [...new Set(transitions)] },
  };
  await db.write(
    async (tx) => {
      const own = (await allSubscriptions(tx)).filter((one) => one.key === key.id);
      if (own.length >= most) throw new Refusal('too_many_subscriptions', { params: { max: most } });
      const [first, second] = [JSON.stringify(row.events), JSON.stringify(row.transitions)];
      const conditions = [where, when];
      await tx.run(INSERT_SUBSCRIPTION, [
        row.id,
        key.id,
        entity.id,
        first,
        second,
        ...conditions,
        url,
        row.createdAt,
        null,
      ]);
      if (when !== null) await markWatched(tx);
      noted(tx);
    },
    `key ${key.id}`,
    'long',
  );
  if (when !== null) await db.look();
  return answerOf(row, key, { counts: { waiting: 0, given_up: 0, made: 0 }, silent: [] });
}

function problem(path: string, code: Problem['code']): Problem {
  return { path, code, params: {} };
}

const COUNTS = sql`SELECT t."call", t."state", count(*) AS n FROM ${CALLS} t WHERE t."call" = ${argument(0)} ${raw('GROUP BY t."call", t."state"')}`;

async function list(
  services: RecordServices,
  keys: readonly SubscribingKey[],
  holderOf: HolderOf,
): Promise<readonly SubscriptionAnswer[]> {
  const { db } = services.context;
  const known = new Map(keys.map((key) => [key.id, key] as const));
  const found: SubscriptionAnswer[] = [];
  for (const subscription of await allSubscriptions(db.read)) {
    const key = known.get(subscription.key);
    if (key === undefined) continue;
    const rows = await db.read.all(COUNTS, [callName(subscription.id)]);
    const of = (state: string): number => Number(rows.find((row) => row['state'] === state)?.['n'] ?? 0);
    const holder = await holderOf(subscription.key);
    const silent = holder === null ? [] : silentParts(services, holder, subscription);
    const counts = { waiting: of('waiting'), given_up: of('given_up'), made: of('made') };
    found.push(answerOf(subscription, key, { counts, silent }));
  }
  return found;
}

function answerOf(
  { id, entity, events, transitions, where, when, url, createdAt, pausedAt }: Subscription,
  { usable, ...key }: SubscribingKey,
  standing: Pick<SubscriptionAnswer, 'counts' | 'silent'>,
): SubscriptionAnswer {
  const is = { created_at: createdAt, paused: pausedAt !== null, usable, ...standing };
  return { id, key: { id: key.id, name: key.name }, entity, events, transitions, where, when, url, ...is };
}
