import { holds, type CountedRecords, type Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { all, column, FALSE, join, raw, recalled, sql, table, value, valuesOf } from '../../storage/sql/sql.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import type { Context } from '../context/context.ts';
import { conditionOf } from '../views/conditions.ts';
import { countSql } from '../views/count-sql.ts';
import { fewReadable } from '../views/few-readable.ts';
import type { View } from '../views/view.ts';
import { calendarRow, ofShown, shownCalendars, shownTimers, type ShownCalendar } from './lists/shown-timers.ts';

/** What entries are put in order by: when it is tried next, the name of the timer, and the record. */
export type DueKey = readonly [next: string, transition: string, record: string];

/** Which entries of one entity are asked for. */
export interface Asked {
  readonly context: Context;
  readonly reader: Reader;
  readonly view: View;
  readonly scope: Scope;
  /** Only what comes after this one. */
  readonly after: DueKey | null;
  readonly size: number;
}

/** The columns of an index of the timers, in its order. */
const KEY = ['entity', 'next', 'transition', 'record'].map((name) => column('x', name));
const PLACED = raw('t."trashed_at" IS NULL');

/** The timers of the records of one entity that come first, as rows of `_timer`. */
export async function timersOfEntity(asked: Asked): Promise<readonly Row[]> {
  const { context, reader, view, scope, after, size } = asked;
  const { entity, rights } = view;
  const shown = ofShown(shownTimers(context, entity, rights));
  if (shown === FALSE) return [];
  // as one range of the index: where `entity` is compared by `=`, SQLite may go through the timers of all entities
  const from = [entity.id, ...(after ?? [''])];
  const columns = KEY.slice(0, from.length);
  const inRange = all([
    sql`(${join(columns, ', ')}) > (${join(from.map(value), ', ')})`,
    sql`x."entity" <= ${value(entity.id)}`,
  ]);
  const running = all([sql`x."next" IS NOT NULL`, shown]);
  const selected = raw('x."record", x."transition", x."entity", x."due", x."next", x."tried", x."stuck"');
  const inOrder = sql` ORDER BY ${join(KEY, ', ')}${raw(` LIMIT ${size}`)}`;
  const timers = table('_timer');
  const records = sql`${table(entity.id)} t`;
  // few records are looked up one by one, of many the first ones are met soon among the timers in their order
  const few = await fewReadable(reader, view, scope);
  const statement =
    few === null
      ? sql`SELECT ${selected} FROM ${timers} x CROSS JOIN ${records}
          WHERE t."id" = x."record" AND ${all([inRange, running, PLACED, view.ranges?.scan ?? view.rows])}${inOrder}`
      : sql`WITH h AS MATERIALIZED (${few}), x AS MATERIALIZED (
          SELECT ${selected} FROM h CROSS JOIN ${records} CROSS JOIN ${timers} x
          WHERE t."id" = h."id" AND x."record" = h."id" AND ${running})
          SELECT * FROM x WHERE ${inRange}${inOrder}`;
  return reader.all(statement, valuesOf(statement, scope));
}

/** A row of `_timer` for all records to which the calendar of a reaction comes, and how many these are. */
export interface ComingRow {
  readonly row: Row;
  /** Null: it comes once, to no record. */
  readonly records: CountedRecords | null;
}

/** When the calendars of reactions come next, with the entity in the place of the record; none that come to no record as it is now. */
export async function comingRows(asked: Asked): Promise<readonly ComingRow[]> {
  const { context, reader, view, scope, after } = asked;
  const { entity, rights } = view;
  const found: ComingRow[] = [];
  for (const calendar of shownCalendars(context, entity, rights)) {
    const { reaction } = calendar;
    const row = await calendarRow(reader, entity, reaction);
    if (row === undefined || !comes(row) || !isAfter(keyOf({ ...row, record: entity.id }), after)) continue;
    const isMeant = !reaction.once || holds(reaction.when, { ...scope, user: null }) === true;
    const records = reaction.once ? null : await coming(asked, calendar);
    if (isMeant && records?.total !== 0) found.push({ row: { ...row, entity: entity.id, record: entity.id }, records });
  }
  return found;
}

const MOST_COUNTED = 10_000;

/** How many records that somebody may read have a calendar coming to them, as they are now. */
async function coming(
  { context, reader, view: { entity, rows, ranges }, scope }: Asked,
  { reaction, shown }: ShownCalendar,
): Promise<CountedRecords> {
  const where = all([PLACED, ranges?.scan ?? rows, shown, conditionOf(context, entity, 't', reaction.when)]);
  const statement = sql`SELECT ${countSql(sql`FROM ${table(entity.id)} t WHERE ${where}`, MOST_COUNTED + 1)} AS n`;
  const [counted] = (await recalled(reader, statement, valuesOf(statement, scope))).rows;
  const total = Number(counted?.['n'] ?? 0);
  return total > MOST_COUNTED ? { total: MOST_COUNTED, total_is: 'at_least' } : { total, total_is: 'exact' };
}

/** Year 9999 stands for a calendar that comes no more. */
function comes({ next }: Row): boolean {
  return typeof next === 'string' && next < '9999-12-31';
}

export function keyOf(row: Row): DueKey {
  return [String(row['next']), String(row['transition']), String(row['record'])];
}

function isAfter(key: DueKey, after: DueKey | null): boolean {
  return after === null || compareKeys(key, after) > 0;
}

export function compareKeys(one: DueKey, other: DueKey): number {
  const at = one.findIndex((text, index) => text !== other[index]);
  return at === -1 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}
