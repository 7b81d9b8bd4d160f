import type { Dialect } from '../../storage/database/dialect.ts';
import { argument, raw, sql, table, type Sql } from '../../storage/sql/sql.ts';
import { createOrderedIds } from '../../uuid.ts';
import type { Channel, Message } from './channels.ts';
import { saysLess } from './followed.ts';
import { dueOf } from './mail-due.ts';
import { INSERT_ITEM, INSERT_MAIL, MAIL, MAIL_ITEM, MAIL_ITEMS, MAILS, type StoredItem, itemOf } from './mail-rows.ts';
import { zonesOf } from './mail-zones.ts';

const DAY_MS = 86_400_000;

const orderedId = createOrderedIds();

/** What waits for these people and is not being sent: the mail of a morning, and that about this record, with what it says of it. */
function waitingFor(dialect: Dialect): Sql {
  return sql`SELECT m."id" AS "open", m."person", m."way", i."mail", i."id", i."entity", i."record", i."kind", i."what", i."by", i."at", i."times"
    FROM ${table(MAIL)} m LEFT JOIN ${table(MAIL_ITEM)} i ON i."mail" = m."id" AND i."entity" = ${argument(0)} AND i."record" = ${argument(1)}
    WHERE m."person" IN (SELECT "value" FROM ${raw(dialect.items('p'), argument(2))}) AND m."state" = 'waiting' AND m."begun_at" IS NULL
    AND m."record" IN ('', ${argument(3)}) AND (m."way" = 'daily' OR (m."entity" = ${argument(4)} AND m."record" = ${argument(5)}))`;
}

/** Those of these people who were told of the same within the last day. */
function toldLately(dialect: Dialect): Sql {
  return sql`SELECT m."person" FROM ${table(MAIL)} m WHERE m."record" = '' AND m."entity" = ${argument(0)} AND m."at" >= ${argument(1)}
    AND m."person" IN (SELECT "value" FROM ${raw(dialect.items('p'), argument(2))})`;
}

const AGAIN = sql`UPDATE ${MAIL_ITEMS} SET "times" = ${argument(0)}, "at" = ${argument(1)}, "by" = ${argument(2)} WHERE "mail" = ${argument(3)} AND "id" = ${argument(4)}`;
const DROP = sql`DELETE FROM ${MAIL_ITEMS} WHERE "mail" = ${argument(0)} AND "id" = ${argument(1)}`;
/** The mail of a morning of which nothing is left to say. */
const DROP_EMPTY = sql`DELETE FROM ${MAILS} WHERE "id" = ${argument(0)} AND NOT EXISTS (SELECT 1 FROM ${table(MAIL_ITEM)} i WHERE i."mail" = ${argument(1)})`;

/**
 * Puts a message where it will be mailed: into the mail about its record that is sent within a moment, or into that of the next
 * morning, as each person has chosen. What is sent already gets nothing more. One act is mailed once, in whichever of the two says more.
 */
export const intoMail: Channel = async ({ context: { model, mailPlanned }, tx }, message) => {
  const { at, entity, record, choice } = message;
  const told = record === '' ? await notToldLately(tx, message) : message.people;
  if (told.length === 0) return;
  let zones: Awaited<ReturnType<typeof zonesOf>> | null = null; // only mail of a morning asks for them
  const rows = await tx.all(waitingFor(tx.dialect), [entity, record, tx.dialect.list(told), record, entity, record]);
  for (const person of told) {
    const waiting = rows.filter((row) => row['person'] === person);
    const items = waiting.filter((row) => row['id'] !== null).map(itemOf);
    if (items.some((one) => saysLess(message, one))) continue;
    const way = choice(person).mail === 'daily' ? 'daily' : 'at_once';
    const open = waiting.find((row) => row['way'] === way);
    const mail = open === undefined ? orderedId(at) : String(open['open']);
    if (open === undefined) {
      const zone = way === 'daily' ? (zones ??= await zonesOf(tx, told))(person) : null;
      const due = dueOf(way, at, { model, zone });
      const about = way === 'daily' ? ['', ''] : [entity, record];
      tx.later(INSERT_MAIL, [mail, person, ...about, way, 'waiting', at, due, null, null, 0]);
      mailPlanned?.(due);
    }
    add(tx, { mail, items }, message);
  }
};

/** Adds a message to one of the mails that wait for a person, of which `items` says what they say of the record. */
function add(
  tx: Parameters<Channel>[0]['tx'],
  { mail, items }: { readonly mail: string; readonly items: readonly StoredItem[] },
  message: Message,
): void {
  const { entity, record, kind, what, by, at } = message;
  const same = items.findLast((one) => one.mail === mail && one.kind === kind && one.what === what);
  if (same === undefined) tx.later(INSERT_ITEM, [mail, orderedId(at), entity, record, kind, what, by, at, 1]);
  else tx.later(AGAIN, [same.times + 1, at, by, mail, same.id]);
  for (const one of items)
    if (one.times === 1 && saysLess(one, message)) {
      tx.later(DROP, [one.mail, one.id]);
      if (one.mail !== mail) tx.later(DROP_EMPTY, [one.mail, one.mail]);
    }
}

async function notToldLately(tx: Parameters<Channel>[0]['tx'], { people, entity, at }: Message) {
  const since = new Date(Date.parse(at) - DAY_MS).toISOString();
  const rows = await tx.all(toldLately(tx.dialect), [entity, since, tx.dialect.list(people)]);
  const known = new Set(rows.map(({ person }) => String(person)));
  return people.filter((person) => !known.has(person));
}
