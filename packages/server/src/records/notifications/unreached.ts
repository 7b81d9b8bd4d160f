import { argument, sql } from '../../storage/sql/sql.ts';
import type { Context } from '../context/context.ts';
import type { UnreachedPerson } from '../context/mail.ts';
import { mailOf, SELECTED_MAIL, type StoredMail } from './mail-rows.ts';

/** The last mail to a person of which it is known what became of it. */
const LAST_TRIED = sql`${SELECTED_MAIL} WHERE m."person" = ${argument(0)} AND m."state" IN ('sent', 'refused', 'given_up', 'bounced')
  ORDER BY m."id" DESC LIMIT 1`;

/** Those of these people whom the last mail to them did not reach: their address is wrong or full, until one arrives again. */
export async function unreachedOf({ db }: Context, people: readonly string[]): Promise<readonly UnreachedPerson[]> {
  const rows = await Promise.all(people.map((person) => db.read.all(LAST_TRIED, [person])));
  return rows.flat().map(mailOf).flatMap(unreached);
}

function unreached({ person, state, reason }: StoredMail): readonly UnreachedPerson[] {
  return state === 'refused' || state === 'given_up' || state === 'bounced' ? [{ id: person, state, reason }] : [];
}
