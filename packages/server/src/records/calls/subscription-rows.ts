import { createHash } from 'node:crypto';
import type { SubscribedEvent } from '@ninefold/model';
import { writeWatched } from '../../storage/schema/meta.ts';
import type { Reader, Writer } from '../../storage/database/database.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import { EVENT_TABLE, SUBSCRIPTION_TABLE } from '../../storage/schema/subscription-tables.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import { argument, raw, sql, table, type Sql } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, insertWhere, target } from '../../storage/sql/writes.ts';
import { CALL_ROWS } from './rows.ts';

/** What a program wants to be told of, as it is kept. */
export interface Subscription {
  readonly id: string;
  readonly key: string;
  readonly entity: string;
  readonly events: readonly SubscribedEvent[];
  readonly transitions: readonly string[];
  readonly where: string | null;
  readonly when: string | null;
  readonly url: string;
  readonly createdAt: string;
  readonly pausedAt: string | null;
}

/** What happened to a record, as it is kept until the messages about it are made. */
export interface StoredEvent {
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  readonly at: string;
  readonly kind: SubscribedEvent | 'turned';
  readonly transition: string | null;
  /** Names of fields. */
  readonly changed: readonly string[];
  readonly version: number;
  /** The subscription whose `when` has turned true; null: it is for everybody. */
  readonly subscription: string | null;
}

const NAMES = SUBSCRIPTION_TABLE.columns.map(({ name }) => name);
const EVENT_NAMES = EVENT_TABLE.columns.map(({ name }) => name);

const SUBSCRIPTIONS = table(SUBSCRIPTION_TABLE.name);
const SUBSCRIPTION_ROWS = target(SUBSCRIPTION_TABLE.name, null);

const SELECTED = sql`SELECT ${raw(NAMES.map((name) => `s."${name}"`).join(', '))} FROM ${SUBSCRIPTIONS} s`;
const ALL = sql`${SELECTED} ORDER BY s."id"`;
const ONE = sql`${SELECTED} WHERE s."id" = ${argument(0)}`;
export const INSERT_SUBSCRIPTION = insertInto(SUBSCRIPTION_TABLE.name, 'id', columnsGiven(NAMES));
export const PAUSE = sql`UPDATE ${SUBSCRIPTION_ROWS} SET "paused_at" = ${argument(0)} WHERE "id" = ${argument(1)}`;
const REMOVE = sql`DELETE FROM ${SUBSCRIPTION_ROWS} WHERE "id" = ${argument(0)}`;
const REMOVE_CALLS = sql`DELETE FROM ${CALL_ROWS} WHERE "call" = ${argument(0)}`;
const WATCHING = sql`${SELECTED} WHERE s."when" IS NOT NULL ORDER BY s."id"`;
const OF_KEY = sql`${SELECTED} WHERE s."key" = ${argument(0)}`;

/** The columns of an event that are given; the version is a text. */
const EVENT_GIVEN = columnsGiven(EVENT_NAMES).map((written) =>
  written.column === 'version' ? { ...written, value: sql`CAST(${written.value} AS BIGINT)` } : written,
);
const WANTED = argument(EVENT_NAMES.length);
/** Written with the change of a record of an entity that somebody wants to be told of, and otherwise not at all. */
export const NOTE_EVENT = insertWhere(
  EVENT_TABLE.name,
  'id',
  EVENT_GIVEN,
  sql`EXISTS (SELECT 1 FROM ${SUBSCRIPTIONS} s WHERE s."entity" = ${WANTED})`,
);
/** Written with the change that turns the condition of a subscription, while there is that one. */
export const NOTE_TURNED = insertWhere(
  EVENT_TABLE.name,
  'id',
  EVENT_GIVEN,
  sql`EXISTS (SELECT 1 FROM ${SUBSCRIPTIONS} s WHERE s."id" = ${WANTED})`,
);
export const FIRST_EVENTS = sql`SELECT ${raw(EVENT_NAMES.map((name) => `e."${name}"`).join(', '))} FROM ${table(EVENT_TABLE.name)} e
  ORDER BY e."id" LIMIT ${argument(0)}`;
/** What happened to these records, behind an event. */
export function eventsBehind(dialect: Dialect): Sql {
  return sql`SELECT ${raw(EVENT_NAMES.map((name) => `e."${name}"`).join(', '))} FROM ${table(EVENT_TABLE.name)} e
    WHERE e."id" > ${argument(0)} AND e."record" IN (SELECT "value" FROM ${raw(dialect.items('r'), argument(1))})`;
}
export const DROP_EVENT = sql`DELETE FROM ${ofRow(EVENT_TABLE.name)} WHERE "id" = ${argument(0)}`;
export const TRIM_EVENTS = sql`DELETE FROM ${target(EVENT_TABLE.name, null)} WHERE "at" < ${argument(0)}`;

/** The one row whose id is the first argument. */
function ofRow(name: string): Sql {
  return target(name, argument(0));
}

/** The calls of subscriptions have names that no call of a specification has. */
const PREFIX = 'subscription ';

/** The name under which the messages of a subscription wait among the calls. */
export function callName(id: string): string {
  return PREFIX + id;
}

/** The id of the subscription whose messages have this name; null: it is a call of the specification. */
export function subscriptionIn(call: string): string | null {
  return call.startsWith(PREFIX) ? call.slice(PREFIX.length) : null;
}

export async function allSubscriptions(reader: Reader): Promise<readonly Subscription[]> {
  return (await reader.all(ALL, [])).map(subscriptionOf);
}

export async function findSubscription(reader: Reader, id: string): Promise<Subscription | null> {
  const [row] = await reader.all(ONE, [id]);
  return row ? subscriptionOf(row) : null;
}

/** Those whose conditions are watched, in the order of their ids. */
export async function watchingSubscriptions(reader: Reader): Promise<readonly Subscription[]> {
  return (await reader.all(WATCHING, [])).map(subscriptionOf);
}

/** Ends a subscription with all that it has sent and would send. */
export async function removeSubscription(tx: Writer, id: string): Promise<void> {
  await tx.run(REMOVE, [id]);
  await tx.run(REMOVE_CALLS, [callName(id)]);
  await markWatched(tx);
}

/** Ends the subscriptions of a key. */
export async function removeSubscriptionsOf(tx: Writer, key: string): Promise<void> {
  for (const { id } of (await tx.all(OF_KEY, [key])).map(subscriptionOf)) await removeSubscription(tx, id);
}

function subscriptionOf(row: Row): Subscription {
  const text = (name: string): string | null => (typeof row[name] === 'string' ? row[name] : null);
  return {
    ...{ id: String(row['id']), key: String(row['key']), entity: String(row['entity']) },
    events: JSON.parse(String(row['events'])) as Subscription['events'], // as it was written
    transitions: JSON.parse(String(row['transitions'])) as Subscription['transitions'], // as it was written
    ...{ where: text('where'), when: text('when'), url: String(row['url']), createdAt: String(row['created_at']) },
    pausedAt: text('paused_at'),
  };
}

export function eventOf(row: Row): StoredEvent {
  return {
    ...{ id: String(row['id']), entity: String(row['entity']), record: String(row['record']), at: String(row['at']) },
    kind: row['kind'] as StoredEvent['kind'], // as it was written
    transition: row['transition'] === null ? null : String(row['transition']),
    changed: JSON.parse(String(row['changed'])) as StoredEvent['changed'], // as it was written
    version: Number(row['version']),
    subscription: row['subscription'] === null ? null : String(row['subscription']),
  };
}

/** What stands for some conditions: others have another mark. Null where there are none. */
export function markOf(watching: readonly Subscription[]): string | null {
  if (watching.length === 0) return null;
  const text = watching.map(({ id }) => id).join(' ');
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Tells all servers which conditions are watched from now on: the writes that began before run again. */
export async function markWatched(tx: Writer): Promise<void> {
  await writeWatched(tx, markOf(await watchingSubscriptions(tx)));
}
