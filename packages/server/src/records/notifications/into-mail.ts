import type { Dialect } from '../../storage/database/dialect.ts';
import { argument, cell, raw, sql, table, tableWith, type Sql } from '../../storage/sql/sql.ts';
import { target } from '../../storage/sql/writes.ts';
import { createOrderedIds } from '../../uuid.ts';
import type { Channel, Message } from './channels.ts';
import { saysLess } from './followed.ts';
import { dueOf } from './mail-due.ts';
import { INSERT_ITEM, MAIL, MAIL_ITEM, OPEN_MAIL, itemOf, type StoredItem, type StoredMail } from './mail-rows.ts';
import { zonesOf } from './mail-zones.ts';
import { rowOfRecord } from './row-of-record.ts';

const DAY_MS = 86_400_000;

const orderedId = createOrderedIds();

/**
 * What mail that waits for these people and is not being sent says of a record. Of the mails only those about the record count as read:
 * a new mail of a morning concerns this only once something about the record stands in it.
 */
function waitingFor(dialect: Dialect): Sql {
  const [entity, record] = [argument(0), argument(1)];
  return sql`SELECT m."person", m."way", i."mail", i."id", i."entity", i."record", i."kind", i."what", i."by", i."at", i."times"
    FROM ${tableWith(MAIL_ITEM, cell('record', record))} i JOIN ${tableWith(MAIL, cell('record', record))} m ON m."id" = i."mail"
    WHERE i."entity" = ${entity} AND i."record" = ${record}
    AND m."person" IN (SELECT "value" FROM ${raw(dialect.items('p'), argument(2))}) AND m."state" = 'waiting' AND m."begun_at" IS NULL`;
}

/** Those of these people who were told of the same within the last day. */
function toldLately(dialect: Dialect): Sql {
  return sql`SELECT m."person" FROM ${table(MAIL)} m WHERE m."record" = '' AND m."entity" = ${argument(0)} AND m."at" >= ${argument(1)}
    AND m."person" IN (SELECT "value" FROM ${raw(dialect.items('p'), argument(2))})`;
}

const [CHANGED, DROPPED] = [rowOfRecord(MAIL_ITEM, 'mail', 3), rowOfRecord(MAIL_ITEM, 'mail', 0)];
const AGAIN = sql`UPDATE ${CHANGED.rows} SET "times" = ${argument(0)}, "at" = ${argument(1)}, "by" = ${argument(2)} WHERE ${CHANGED.condition}`;
const DROP = sql`DELETE FROM ${DROPPED.rows} WHERE ${DROPPED.condition}`;
/** A mail of which nothing is left to say. Arguments are its id, its record, and its id again. */
const DROP_EMPTY = sql`DELETE FROM ${target(MAIL, argument(0), cell('record', argument(1)))} WHERE "id" = ${argument(0)} AND "record" = ${argument(1)}
  AND NOT EXISTS (SELECT 1 FROM ${tableWith(MAIL_ITEM, cell('mail', argument(2)))} i WHERE i."mail" = ${argument(2)})`;

/**
 * Puts a message where it will be mailed: into the mail about its record that is sent within a moment, or into that of the next
 * morning, as each person has chosen. What is sent already gets nothing more. One act is mailed once, in whichever of the two says more.
 */
export const intoMail: Channel = async ({ context: { model, mailPlanned }, tx }, message) => {
  const { at, entity, record, choice } = message;
  const told = record === '' ? await notToldLately(tx, message) : message.people;
  if (told.length === 0) return;
  const wayOf = (person: string): StoredMail['way'] => (choice(person).mail === 'daily' ? 'daily' : 'at_once');
  const early = told.filter((person) => wayOf(person) === 'daily');
  const [rows, zone] = await Promise.all([
    tx.all(waitingFor(tx.dialect), [entity, record, tx.dialect.list(told)]),
    early.length === 0 ? null : zonesOf(tx, early),
  ]);
  for (const person of told) {
    const [way, waiting] = [wayOf(person), rows.filter((row) => row['person'] === person)];
    const items = waiting.map((row) => ({ ...itemOf(row), about: row['way'] === 'daily' ? '' : record }));
    if (items.some((one) => saysLess(message, one))) continue;
    const open = waiting.find((row) => row['way'] === way)?.['mail'];
    const plan = (): string => {
      const due = dueOf(way, at, { model, zone: zone?.(person) ?? null });
      mailPlanned?.(due);
      return due;
    };
    add(tx, { person, way, open: typeof open === 'string' ? open : null, plan }, { message, items });
  }
};

/** What a mail that waits says, and which record the mail is about; empty: it is that of a morning. */
interface WaitingItem extends StoredItem {
  readonly about: string;
}

/** The mail that a person gets, which may have to be made. */
interface OpenMail extends Pick<StoredMail, 'person' | 'way'> {
  /** Its id, where it says something of the record already. */
  readonly open: string | null;
  /** When it will be sent, which is planned with that. */
  readonly plan: () => string;
}

/** Adds a message to the mail that waits for a person, of which `items` says what they say of the record. */
function add(
  tx: Parameters<Channel>[0]['tx'],
  { person, way, open, plan }: OpenMail,
  { message, items }: { readonly message: Message; readonly items: readonly WaitingItem[] },
): void {
  const { entity, record, kind, what, by, at } = message;
  const same = items.findLast((one) => one.mail === open && one.kind === kind && one.what === what);
  if (same === undefined) {
    const waiting = [person, way, ...(way === 'daily' ? ['', ''] : [record, entity])];
    tx.later(OPEN_MAIL, [orderedId(at), ...waiting, at, plan(), ...waiting]);
    tx.later(INSERT_ITEM, [orderedId(at), entity, record, kind, what, by, at, ...waiting]);
  } else tx.later(AGAIN, [same.times + 1, at, by, record, same.id, same.mail]);
  for (const one of items)
    if (one.times === 1 && saysLess(one, message)) {
      tx.later(DROP, [one.record, one.id, one.mail]);
      if (one.mail !== open) tx.later(DROP_EMPTY, [one.mail, one.about, one.mail]);
    }
}

async function notToldLately(tx: Parameters<Channel>[0]['tx'], { people, entity, at }: Message) {
  const since = new Date(Date.parse(at) - DAY_MS).toISOString();
  const rows = await tx.all(toldLately(tx.dialect), [entity, since, tx.dialect.list(people)]);
  const known = new Set(rows.map(({ person }) => String(person)));
  return people.filter((person) => !known.has(person));
}
