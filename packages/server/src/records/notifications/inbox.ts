import type { UnreadNotificationsAnswer } from '@ninefold/model';
import { runtimeLimit, isMap } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { argument, raw, sql, type Sql } from '../../storage/sql/sql.ts';
import type { Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import type { Inbox, InboxEntry } from '../context/notifications.ts';
import type { RecordServices } from '../services/write-context.ts';
import { entriesFor } from './entries.ts';
import { choicesAnswer, saveChoice } from './choices.ts';
import { saveZone } from './mail-zones.ts';
import { isKind, notificationOf, NOTIFICATIONS, NOTIFIED, OF_PERSON, SELECTED } from './rows.ts';

const SIZE = 25;
const MOST = 100;
const DAY_MS = 86_400_000;
/** As many are counted, and as many ids are taken at once. */
const COUNTED = 100;

const UNREAD = sql`SELECT count(*) AS n FROM (SELECT 1 ${OF_PERSON} AND t."read_at" IS NULL LIMIT ${raw(String(COUNTED))}) c`;
const READ = sql`UPDATE ${NOTIFICATIONS} SET "read_at" = ${argument(0)} WHERE "person" = ${argument(1)} AND "id" = ${argument(2)}`;
const READ_ALL = sql`UPDATE ${NOTIFICATIONS} SET "read_at" = ${argument(0)} WHERE "person" = ${argument(1)} AND "read_at" IS NULL AND "id" <= ${argument(2)}`;
const TRIM = sql`DELETE FROM ${NOTIFICATIONS} WHERE "at" < ${argument(0)}`;

/** The notifications of people; each reads and marks their own. */
export function createInbox(services: RecordServices): Inbox {
  const { context } = services;
  return {
    list: (caller, params) => listNotifications(services, caller, params),
    unread: (caller) => unreadOf(context, caller),
    mark: (caller, body) => mark(context, caller, body),
    choices: (caller) => choicesAnswer(context, caller),
    choose: (caller, body) => saveChoice(context, caller, body),
    chooseZone: async (caller, body) => {
      await saveZone(context, caller, body);
      return choicesAnswer(context, caller);
    },
    trim: async () => {
      const days = runtimeLimit(context.model, 'notification_days');
      const before = new Date(Date.parse(context.clock()) - days * DAY_MS).toISOString();
      await context.db.write((tx) => tx.run(TRIM, [before]), NOTIFIED);
    },
  };
}

async function unreadOf({ db }: Context, { me }: Caller): Promise<UnreadNotificationsAnswer> {
  const [row] = await db.read.all(UNREAD, [me.id]);
  return { unread: Number(row?.['n'] ?? 0) };
}

const KNOWN: ReadonlySet<string> = new Set(['unread', 'kind', 'entity', 'record', 'size', 'after', 'lng']);

/** What a list of notifications is narrowed to, and the values of the statement behind the person. */
function narrowed(params: URLSearchParams): { readonly where: Sql; readonly values: readonly string[] } {
  const wrong = [...params.keys()].find((name) => !KNOWN.has(name));
  if (wrong !== undefined) throw badParameter(wrong);
  const values: string[] = [];
  const parts: Sql[] = [];
  const is = (condition: (value: Sql) => Sql, value: string | null): void => {
    if (value === null) return;
    values.push(value);
    parts.push(condition(argument(values.length)));
  };
  const kind = params.get('kind');
  if (kind !== null && !isKind(kind)) throw badParameter('kind');
  const after = params.get('after');
  if (after !== null && !/^[0-9a-f-]{36}$/.test(after)) throw badParameter('after');
  const unread = params.get('unread');
  if (unread !== null && unread !== 'true') throw badParameter('unread');
  is((value) => sql` AND t."id" < ${value}`, after);
  is((value) => sql` AND t."kind" = ${value}`, kind);
  is((value) => sql` AND t."entity" = ${value}`, params.get('entity'));
  is((value) => sql` AND t."record" = ${value}`, params.get('record'));
  if (unread !== null) parts.push(raw(' AND t."read_at" IS NULL'));
  return { where: parts.reduce((all, part) => sql`${all}${part}`, raw('')), values };
}

function badParameter(parameter: string): Refusal {
  return new Refusal('bad_parameter', { params: { parameter: parameter.slice(0, 60) } });
}

function sizeOf(params: URLSearchParams): number {
  const text = params.get('size');
  const size = text === null ? SIZE : /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > MOST) throw badParameter('size');
  return size;
}

async function listNotifications(
  services: RecordServices,
  caller: Caller,
  params: URLSearchParams,
): Promise<{ readonly items: readonly InboxEntry[]; readonly next: string | null }> {
  const { db } = services.context;
  const size = sizeOf(params);
  const { where, values } = narrowed(params);
  const statement = sql`${SELECTED} ${OF_PERSON}${where} ORDER BY t."id" DESC LIMIT ${raw(String(size + 1))}`;
  const found = (await db.read.all(statement, [caller.me.id, ...values])).map(notificationOf);
  const page = found.slice(0, size);
  const items = await entriesFor(services, caller, page);
  return { items, next: found.length > size ? (page.at(-1)?.id ?? null) : null };
}

/** Marks as read, or as not; answers what is unread then. `body`: a `NotificationsBody`. */
async function mark(context: Context, caller: Caller, body: unknown): Promise<UnreadNotificationsAnswer> {
  const { read, ids, until } = markedIn(body);
  const { id: me } = caller.me;
  const at = read ? context.clock() : null;
  await context.db.write(async (tx) => {
    if (until === null) for (const id of ids) await tx.run(READ, [at, me, id]);
    else await tx.run(READ_ALL, [at, me, until]);
    tx.changed({ entity: NOTIFIED, id: me });
  }, `${NOTIFIED} ${me}`);
  return unreadOf(context, caller);
}

function markedIn(body: unknown): {
  readonly read: boolean;
  readonly ids: readonly string[];
  readonly until: string | null;
} {
  const { read, ids, until } = isMap(body) ? body : {};
  const listed = Array.isArray(ids) ? (ids as readonly unknown[]) : null; // what was sent
  const named = listed?.filter((id) => typeof id === 'string') ?? [];
  const isListed = listed !== null && named.length === listed.length && named.length <= COUNTED && until === undefined;
  const isAll = ids === undefined && typeof until === 'string' && read === true;
  if (typeof read === 'boolean' && (isListed || isAll))
    return { read, ids: named, until: typeof until === 'string' ? until : null };
  const path = typeof read === 'boolean' ? (ids === undefined ? 'until' : 'ids') : 'read';
  throw new Refusal('invalid', { problems: [{ path, code: 'bad_type', params: {} }] });
}
