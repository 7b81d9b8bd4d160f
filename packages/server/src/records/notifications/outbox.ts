import { memoizedWeakly, memoized, rightsFor, runtimeLimit, type Me, type Model } from '@ninefold/model';
import { argument, sql, table } from '../../storage/sql/sql.ts';
import type { Context } from '../context/context.ts';
import type { MailOutcome, MailToSend, Outbox } from '../context/mail.ts';
import type { Caller } from '../context/records.ts';
import { createUsersWith, peopleLoader } from '../people/people.ts';
import type { RecordServices } from '../services/write-context.ts';
import { stopMail } from './choices.ts';
import { entriesFor } from './entries.ts';
import { listMail, previewMail } from './operated-mail.ts';
import {
  DROP_ITEMS,
  DROP_MAIL,
  itemOf,
  ITEMS_OF,
  MAIL,
  MAIL_ITEMS,
  mailOf,
  MAILS,
  SELECTED_MAIL,
  toSend,
  type StoredMail,
} from './mail-rows.ts';
import { zonesOf } from './mail-zones.ts';
import { readMeanwhile } from './read-meanwhile.ts';
import { unreachedOf } from './unreached.ts';

/** A server that has not said what became of a mail so long after it has to have ended counts as stopped, and the mail is sent again. */
const SPARE_MS = 5000;
const DAY_MS = 86_400_000;

const DUE = sql`${SELECTED_MAIL} WHERE m."state" = 'waiting' AND m."due" <= ${argument(0)} ORDER BY m."due", m."id" LIMIT ${argument(1)}`;
const FIRST = sql`${SELECTED_MAIL} WHERE m."state" = 'waiting' ORDER BY m."due", m."id" LIMIT 1`;
const TAKE = sql`UPDATE ${MAILS} SET "begun_at" = COALESCE("begun_at", ${argument(0)}), "due" = ${argument(1)}, "tries" = "tries" + 1
  WHERE "id" = ${argument(2)} AND "state" = 'waiting' AND "due" = ${argument(3)}`;
const SETTLE = sql`UPDATE ${MAILS} SET "state" = ${argument(0)}, "due" = COALESCE(${argument(1)}, "due"), "sent_at" = ${argument(2)}, "reason" = ${argument(3)}
  WHERE "id" = ${argument(4)} AND "state" = 'waiting'`;
const AGAIN = sql`UPDATE ${MAILS} SET "state" = 'waiting', "due" = ${argument(0)}, "tries" = 0, "reason" = NULL
  WHERE "id" = ${argument(1)} AND ("state" IN ('refused', 'given_up', 'unsent', 'bounced') OR ("state" = 'waiting' AND ("begun_at" IS NULL OR "reason" IS NOT NULL)))`;
const BOUNCED = sql`UPDATE ${MAILS} SET "state" = 'bounced', "reason" = ${argument(0)} WHERE "id" = ${argument(1)} AND "state" IN ('sent', 'bounced')`;
/** What waits for a person about a record and is not being sent. */
const WAITING_OF = sql`${SELECTED_MAIL} WHERE m."person" = ${argument(0)} AND m."state" = 'waiting' AND m."begun_at" IS NULL
  AND m."record" IN ('', ${argument(1)}) AND ((m."entity" = ${argument(2)} AND m."record" = ${argument(3)}) OR m."way" = 'daily')`;
const DROP_OF_RECORD = sql`DELETE FROM ${MAIL_ITEMS} WHERE "mail" = ${argument(0)} AND "entity" = ${argument(1)} AND "record" = ${argument(2)}`;
const TRIM_ITEMS = sql`DELETE FROM ${MAIL_ITEMS} WHERE "mail" IN (SELECT m."id" FROM ${table(MAIL)} m WHERE m."at" < ${argument(0)})`;
const TRIM = sql`DELETE FROM ${MAILS} WHERE "at" < ${argument(0)}`;

/** Mail to people, sent from the rows that were written with what it tells of. */
export function createOutbox(services: RecordServices): Outbox {
  const { context } = services;
  const { db, clock } = context;
  return {
    take: (most) => take(services, most),
    settle: async (id, outcome) => void (await db.write((tx) => tx.run(SETTLE, settled(id, outcome, clock())), MAIL)),
    next: async () => {
      const [row] = await db.read.all(FIRST, []);
      return row === undefined ? null : mailOf(row).due;
    },
    looksAt: (person, entity, record) => looksAt(context, [person, entity, record]),
    bounced: async (ids, reason) => {
      let known = 0;
      await db.write(async (tx) => {
        known = 0;
        for (const id of ids) known += (await tx.run(BOUNCED, [reason, id])).changes;
      }, MAIL);
      return known;
    },
    list: (caller, params) => listMail(services, caller, params),
    unreached: (people) => unreachedOf(context, people),
    preview: (caller, id) => previewMail(services, caller, id),
    again: async (id) => {
      const now = clock();
      const { changes } = await db.write((tx) => tx.run(AGAIN, [now, id]), MAIL);
      if (changes > 0) context.mailPlanned?.(now);
      return changes > 0;
    },
    stop: (person, kinds) => stopMail(context, person, kinds),
    trim: async () => {
      const days = runtimeLimit(context.model, 'notification_days');
      const before = new Date(Date.parse(clock()) - days * DAY_MS).toISOString();
      await db.write(async (tx) => {
        await tx.run(TRIM_ITEMS, [before]);
        await tx.run(TRIM, [before]);
      }, MAIL);
    },
  };
}

function settled(id: string, outcome: MailOutcome, now: string): readonly (string | null)[] {
  const { state } = outcome;
  const due = state === 'waiting' ? outcome.due : null;
  return [state, due, state === 'sent' ? now : null, 'reason' in outcome ? outcome.reason : null, id];
}

async function take(services: RecordServices, most: number): Promise<readonly MailToSend[]> {
  const { db, clock, model } = services.context;
  const now = clock();
  const due = (await db.read.all(DUE, [now, most])).map(mailOf);
  if (due.length === 0) return [];
  const until = new Date(Date.parse(now) + runtimeLimit(model, 'mail_seconds') * 1000 + SPARE_MS).toISOString();
  const taken: StoredMail[] = [];
  await db.write(async (tx) => {
    taken.length = 0;
    for (const mail of due)
      if ((await tx.run(TAKE, [now, until, mail.id, mail.due])).changes > 0)
        taken.push({ ...mail, begunAt: mail.begunAt ?? now });
  }, MAIL);
  const found = await readyToSend(services, taken);
  const ready = new Set(found.map(({ id }) => id));
  const empty = taken.filter(({ id }) => !ready.has(id));
  if (empty.length > 0)
    await db.write(async (tx) => {
      for (const { id } of empty) for (const statement of [DROP_ITEMS, DROP_MAIL]) await tx.run(statement, [id]);
    }, MAIL);
  return found;
}

/** These mails with what their readers may read now; those that have nothing to say are missing. */
async function readyToSend(services: RecordServices, mails: readonly StoredMail[]): Promise<readonly MailToSend[]> {
  const { context } = services;
  const reader = context.db.read;
  const ids = [...new Set(mails.map(({ person }) => person))];
  const people = await peopleLoader(context)(reader, ids);
  const zone = await zonesOf(reader, ids);
  const usersWith = await createUsersWith(context)();
  const found: MailToSend[] = [];
  for (const mail of mails) {
    const me = people.get(mail.person);
    if (me === undefined) continue;
    const items = (await reader.all(ITEMS_OF, [mail.id])).map(itemOf);
    const fresh = await readMeanwhile(reader, mail.person, items);
    const entries = await entriesFor(services, callerOf(context.model, me, usersWith), fresh);
    const known = entries.filter(({ isKnown }) => isKnown);
    if (known.length > 0) found.push(toSend(mail, { to: me, zone: zone(me.id) }, known));
  }
  return found;
}

/** Rights by roles, made once for each set of roles. */
const rightsOf = memoizedWeakly((model: Model) => memoized((roles: string) => rightsFor(model, roles.split(' '))));

/** The reader of a mail, as they would read on a screen. */
function callerOf(model: Model, me: Me, usersWith: Caller['usersWith']): Caller {
  const rights = rightsOf(model)(me.roles.join(' '));
  return { me, rights, via: 'screen', usersWith, language: me.language ?? undefined };
}

async function looksAt(
  { db }: Context,
  [person, entity, record]: readonly [person: string, entity: string, record: string],
): Promise<void> {
  const waiting = [person, record, entity, record];
  if ((await db.read.all(WAITING_OF, waiting)).length === 0) return;
  await db.write(async (tx) => {
    for (const { id, way } of (await tx.all(WAITING_OF, waiting)).map(mailOf))
      if (way === 'daily') await tx.run(DROP_OF_RECORD, [id, entity, record]);
      else for (const statement of [DROP_ITEMS, DROP_MAIL]) await tx.run(statement, [id]);
  }, `${MAIL} ${person}`);
}
