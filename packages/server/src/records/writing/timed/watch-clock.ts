import { reactionTimer, type Entity, type Scope } from '@ninefold/model';
import { argument, isNotTrue, raw, sql, table, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import { columnsGiven, deleteOf, insertInto } from '../../../storage/sql/writes.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { conditionOf } from '../../views/conditions.ts';
import { NO_MOMENT, WATCH, type Standing } from './standing.ts';

const MINUTE_MS = 60_000;
/** So many records are noticed in one transaction. */
const PAGE = 500;
const COLUMNS = columnsGiven(['record', 'transition', 'entity', 'rank', 'run', 'due', 'next']);
const LOOKED = sql`${insertInto('_timer', 'record', COLUMNS)}
  ON CONFLICT ("record", "transition") DO UPDATE SET "run" = excluded."run", "due" = excluded."due", "next" = excluded."next"`;
const NOTICE = sql`${insertInto('_timer', 'record', COLUMNS)} ON CONFLICT ("record", "transition") DO NOTHING`;
/** What another server has noticed anew meanwhile stays. */
const END = sql`${deleteOf('_timer', argument(0))} AND "transition" = ${argument(1)} AND "run" = ${argument(2)}`;

/**
 * Looks each minute for the records for which the condition of a reaction to the clock has turned true, and makes them due: a row of
 * `_timer` for each, which stays after it has fired, until the condition is false again. Rows whose moment lies ahead of a clock that
 * was set back stay too.
 */
export async function watchClock(services: RecordServices, standing: Standing, scope: Scope): Promise<void> {
  if (!isDue(standing.row?.next, scope.now)) return;
  const { entity, reaction, rank } = standing;
  const next = new Date((Math.floor(Date.parse(scope.now) / MINUTE_MS) + 1) * MINUTE_MS).toISOString();
  const looked = [entity.id, reactionTimer(reaction), entity.id, rank, scope.now, NO_MOMENT, next];
  await services.context.db.write((tx) => tx.run(LOOKED, looked), WATCH);
  await look(services, standing, scope);
}

/** A clock that was set back does not keep anybody from looking. */
function isDue(next: string | undefined, now: string): boolean {
  return next === undefined || next <= now || Date.parse(next) - Date.parse(now) > MINUTE_MS;
}

async function look({ context }: RecordServices, { entity, reaction, rank }: Standing, scope: Scope): Promise<void> {
  const { db } = context;
  const name = reactionTimer(reaction);
  const holds = conditionOf(context, entity, 't', reaction.when);
  const [turned, ended] = [turnedSql(entity, holds), endedSql(entity, holds)];
  for (let isMore = true; isMore; ) {
    const found = await db.survey(WATCH, async (reader) => ({
      turned: await reader.all(turned, valuesOf(turned, scope, [name])),
      ended: await reader.all(ended, valuesOf(ended, scope, [name, scope.now])),
    }));
    isMore = found.turned.length === PAGE || found.ended.length === PAGE;
    if (found.turned.length + found.ended.length === 0) return;
    await db.write(async (tx) => {
      for (const { record, run } of found.ended) tx.later(END, [String(record), name, String(run)]);
      for (const { id } of found.turned)
        tx.later(NOTICE, [String(id), name, entity.id, rank, scope.now, scope.now, scope.now]);
    }, WATCH);
  }
}

/** Records for which it holds and that nobody has noticed. */
function turnedSql({ id }: Entity, holds: Sql): Sql {
  const noticed = sql`SELECT 1 FROM ${table('_timer')} n WHERE n."record" = t."id" AND n."transition" = ${argument(0)}`;
  return sql`SELECT t."id" FROM ${table(id)} t WHERE t."trashed_at" IS NULL AND ${holds} AND NOT EXISTS (${noticed})
    ORDER BY t."id" LIMIT ${raw(String(PAGE))}`;
}

/** Noticed records for which it does not hold any more. Those in the trash rest. */
function endedSql({ id }: Entity, holds: Sql): Sql {
  return sql`SELECT n."record", n."run" FROM ${table('_timer')} n JOIN ${table(id)} t ON t."id" = n."record"
    WHERE n."transition" = ${argument(0)} AND n."run" <= ${argument(1)} AND t."trashed_at" IS NULL AND ${isNotTrue(holds)}
    ORDER BY n."record" LIMIT ${raw(String(PAGE))}`;
}
