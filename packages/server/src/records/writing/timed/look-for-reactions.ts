import { firedReaction, reactionTimer, timedReactions, timedTransitions, type Holder } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { failureOf, OtherSpecification } from '../../../storage/database/failure.ts';
import { argument, fromOne, sql } from '../../../storage/sql/sql.ts';
import { scopeOf } from '../../context/context.ts';
import type { FiringRound } from '../../context/records.ts';
import { systemCaller } from '../../context/system.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { followCalendar } from './follow-calendar.ts';
import { FAULT, keepStuck } from './fire-timer.ts';
import type { Standing, StandingRow } from './standing.ts';
import { watchClock } from './watch-clock.ts';

const ROWS = sql`SELECT t."transition", t."run", t."due", t."next", t."tried" ${fromOne('_timer', 'record', argument(0))}`;

/** Makes due what reactions find: those to the clock each minute, those with a calendar when its moment has come. */
export async function lookForReactions(
  services: RecordServices,
  { log, usersWith }: Pick<FiringRound, 'log'> & { readonly usersWith: Holder | undefined },
): Promise<void> {
  const { db, model } = services.context;
  for (const entity of Object.values(model.entities)) {
    if (timedReactions(entity).length === 0) continue;
    const rows = new Map<string | null, StandingRow>();
    for (const { transition, run, due, next, tried } of await db.read.all(ROWS, [entity.id]))
      rows.set(firedReaction(String(transition)), {
        ...{ run: String(run), due: String(due), next: String(next) },
        tried: tried === null ? null : String(tried),
      });
    for (const [index, reaction] of timedReactions(entity).entries()) {
      const caller = systemCaller(model, { kind: 'reaction', name: reaction.id }, usersWith);
      const rank = timedTransitions(entity).length + index;
      await lookSafely(services, { entity, reaction, rank, caller, row: rows.get(reaction.id) }, log);
    }
  }
}

/** What the database has no time for is tried again in the next round. A fault keeps nothing else from being looked at. */
async function lookSafely(services: RecordServices, standing: Standing, log: FiringRound['log']): Promise<void> {
  const { entity, reaction, row } = standing;
  const scope = scopeOf(services.context, standing.caller);
  try {
    await (reaction.turnedBy === 'clock' ? watchClock : followCalendar)(services, standing, scope);
  } catch (error) {
    if (error instanceof OtherSpecification) throw error;
    const cause = error instanceof Refusal ? (error.cause ?? error) : error;
    log(`Nobody could look for the reaction ${reaction.id} of ${entity.id}: ${String(cause)}`);
    if (failureOf(services.context.db.dialect.violation(cause)) !== null || row === undefined) return;
    const timer = { entity: entity.id, record: entity.id, transition: reactionTimer(reaction), rank: standing.rank };
    await keepStuck(services, { ...timer, next: row.next }, FAULT);
  }
}
