import { isTimeZone } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database/database.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import { MAIL_ZONE_TABLE } from '../../storage/schema/mail-tables.ts';
import { argument, raw, sql, table, type Sql } from '../../storage/sql/sql.ts';
import { target } from '../../storage/sql/writes.ts';
import type { Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { dueOf } from './mail-due.ts';
import { MAIL, mailOf, MAILS, SELECTED_MAIL } from './mail-rows.ts';

const { name: NAME } = MAIL_ZONE_TABLE;
const ZONES = target(NAME, null);
const SAVE = sql`INSERT INTO ${ZONES} ("person", "zone") VALUES (${argument(0)}, ${argument(1)})
  ON CONFLICT ("person") DO UPDATE SET "zone" = excluded."zone"`;
const FORGET = sql`DELETE FROM ${ZONES} WHERE "person" = ${argument(0)}`;
/** The mail of a morning that waits for a person. */
const MORNING = sql`${SELECTED_MAIL} WHERE m."person" = ${argument(0)} AND m."way" = 'daily' AND m."state" = 'waiting' AND m."begun_at" IS NULL`;
const PLAN = sql`UPDATE ${MAILS} SET "due" = ${argument(0)} WHERE "id" = ${argument(1)}`;

function ofPeople(dialect: Dialect): Sql {
  return sql`SELECT z."person", z."zone" FROM ${table(NAME)} z WHERE z."person" IN (SELECT "value" FROM ${raw(dialect.items('p'), argument(0))})`;
}

/** The time zone in which each of these people reads mail; null: that of the application, as of whoever has chosen none. */
export async function zonesOf(reader: Reader, people: readonly string[]): Promise<(person: string) => string | null> {
  const rows = await reader.all(ofPeople(reader.dialect), [reader.dialect.list(people)]);
  const chosen = new Map(rows.map(({ person, zone }) => [String(person), String(zone)]));
  return (person) => chosen.get(person) ?? null;
}

/** Keeps the zone that a person has chosen, and plans the mail of their next morning by it. `body`: a `MailZone`. */
export async function saveZone(
  { db, model, clock, mailPlanned }: Context,
  { me }: Caller,
  body: unknown,
): Promise<void> {
  const zone = zoneIn(body);
  const due = dueOf('daily', clock(), { model, zone });
  await db.write(async (tx) => {
    if (zone === null) await tx.run(FORGET, [me.id]);
    else await tx.run(SAVE, [me.id, zone]);
    for (const { id } of (await tx.all(MORNING, [me.id])).map(mailOf)) await tx.run(PLAN, [due, id]);
  }, `${MAIL} ${me.id}`);
  mailPlanned?.(due);
}

function zoneIn(body: unknown): string | null {
  const { time_zone: zone } = body as Readonly<Record<string, unknown>>; // an object: the route has looked
  if (zone === null || (typeof zone === 'string' && isTimeZone(zone))) return zone;
  const code = typeof zone === 'string' ? 'bad_option' : 'bad_type';
  throw new Refusal('invalid', { problems: [{ path: 'time_zone', code, params: {} }] });
}
