import type { MailState, NotificationKind } from '@ninefold/model';
import { MAIL_ITEM_TABLE, MAIL_TABLE } from '../../storage/schema/mail-tables.ts';
import { argument, cell, sql, table, tableWith, type Sql } from '../../storage/sql/sql.ts';
import { target } from '../../storage/sql/writes.ts';
import type { MailToSend } from '../context/mail.ts';
import type { Row } from '../../storage/sql/sql-value.ts';

/** A mail as it is stored. */
export interface StoredMail {
  readonly id: string;
  readonly person: string;
  readonly entity: string;
  readonly record: string;
  readonly way: 'at_once' | 'daily';
  readonly state: MailState;
  readonly at: string;
  readonly due: string;
  readonly begunAt: string | null;
  readonly sentAt: string | null;
  readonly tries: number;
  readonly reason: string | null;
}

/** What stands in a mail, as it is stored. */
export interface StoredItem {
  readonly mail: string;
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  readonly kind: NotificationKind;
  readonly what: string;
  readonly by: string | null;
  readonly at: string;
  readonly times: number;
}

export const MAIL = MAIL_TABLE.name;
export const MAIL_ITEM = MAIL_ITEM_TABLE.name;

/** Any rows of both tables, as they are written. */
export const MAILS = target(MAIL, null);
export const MAIL_ITEMS = target(MAIL_ITEM, null);

/**
 * The mail that waits for a person and is not being sent; `first`: the index of the first of the arguments `person`, `way`, `record` and
 * `entity`, of which the last two are empty for the mail of a morning.
 */
function waitingMail(first: number): Sql {
  const [person, way, record, entity] = [
    argument(first),
    argument(first + 1),
    argument(first + 2),
    argument(first + 3),
  ];
  const rows = tableWith(MAIL, [...cell('person', person), ...cell('way', way), ...cell('record', record)]);
  return sql`FROM ${rows} m WHERE m."person" = ${person} AND m."way" = ${way} AND m."record" = ${record} AND m."entity" = ${entity}
    AND m."state" = 'waiting' AND m."begun_at" IS NULL`;
}

/**
 * Makes that mail where there is none. Whether there is one is asked by the statement itself: were it asked before, two writes that tell
 * one person of two records could not run side by side. Arguments are its id, those of the mail, when it happened, when it is due, and
 * those of the mail again.
 */
export const OPEN_MAIL = sql`INSERT INTO ${target(MAIL, argument(0), [...cell('person', argument(1)), ...cell('way', argument(2)), ...cell('record', argument(3))])}
  ("id", "person", "way", "record", "entity", "state", "at", "due", "tries")
  SELECT ${argument(0)}, ${argument(1)}, ${argument(2)}, ${argument(3)}, ${argument(4)}, 'waiting', ${argument(5)}, ${argument(6)}, 0
  WHERE NOT EXISTS (SELECT 1 ${waitingMail(7)})`;

/** Adds to that mail. Arguments are the id of what it says, its entity, record, kind, what, who did it and when, and those of the mail. */
export const INSERT_ITEM = sql`INSERT INTO ${target(MAIL_ITEM, argument(0), cell('record', argument(2)))}
  ("mail", "id", "entity", "record", "kind", "what", "by", "at", "times")
  SELECT m."id", ${argument(0)}, ${argument(1)}, ${argument(2)}, ${argument(3)}, ${argument(4)}, ${argument(5)}, ${argument(6)}, 1
  ${waitingMail(7)} ORDER BY m."id" LIMIT 1`;

/** `m` is a mail. */
export const SELECTED_MAIL = sql`SELECT m."id", m."person", m."entity", m."record", m."way", m."state", m."at", m."due", m."begun_at", m."sent_at", m."tries", m."reason" FROM ${table(MAIL)} m`;

/** What stands in one mail, the first first. */
export const ITEMS_OF = sql`SELECT i."mail", i."id", i."entity", i."record", i."kind", i."what", i."by", i."at", i."times" FROM ${table(MAIL_ITEM)} i
  WHERE i."mail" = ${argument(0)} ORDER BY i."id"`;

export const DROP_MAIL = sql`DELETE FROM ${MAILS} WHERE "id" = ${argument(0)}`;
export const DROP_ITEMS = sql`DELETE FROM ${MAIL_ITEMS} WHERE "mail" = ${argument(0)}`;

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function mailOf(row: Row): StoredMail {
  return {
    ...{ id: String(row['id']), person: String(row['person']), entity: String(row['entity']) },
    ...{ record: String(row['record']), at: String(row['at']), due: String(row['due']) },
    way: row['way'] === 'daily' ? 'daily' : 'at_once',
    state: row['state'] as MailState, // as it was written
    ...{ begunAt: textOr(row['begun_at']), sentAt: textOr(row['sent_at']), reason: textOr(row['reason']) },
    tries: Number(row['tries']),
  };
}

export function itemOf(row: Row): StoredItem {
  return {
    ...{ mail: String(row['mail']), id: String(row['id']), entity: String(row['entity']) },
    ...{ record: String(row['record']), what: String(row['what']), at: String(row['at']) },
    kind: row['kind'] as NotificationKind, // as it was written
    by: textOr(row['by']),
    times: Number(row['times']),
  };
}

/** A mail with what it says to its reader. */
export function toSend(
  mail: StoredMail,
  { to, zone }: Pick<MailToSend, 'to' | 'zone'>,
  entries: MailToSend['entries'],
): MailToSend {
  const { id, way, entity, record, begunAt, at, tries } = mail;
  return { id, to, zone, way, about: entity === '' ? null : { entity, record }, date: begunAt ?? at, entries, tries };
}
