import { MAIL_STATES, type MailAnswer, type MailsAnswer, type MailState, type ReferenceValue } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { argument, raw, sql, table } from '../../storage/sql/sql.ts';
import { scopeOf } from '../context/context.ts';
import type { MailToSend } from '../context/mail.ts';
import type { Caller } from '../context/records.ts';
import { peopleLoader } from '../people/people.ts';
import type { RecordServices } from '../services/write-context.ts';
import { entriesFor, knownFor } from './entries.ts';
import { itemOf, ITEMS_OF, MAIL, mailOf, SELECTED_MAIL, toSend, type StoredMail } from './mail-rows.ts';
import { zonesOf } from './mail-zones.ts';

const SIZE = 25;
/** As many of a state are counted. */
const COUNTED = 10_000;

const COUNT = sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${table(MAIL)} m WHERE m."state" = ${argument(0)} LIMIT ${raw(String(COUNTED))}) c`;
const ONE = sql`${SELECTED_MAIL} WHERE m."id" = ${argument(0)}`;
const OF_STATE = sql`${SELECTED_MAIL} WHERE m."state" = ${argument(0)} AND m."id" < ${argument(1)} ORDER BY m."id" DESC LIMIT ${raw(String(SIZE + 1))}`;
/** What nobody sends again by itself: shown before what waits, unless another state is asked for. */
const URGENT: ReadonlySet<MailState> = new Set(['refused', 'given_up', 'bounced']);
/** Behind every id. */
const LAST = 'g';

/** What became of mail, for operators: to whom and about what, as far as they may read that. */
export async function listMail(
  services: RecordServices,
  caller: Caller,
  params: URLSearchParams,
): Promise<MailsAnswer> {
  const { db, sendsMail } = services.context;
  const named = params.get('state');
  if (named !== null && !MAIL_STATES.some((one) => one === named))
    throw new Refusal('bad_parameter', { params: { parameter: 'state' } });
  const counted = await Promise.all(
    MAIL_STATES.map(async (one): Promise<readonly [MailState, number]> => {
      const [row] = await db.read.all(COUNT, [one]);
      return [one, Number(row?.['n'] ?? 0)];
    }),
  );
  const urgent = counted.find(([one, count]) => URGENT.has(one) && count > 0)?.[0];
  const state = MAIL_STATES.find((one) => one === named) ?? urgent ?? (sendsMail === true ? 'waiting' : 'unsent');
  const found = (await db.read.all(OF_STATE, [state, params.get('after') ?? LAST])).map(mailOf);
  return {
    sends: sendsMail === true,
    state,
    counts: Object.fromEntries(counted) as Record<MailState, number>, // one for each of them
    items: await answersOf(services, caller, found.slice(0, SIZE)),
    next: found.length > SIZE ? (found[SIZE - 1]?.id ?? null) : null,
  };
}

async function answersOf(
  services: RecordServices,
  caller: Caller,
  mails: readonly StoredMail[],
): Promise<readonly MailAnswer[]> {
  const { context, views } = services;
  const reader = context.db.read;
  const people = [...new Set(mails.map(({ person }) => person))];
  const titles = await views.of(caller.rights)('user').titles(reader, 'user', people, scopeOf(context, caller));
  const entries = await knownFor(
    services,
    caller,
    mails.map((mail) => ({ ...mail, by: null })),
  );
  return Promise.all(
    entries.map(async ({ value, ...mail }): Promise<MailAnswer> => {
      const items = (await reader.all(ITEMS_OF, [mail.id])).map(itemOf);
      const { id, person, way, entity, state, at, due, sentAt, tries, reason } = mail;
      return {
        ...{ id, way, state, at, tries, reason, sent_at: sentAt, due: state === 'waiting' ? due : null },
        person: titled(person, titles.get(person)),
        entity: entity === '' ? null : entity,
        record: value === null ? null : titled(value.id, value.title),
        kinds: [...new Set(items.map(({ kind }) => kind))],
      };
    }),
  );
}

function titled(id: string, title: string | undefined): ReferenceValue {
  return title === undefined ? { id } : { id, title };
}

/** What a mail says, in the language of its reader, with what the caller may read; null where there is no such mail, or nobody to read it. */
export async function previewMail(services: RecordServices, caller: Caller, id: string): Promise<MailToSend | null> {
  const { context } = services;
  const reader = context.db.read;
  const [row] = await reader.all(ONE, [id]);
  const mail = row === undefined ? null : mailOf(row);
  const me = mail === null ? undefined : (await peopleLoader(context)(reader, [mail.person])).get(mail.person);
  if (mail === null || me === undefined) return null;
  const items = (await reader.all(ITEMS_OF, [id])).map(itemOf);
  const zone = (await zonesOf(reader, [me.id]))(me.id);
  return toSend(mail, { to: me, zone }, await entriesFor(services, caller, items));
}
