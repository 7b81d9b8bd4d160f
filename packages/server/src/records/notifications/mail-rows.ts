import type { MailState, NotificationKind } from '@ninefold/model';
import { MAIL_ITEM_TABLE, MAIL_TABLE } from '../../storage/schema/mail-tables.ts';
import { argument, sql, table } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../../storage/sql/writes.ts';
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

const COLUMNS = ['id', 'person', 'entity', 'record', 'way', 'state', 'at', 'due', 'begun_at', 'sent_at', 'tries'];
export const INSERT_MAIL = insertInto(MAIL, 'id', columnsGiven(COLUMNS));
const ITEM_COLUMNS = ['mail', 'id', 'entity', 'record', 'kind', 'what', 'by', 'at', 'times'];
export const INSERT_ITEM = insertInto(MAIL_ITEM, 'id', columnsGiven(ITEM_COLUMNS));

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
