import type { CallFailure } from '@ninefold/model';
import { argument, raw, sql } from '../../storage/sql/sql.ts';
import type { Context } from '../context/context.ts';
import type { Waking } from '../context/out-calls.ts';
import { callOf, CALL_ROWS, SELECT_CALLS } from './rows.ts';

/** What failed shorter ago is not tried early, so that a receiver that comes and goes does not use up the tries of what waits for it. */
const RESTED_MS = 600_000;
/** So many are looked at: those that would be tried soonest. */
const LOOKED_AT = 100;

const WAITING = sql`${SELECT_CALLS} WHERE t."call" = ${argument(0)} AND t."next" > ${argument(1)} AND t."tries" > 0
  ORDER BY t."next" LIMIT ${raw(String(LOOKED_AT))}`;
const NOW = sql`UPDATE ${CALL_ROWS} SET "next" = ${argument(0)} WHERE "id" = ${argument(1)} AND "next" > ${argument(2)}`;

/** The receiver was not there. What it refused by itself says nothing of the others. */
const AWAY: ReadonlySet<CallFailure | null> = new Set(['no_connection', 'no_answer']);
/** What stands before a receiver answers so while that is away. */
const AWAY_STATUS: ReadonlySet<number | null> = new Set([502, 503, 504]);

/** See `OutCalls.wake`. */
export async function wakeCalls({ db, clock }: Context, { call, answered, most }: Waking): Promise<number> {
  const now = clock();
  const here = new Set(answered.map(originOf));
  const rested = new Date(Date.parse(now) - RESTED_MS).toISOString();
  const waiting = (await db.read.all(WAITING, [call, now])).map(callOf);
  const woken = waiting
    .filter(({ failure, status }) => AWAY.has(failure) || AWAY_STATUS.has(status))
    .filter(({ tried, url }) => tried !== null && tried <= rested && here.has(originOf(url)))
    .slice(0, most);
  if (woken.length === 0) return 0;
  await db.write(async (tx) => {
    for (const { id } of woken) await tx.run(NOW, [now, id, now]);
  }, `call ${call}`);
  return woken.length;
}

/** Where a call goes, without its path; the whole where that cannot be read. */
function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}
