import { NOTIFICATION_KINDS, type NotificationKind } from '@ninefold/model';
import type { Row } from '../../storage/sql/sql-value.ts';
import { NOTIFICATION_TABLE } from '../../storage/schema/notification-tables.ts';
import { argument, sql, table } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../../storage/sql/writes.ts';

/** A notification as it is stored. */
export interface StoredNotification {
  readonly person: string;
  readonly id: string;
  readonly entity: string;
  /** Empty: no single record. */
  readonly record: string;
  readonly kind: NotificationKind;
  readonly what: string;
  readonly by: string | null;
  readonly at: string;
  readonly times: number;
  readonly readAt: string | null;
}

/** Under this name the change feed says that a person has other notifications; its id is the person's. */
export const NOTIFIED = NOTIFICATION_TABLE.name;

const COLUMNS = ['person', 'id', 'entity', 'record', 'kind', 'what', 'by', 'at', 'times', 'read_at'];

export const INSERT_NOTIFICATION = insertInto(NOTIFIED, 'id', columnsGiven(COLUMNS));

/** The rows of one person: `t`, who is the argument 0. */
export const OF_PERSON = sql`FROM ${table(NOTIFIED)} t WHERE t."person" = ${argument(0)}`;

export const SELECTED = sql`SELECT t."person", t."id", t."entity", t."record", t."kind", t."what", t."by", t."at", t."times", t."read_at"`;

/** Any rows of the table, as they are written. */
export const NOTIFICATIONS = target(NOTIFIED, null);

export function isKind(kind: string): kind is NotificationKind {
  return (NOTIFICATION_KINDS as readonly string[]).includes(kind); // the same list of texts
}

export function valuesOf(one: StoredNotification): readonly (string | number | null)[] {
  const { person, id, entity, record, kind, what, by, at, times, readAt } = one;
  return [person, id, entity, record, kind, what, by, at, times, readAt];
}

export function notificationOf(row: Row): StoredNotification {
  return {
    ...{ person: String(row['person']), id: String(row['id']), entity: String(row['entity']) },
    ...{ record: String(row['record']), kind: row['kind'] as NotificationKind, what: String(row['what']) }, // as it was written
    by: typeof row['by'] === 'string' ? row['by'] : null,
    at: String(row['at']),
    times: Number(row['times']),
    readAt: typeof row['read_at'] === 'string' ? row['read_at'] : null,
  };
}
