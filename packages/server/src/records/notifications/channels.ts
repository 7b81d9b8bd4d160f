import { memoizedWeakly, type NotificationChoice, type NotifyBy } from '@ninefold/model';
import type { Writer } from '../../storage/database/database.ts';
import { createOrderedIds, lowestId } from '../../uuid.ts';
import { argument, cell, raw, sql, table, tableWith, type Sql } from '../../storage/sql/sql.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import type { Context } from '../context/context.ts';
import { saysLess } from './followed.ts';
import { intoMail } from './into-mail.ts';
import { rowOfRecord } from './row-of-record.ts';
import { INSERT_NOTIFICATION, notificationOf, NOTIFIED, SELECTED, valuesOf, type StoredNotification } from './rows.ts';

/** What happened, and to whom it is said. */
export interface Message extends Pick<StoredNotification, 'entity' | 'record' | 'kind' | 'what' | 'by' | 'at'> {
  readonly people: readonly string[];
  /** How each of them wants to be told of this kind. */
  readonly choice: (person: string) => NotificationChoice;
}

/** Brings a message to people, in the transaction of the write that it tells of. */
export type Channel = (teller: { readonly context: Context; readonly tx: Writer }, message: Message) => Promise<void>;

/** The ways to tell people. */
export const CHANNELS: Readonly<Record<NotifyBy, Channel>> = { inbox: intoInbox, email: intoMail };

/**
 * The ways in which somebody is told, of those that are asked for: those that they have chosen. While the installation sends no mail,
 * the inbox takes what would be mailed too, unless they want nothing there.
 */
export function waysFor(
  asked: readonly NotifyBy[],
  { inbox, mail }: NotificationChoice,
  sendsMail: boolean,
): readonly NotifyBy[] {
  const wanted: Readonly<Record<NotifyBy, boolean>> = { inbox, email: mail !== 'never' };
  const open: readonly NotifyBy[] = !sendsMail && asked.includes('email') ? [...asked, 'inbox'] : asked;
  return [...new Set(open)].filter((way) => wanted[way]);
}

/** What happens to one record within this time is one entry. */
const TOGETHER_MS = 60_000;
/** Stuck timers of a day are one entry. */
const STUCK_MS = 86_400_000;

const orderedId = createOrderedIds();

const [CHANGED, DROPPED] = [rowOfRecord(NOTIFIED, 'person', 5), rowOfRecord(NOTIFIED, 'person', 0)];
const AGAIN = sql`UPDATE ${CHANGED.rows} SET "entity" = ${argument(0)}, "what" = ${argument(1)}, "by" = ${argument(2)}, "at" = ${argument(3)}, "times" = ${argument(4)} WHERE ${CHANGED.condition}`;
const DROP = sql`DELETE FROM ${DROPPED.rows} WHERE ${DROPPED.condition}`;

/** What these people have not read of the last moments: of a record, or of stuck timers. */
function recentOf(dialect: Dialect, from: Sql, of: Sql): Sql {
  return sql`${SELECTED} FROM ${from} t WHERE t."person" IN (SELECT "value" FROM ${raw(dialect.items('p'), argument(0))})
    AND t."id" >= ${argument(1)} AND t."read_at" IS NULL AND ${of}`;
}

/** Of one record: were it all that a person was told of late, each of a thousand messages would read those before it. */
const OF_RECORD = memoizedWeakly((dialect: Dialect) =>
  recentOf(
    dialect,
    tableWith(NOTIFIED, cell('record', argument(3))),
    sql`t."entity" = ${argument(2)} AND t."record" = ${argument(3)}`,
  ),
);
const OF_STUCK = memoizedWeakly((dialect: Dialect) =>
  recentOf(dialect, table(NOTIFIED), sql`t."record" = '' AND t."kind" = 'stuck'`),
);

/**
 * Writes a message into the inbox of people. What happens to a record again within a minute is added to the entry that is there, if it
 * has not been read. One act is told once.
 */
async function intoInbox({ tx }: { readonly tx: Writer }, message: Message): Promise<void> {
  const { people, at, kind, entity, record } = message;
  const since = new Date(Date.parse(at) - (kind === 'stuck' ? STUCK_MS : TOGETHER_MS)).toISOString();
  const recently = [tx.dialect.list(people), lowestId(since)];
  const rows =
    kind === 'stuck'
      ? await tx.all(OF_STUCK(tx.dialect), recently)
      : await tx.all(OF_RECORD(tx.dialect), [...recently, entity, record]);
  const recent = Map.groupBy(rows.map(notificationOf), ({ person }) => person);
  for (const person of people) {
    const own = recent.get(person) ?? [];
    if (own.some((one) => saysLess(message, one))) continue;
    const same = own.findLast((one) => isSame(one, message));
    if (same === undefined) {
      const id = orderedId(at);
      tx.later(INSERT_NOTIFICATION, valuesOf({ ...message, person, id, times: 1, readAt: null }));
    } else {
      const { what, by } = message;
      tx.later(AGAIN, [entity, what, by, at, same.times + 1, record, same.id, person]);
    }
    for (const one of own) if (one.times === 1 && saysLess(one, message)) tx.later(DROP, [one.record, one.id, person]);
    tx.changed({ entity: NOTIFIED, id: person });
  }
}

function isSame(one: StoredNotification, { kind, entity, record, what }: Message): boolean {
  if (one.kind !== kind) return false;
  return kind === 'stuck' || (one.entity === entity && one.record === record && one.what === what);
}
