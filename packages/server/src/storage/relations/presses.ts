import { cyclesOf, type Entity, type PressList } from '@ninefold/model';
import { literal } from '../sql/names.ts';
import { join, raw, sql, tableWith, type Sql } from '../sql/sql.ts';
import type { OfRecords } from './of-records.ts';

/**
 * The presses of a transition that count: made since the last transition of their record in the same life cycle, and not withdrawn. Rows `record`, `by`,
 * `for` (null: for themselves), `through` (the person whose deputy pressed, or null), `at`, and `first` and `event`, by which they are in order.
 */
export function standingPresses(owner: Entity, transition: string, of: OfRecords): Sql {
  const entity = owner.id;
  const history = tableWith('_history', [...of.only, { column: 'kind', among: ['press', 'withdraw', 'transition'] }]);
  const fired = sql`SELECT max(f."version") FROM ${history} AS f WHERE f."entity" = ${raw(literal(entity))} AND f."record" = h."record" AND f."kind" = 'transition'${moving(owner, transition)}`;
  const events = sql`SELECT "record", "by", "for", "through", "version", "id", "kind", "at" FROM ${history} AS h WHERE "entity" = ${raw(literal(entity))} AND ${of.condition} AND "transition" = ${raw(literal(transition))} AND "kind" IN ('press', 'withdraw') AND "version" >= coalesce((${fired}), 0)`;
  const standing = sql`sum(CASE "kind" WHEN 'press' THEN 1 ELSE -1 END) > 0`;
  return sql`SELECT "record", "by", "for", "through", max("at") AS "at", min("version") AS "first", max("id") AS "event" FROM (${events}) AS "presses" WHERE "by" IS NOT NULL GROUP BY "record", "by", "for", "through" HAVING ${standing}`;
}

/** A transition of another life cycle leaves the presses as they are. */
function moving(owner: Entity, transition: string): Sql {
  const others = cyclesOf(owner).filter(({ lifecycle }) => !Object.hasOwn(lifecycle.transitions, transition));
  const names = others.flatMap(({ lifecycle }) => Object.keys(lifecycle.transitions));
  if (names.length === 0) return sql``;
  const listed = names.map((name) => raw(literal(name)));
  return sql` AND f."transition" NOT IN (${join(listed, ', ')})`;
}

/** The same as people: rows `record`, `id` of who pressed (and whose deputy did) or for whom, `first` and `event`. */
export function pressedPeople(entity: Entity, { kind, transition }: PressList, of: OfRecords): Sql {
  if (kind === 'escalated') return escalatedPeople(entity.id, transition, of);
  const standing = standingPresses(entity, transition, of);
  if (kind === 'for')
    return sql`SELECT "record", coalesce("for", "by") AS "id", "first", "event" FROM (${standing}) AS "standing"`;
  const both = sql`(SELECT 1 AS "one" UNION ALL SELECT 0) AS "both"`;
  return sql`SELECT "record", CASE WHEN "one" = 1 THEN "by" ELSE "through" END AS "id", "first", "event" FROM (${standing}) AS "standing" CROSS JOIN ${both} WHERE "one" = 1 OR "through" IS NOT NULL`;
}

/** Those who had not pressed in time, where the timer of the escalation has fired since the record entered its state. */
function escalatedPeople(entity: string, transition: string, of: OfRecords): Sql {
  const named = raw(literal(transition));
  const fired = sql`SELECT 1 FROM ${tableWith('_timer', of.only)} AS e WHERE e."record" = h."record" AND e."transition" = ${named} AND e."next" IS NULL`;
  return sql`SELECT "record", "for" AS "id", "version" AS "first", "id" AS "event" FROM ${tableWith('_history', [...of.only, { column: 'kind', among: ['escalate'] }])} AS h WHERE "entity" = ${raw(literal(entity))} AND ${of.condition} AND "transition" = ${named} AND "kind" = 'escalate' AND EXISTS (${fired})`;
}
