import {
  canEver,
  hasApprovals,
  MAIL_CHOICES,
  NOTIFICATION_KINDS,
  type Entity,
  type MailChoice,
  type Model,
  type NotificationChoice,
  type NotificationChoicesAnswer,
  type NotificationKind,
  type Problem,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import type { Reader } from '../../storage/database/database.ts';
import { NOTIFICATION_CHOICE_TABLE } from '../../storage/schema/notification-tables.ts';
import { argument, raw, sql, table, type Sql } from '../../storage/sql/sql.ts';
import { columnsGiven, target } from '../../storage/sql/writes.ts';
import type { Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { zonesOf } from './mail-zones.ts';
import { isKind } from './rows.ts';

/** What holds for people who have not said how they want to be told. */
const DEFAULTS: Readonly<Record<NotificationKind, Omit<NotificationChoice, 'kind'>>> = {
  told: { inbox: true, mail: 'at_once' },
  mention: { inbox: true, mail: 'at_once' },
  comment: { inbox: true, mail: 'at_once' },
  approval: { inbox: true, mail: 'at_once' },
  escalation: { inbox: true, mail: 'at_once' },
  followed: { inbox: true, mail: 'daily' },
  stuck: { inbox: true, mail: 'at_once' },
};

const { name: NAME } = NOTIFICATION_CHOICE_TABLE;
const SELECTED = sql`SELECT t."person", t."kind", t."inbox", t."mail" FROM ${table(NAME)} t`;
const OWN = sql`${SELECTED} WHERE t."person" = ${argument(0)}`;
const COLUMNS = columnsGiven(['person', 'kind', 'inbox', 'mail']);
const SAVE = sql`INSERT INTO ${target(NAME, null)} (${raw(COLUMNS.map(({ column }) => `"${column}"`).join(', '))})
  VALUES (${argument(0)}, ${argument(1)}, ${argument(2)}, ${argument(3)})
  ON CONFLICT ("person", "kind") DO UPDATE SET "inbox" = excluded."inbox", "mail" = excluded."mail"`;

function ofPeople(dialect: Dialect): Sql {
  return sql`${SELECTED} WHERE t."person" IN (SELECT "value" FROM ${raw(dialect.items('p'), argument(0))}) AND t."kind" = ${argument(1)}`;
}

/** How each of these people wants to be told of this kind. */
export async function choicesOf(
  reader: Reader,
  people: readonly string[],
  kind: NotificationKind,
): Promise<(person: string) => NotificationChoice> {
  const rows = await reader.all(ofPeople(reader.dialect), [reader.dialect.list(people), kind]);
  const said = new Map(rows.map((row) => [String(row['person']), choiceOf(row)]));
  return (person) => said.get(person) ?? { kind, ...DEFAULTS[kind] };
}

function choiceOf(row: Readonly<Record<string, unknown>>): NotificationChoice {
  return {
    kind: row['kind'] as NotificationKind, // as it was written
    inbox: row['inbox'] === 'yes',
    mail: row['mail'] as MailChoice, // likewise
  };
}

/** The kinds that this reader may be told of, with what they have chosen. */
export async function choicesAnswer(
  { db, model, sendsMail }: Context,
  caller: Caller,
): Promise<NotificationChoicesAnswer> {
  const said = new Map((await db.read.all(OWN, [caller.me.id])).map(choiceOf).map((one) => [one.kind, one]));
  const kinds = NOTIFICATION_KINDS.filter((kind) => COMES[kind](model, caller));
  const zone = (await zonesOf(db.read, [caller.me.id]))(caller.me.id);
  return {
    items: kinds.map((kind) => said.get(kind) ?? { kind, ...DEFAULTS[kind] }),
    mail: sendsMail === true,
    time_zone: zone,
  };
}

/** Whether notifications of a kind can come to this reader. */
const COMES: Readonly<Record<NotificationKind, (model: Model, caller: Caller) => boolean>> = {
  told: () => true,
  mention: (model, caller) => readsSome(model, caller, ({ comments }) => comments !== null),
  comment: (model, caller) => readsSome(model, caller, ({ comments }) => comments !== null),
  approval: (model) => hasApprovals(model),
  escalation: (model) => hasApprovals(model),
  followed: (model, caller) => readsSome(model, caller, ({ comments }) => comments !== null),
  stuck: (_, { rights }) => rights.runtime.includes('operate'),
};

function readsSome({ entities }: Model, { rights }: Caller, is: (entity: Entity) => boolean): boolean {
  return Object.values(entities).some((entity) => is(entity) && canEver(rights, entity.id, 'read'));
}

/** Keeps what a person has chosen. `body`: a `NotificationChoice`. */
export async function saveChoice(context: Context, caller: Caller, body: unknown): Promise<NotificationChoicesAnswer> {
  const { kind, inbox, mail } = choiceIn(body);
  const { id } = caller.me;
  await context.db.write(
    async (tx) => void (await tx.run(SAVE, [id, kind, inbox ? 'yes' : 'no', mail])),
    `${NAME} ${id}`,
  );
  return choicesAnswer(context, caller);
}

/** These kinds are mailed to a person no more; none: what comes each morning is not. */
export async function stopMail({ db }: Context, person: string, kinds: readonly string[]): Promise<void> {
  await db.write(async (tx) => {
    for (const kind of NOTIFICATION_KINDS) {
      const { inbox, mail } = (await choicesOf(tx, [person], kind))(person);
      if (kinds.length === 0 ? mail === 'daily' : kinds.includes(kind))
        await tx.run(SAVE, [person, kind, inbox ? 'yes' : 'no', 'never']);
    }
  }, `${NAME} ${person}`);
}

function choiceIn(body: unknown): NotificationChoice {
  const { kind, inbox, mail } = body as Readonly<Record<string, unknown>>; // an object: the route has looked
  const mailed = MAIL_CHOICES.find((one) => one === mail);
  const wrong = (path: string): Problem => ({ path, code: 'bad_type', params: {} });
  const isKnown = typeof kind === 'string' && isKind(kind);
  if (isKnown && typeof inbox === 'boolean' && mailed !== undefined) return { kind, inbox, mail: mailed };
  const problems = [
    ...(isKnown ? [] : [wrong('kind')]),
    ...(typeof inbox === 'boolean' ? [] : [wrong('inbox')]),
    ...(mailed === undefined ? [wrong('mail')] : []),
  ];
  throw new Refusal('invalid', { problems });
}
