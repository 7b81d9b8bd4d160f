import type { Holder } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { OtherSpecification } from '../../../storage/database/failure.ts';
import { argument, raw, sql, table } from '../../../storage/sql/sql.ts';
import type { RecordServices } from '../../services/write-context.ts';
import type { FiringRound } from '../../context/records.ts';
import { scopeOf, withLimitsNow } from '../../context/context.ts';
import { followDatedLimits } from '../following/verify-timers.ts';
import { createUsersWith } from '../../people/people.ts';
import { FAULT, fireTimer, keepStuck, type DueTimer } from './fire-timer.ts';
import { inTurns } from './in-turns.ts';
import { lookForReactions } from './look-for-reactions.ts';

const PAGE = 200;

const DUE = sql`SELECT "record", "transition", "entity", "next", "rank" FROM ${table('_timer')}
  WHERE "next" <= ${argument(0)} AND "record" <> "entity" AND ("next", "record", "rank") > (${argument(1)}, ${argument(2)}, ${argument(3)})
  ORDER BY "next", "record", "rank" LIMIT ${raw(String(PAGE))}`;
const FIRST = sql`SELECT "next" FROM ${table('_timer')} WHERE "next" IS NOT NULL ORDER BY "next", "record", "rank" LIMIT 1`;

/** Where a round is: it goes forward only, so that a timer that is due again at once does not keep it from the others. */
type Place = readonly [next: string, record: string, rank: number];

/**
 * Fires what is due, the longest due first, each in a transaction of its own. Answers when something is due next: at once where the
 * round has taken its time; null where no timer runs.
 */
export async function fireTimers(services: RecordServices, round: FiringRound): Promise<string | null> {
  const { db, clock } = services.context;
  const now = clock();
  const model = { ...services.context.model, limits: withLimitsNow(services.context).limits };
  await followDatedLimits(db, model, scopeOf(services.context, null));
  const usersWith = await createUsersWith(services.context)();
  await lookForReactions(services, { log: round.log, usersWith });
  const until = performance.now() + round.mostMs;
  const isOver = (): boolean => round.isEnding() || performance.now() > until;
  for (let place: Place | null = ['', '', 0]; place !== null && !isOver(); ) {
    const rows: readonly DueTimer[] = (await db.read.all(DUE, [now, ...place])).map((row) => ({
      record: String(row['record']),
      transition: String(row['transition']),
      entity: String(row['entity']),
      next: String(row['next']),
      rank: Number(row['rank']),
    }));
    await inTurns(db.dialect.id, rows, isOver, (row) => fireSafely(services, row, { usersWith, log: round.log }));
    const last = rows.at(-1);
    place = rows.length < PAGE || last === undefined ? null : [last.next, last.record, last.rank];
  }
  const [first] = await db.read.all(FIRST, []);
  return typeof first?.['next'] === 'string' ? first['next'] : null;
}

/** What a database says that is busy, or away for a moment. */
const PASSING = new Set(['busy', 'away']);

/**
 * A timer whose firing is a fault of ours is told, kept as stuck, and keeps no other one from being fired. Where the database has no
 * time for it, it stays due.
 */
async function fireSafely(
  services: RecordServices,
  row: DueTimer,
  { usersWith, log }: Pick<FiringRound, 'log'> & { readonly usersWith: Holder | undefined },
): Promise<void> {
  try {
    await fireTimer(services, row, usersWith);
  } catch (error) {
    if (error instanceof OtherSpecification) throw error;
    const { entity, record, transition } = row;
    const cause = error instanceof Refusal ? (error.cause ?? error) : error;
    if (isPassing(services, cause)) return;
    log(`The timer ${transition} of ${entity} ${record} could not be fired: ${String(cause)}`);
    await keepStuck(services, row, FAULT).catch((reason: unknown) => {
      if (!isPassing(services, reason)) throw reason;
    });
  }
}

function isPassing({ context }: RecordServices, cause: unknown): boolean {
  return PASSING.has(context.db.dialect.violation(cause)?.kind ?? '');
}
