import { literal } from '../../../storage/names.ts';

/** Takes a list of ids, which `ids` selects; gives `record`, one of them, and the `id` of each who fired the transition, the first to do so first. */
export function didSql(entity: string, transition: string, ids: string): string {
  const fired = `SELECT "record", "by" AS "id", min("version") AS "first", min("id") AS "event" FROM "_history" WHERE "entity" = ${literal(entity)} AND "transition" = ${literal(transition)} AND "by" IS NOT NULL AND "record" IN (${ids}) GROUP BY "record", "by"`;
  return `SELECT "record", "id" FROM (${fired}) AS "fired" ORDER BY "record", "first", "event"`;
}
