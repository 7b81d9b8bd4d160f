import {
  approvalState,
  fieldRights,
  idOf,
  escalatedTo,
  stateIn,
  transitionsOf,
  type ConversationAnswer,
  type Entity,
  type FieldRight,
  type FollowReason,
  type RecordValue,
  type Scope,
  type Transition,
} from '@ninefold/model';
import type { Reader, Writer } from '../../storage/database/database.ts';
import { argument, fromOne, raw, sql, type Sql } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto } from '../../storage/sql/writes.ts';
import type { OfRecord } from '../context/comments.ts';
import type { Caller } from '../context/records.ts';
import type { Seeing } from '../notifications/readers.ts';
import type { RecordServices } from '../services/write-context.ts';
import { peopleSeen } from './answers.ts';
import { followBody } from './body.ts';
import { conversationOn, mayWrite, type Conversation } from './conversation.ts';
import { readersAmong } from './mentionable.ts';
import { existingComment } from './read-comments.ts';
import { ofRecord, seenBy, type StoredFollowing } from './rows.ts';

const ROW = insertInto('_follower', 'record', columnsGiven(['record', 'person', 'entity', 'follows', 'seen']));
const OWN = sql`SELECT t."follows", t."seen" ${fromOne('_follower', 'record', argument(0), sql`t."person" = ${argument(1)}`)}`;
const STOPPED = sql`SELECT t."person" ${fromOne('_follower', 'record', argument(0), sql`t."follows" = 'stopped'`)}`;
const ALL = sql`SELECT t."person" ${fromOne('_follower', 'record', argument(0), sql`t."follows" IS NOT NULL AND t."follows" <> 'stopped'`)} ORDER BY t."person" LIMIT 200`;
const SEEN = sql`${ROW} ON CONFLICT ("record", "person") DO UPDATE SET "seen" = CASE WHEN excluded."seen" > "_follower"."seen" THEN excluded."seen" ELSE "_follower"."seen" END`;

/** Begins to follow where the condition holds of the row that is there; what was seen stays seen. */
function followWhere(condition: string): Sql {
  return sql`${ROW} ON CONFLICT ("record", "person") DO UPDATE SET "follows" = excluded."follows" WHERE ${raw(condition)}`;
}

/** Who has stopped by hand is brought back by their own hand and by a mention only. */
const FOLLOW: Readonly<Record<StoredFollowing, Sql>> = {
  hand: followWhere('TRUE'),
  stopped: followWhere('TRUE'),
  mention: followWhere(`"_follower"."follows" IS NULL OR "_follower"."follows" = 'stopped'`),
  comment: followWhere('"_follower"."follows" IS NULL'),
  asked: followWhere('"_follower"."follows" IS NULL'),
};

/** Somebody begins to follow a record, or stops. `seen`: what counts as read where nothing is known of that yet. */
export function noteFollower(
  tx: Writer,
  { entity, record }: { readonly entity: string; readonly record: string },
  { person, follows, seen }: { readonly person: string; readonly follows: StoredFollowing; readonly seen: string },
): void {
  tx.later(FOLLOW[follows], [record, person, entity, follows, seen]);
}

/** Whom a record waits for, by transitions: who is asked for an approval, and to whom one has passed. */
export interface AskedPeople {
  readonly approval: ReadonlyMap<string, readonly string[]>;
  readonly escalation: ReadonlyMap<string, readonly string[]>;
}

/** The transitions with approvals that leave the state of the record. */
function awaitedIn(entity: Entity, record: RecordValue): readonly Transition[] {
  return [...transitionsOf(entity).values()].filter(
    ({ id, approvals, from }) => approvals !== null && from.includes(stateIn(entity, record, id) ?? ''),
  );
}

/** Whether the record may wait for approvals. */
export function waitsForPress(entity: Entity, record: RecordValue): boolean {
  return awaitedIn(entity, record).length > 0;
}

/** The people whose approval the record waits for now. */
export function askedPeople(entity: Entity, record: RecordValue, scope: Scope): AskedPeople {
  const seen = { ...scope, record };
  const open = awaitedIn(entity, record);
  return {
    approval: new Map(open.map((one) => [one.id, approvalState(one, seen)?.missing ?? []])),
    escalation: new Map(open.map((one) => [one.id, escalatedTo(one, seen)])),
  };
}

/** Who follows a record. */
export interface Followers {
  readonly people: readonly string[];
  /** Whether they may know that they follow: they began to, or they may read a field that names them. */
  readonly mayKnow: (seeing: Seeing) => boolean;
  /** Whether somebody with these rights on fields may know that another person follows. */
  readonly isShown: (person: string, rights: Readonly<Record<string, FieldRight>>) => boolean;
}

/**
 * Who follows a record: whoever began to, and whom its fields name as it is now, without those who have stopped. Nobody learns from it
 * whom a field names that is closed to them.
 */
export async function followersOf(reader: Reader, entity: Entity, record: RecordValue): Promise<Followers> {
  const people = async (statement: Sql): Promise<readonly string[]> =>
    (await reader.all(statement, [record.id])).map(({ person }) => String(person));
  const fields = namingFields(entity, record);
  const [following, stopping] = await Promise.all([people(ALL), fields.size === 0 ? [] : people(STOPPED)]);
  const [own, stopped] = [new Set(following), new Set(stopping)];
  const named = [...fields.keys()].filter((person) => !own.has(person) && !stopped.has(person));
  const isShown: Followers['isShown'] = (person, rights) =>
    own.has(person) || (fields.get(person) ?? []).some((field) => readsNaming(rights, field));
  return {
    people: [...own, ...named],
    mayKnow: ({ me, rights, scope }) => own.has(me.id) || isShown(me.id, fieldRights(rights, entity, scope)),
    isShown,
  };
}

/** The people whom the fields of a record that are followed by name, with these fields. */
function namingFields({ comments }: Entity, record: RecordValue): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const field of comments?.follow ?? [])
    for (const value of [record[field] ?? null].flat()) {
      const person = idOf(value);
      if (person !== null) named.set(person, [...(named.get(person) ?? []), field]);
    }
  return named;
}

/** Who reads a record reads who created it. */
function readsNaming(rights: Readonly<Record<string, FieldRight>>, field: string): boolean {
  return field === 'created_by' || rights[field]?.read === true;
}

/** `GET /_/conversation/<entity>/<id>` */
export async function conversationAnswer(
  services: RecordServices,
  caller: Caller,
  of: OfRecord,
): Promise<ConversationAnswer> {
  const conversation = await conversationOn(services, caller, of);
  const { entity, record, scope, reader, readsInternal } = conversation;
  const [own] = await reader.all(OWN, [record.id, caller.me.id]);
  const seen = typeof own?.['seen'] === 'string' ? own['seen'] : '';
  const unread = sql`SELECT count(*) AS n ${ofRecord(seenBy(readsInternal, 't'), sql`t."text" IS NOT NULL AND t."id" > ${argument(2)} AND (t."by" IS NULL OR t."by" <> ${argument(3)})`)}`;
  const [count] = await reader.all(unread, [record.id, entity.id, seen, caller.me.id]);
  const last = sql`SELECT max(t."id") AS id ${ofRecord(seenBy(readsInternal, 't'), sql`t."id" <= ${argument(2)}`)}`;
  const [shown] = await reader.all(last, [record.id, entity.id, seen]);
  const followers = await followersOf(reader, entity, record);
  const fields = fieldRights(caller.rights, entity, { ...scope, record });
  const ids = followers.people.filter((id) => followers.isShown(id, fields));
  const readers = await readersAmong(conversation, ids, { audience: 'all', mayKnow: followers.mayKnow });
  const person = await peopleSeen(conversation, ids);
  const isNamed = ids.includes(caller.me.id);
  const follows = own?.['follows'] ?? (isNamed ? 'named' : null);
  const writes = mayWrite(conversation);
  return {
    follows: follows === null || follows === 'stopped' ? null : (follows as FollowReason), // as it was written
    unread: Number(count?.['n'] ?? 0),
    seen: typeof shown?.['id'] === 'string' ? shown['id'] : null,
    followers: ids
      .filter((id) => readers.has(id))
      .flatMap((id) => person(id) ?? [])
      .filter(({ title }) => title !== undefined),
    may: { comment: writes, internal: writes && readsInternal },
  };
}

/** `POST /_/conversation/<entity>/<id>`: of the caller alone. */
export async function followConversation(
  services: RecordServices,
  caller: Caller,
  of: OfRecord,
  body: unknown,
): Promise<ConversationAnswer> {
  const { follow, seen } = followBody(body);
  await services.context.db.write(async (tx) => {
    const conversation = await conversationOn(services, caller, of, tx);
    const { entity, record } = conversation;
    const newest = await newestOf(tx, conversation);
    if (seen !== undefined) {
      const { id } = await existingComment(conversation, seen);
      tx.later(SEEN, [record.id, caller.me.id, entity.id, null, id]);
    }
    const follows = follow === true ? 'hand' : 'stopped';
    if (follow !== undefined)
      noteFollower(tx, { entity: entity.id, record: record.id }, { person: caller.me.id, follows, seen: newest });
  }, `${of.entity} ${of.idOrKey}`);
  return conversationAnswer(services, caller, of);
}

/** The id of the newest comment on a record, whoever may read it; empty where there is none. */
export async function newestOf(
  tx: Writer,
  { entity, record }: Pick<Conversation, 'entity' | 'record'>,
): Promise<string> {
  const [row] = await tx.all(sql`SELECT max(t."id") AS id ${ofRecord()}`, [record.id, entity.id]);
  return typeof row?.['id'] === 'string' ? row['id'] : '';
}
