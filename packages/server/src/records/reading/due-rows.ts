import { holds, reactionTimer, type Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import {
  all,
  FALSE,
  isNotTrue,
  join,
  raw,
  recalled,
  sql,
  table,
  TRUE,
  value,
  valuesOf,
  type Sql,
} from '../../storage/sql/sql.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import type { Context } from '../context/context.ts';
import { conditionOf } from '../views/conditions.ts';
import { countSql } from '../views/count-sql.ts';
import { FEW } from '../views/ranges.ts';
import type { View } from '../views/view.ts';
import { calendarRow, ofShown, shownCalendars, shownTimers } from './lists/shown-timers.ts';

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

const PLACED = raw('t."trashed_at" IS NULL');

/** The timers of the records of one entity that come first, as rows of `_timer`. */
export async function timersOfEntity(asked: Asked): Promise<readonly Row[]> {
  const { context, reader, view, scope, after, size } = asked;
  const { entity, rights } = view;
  const shown = ofShown(shownTimers(context, entity, rights));
  if (shown === FALSE) return [];
  const running = all([
    sql`x."entity" = ${value(entity.id)}`,
    sql`x."next" IS NOT NULL`,
    after === null ? TRUE : sql`(x."next", x."transition", x."record") > (${join(after.map(value), ', ')})`,
    shown,
  ]);
  const selected = raw('x."record", x."transition", x."entity", x."due", x."next", x."tried", x."stuck"');
  const inOrder = raw(` ORDER BY x."next", x."transition", x."record" LIMIT ${size}`);
  const timers = table('_timer');
  const records = sql`${table(entity.id)} t`;
  // few records are looked up one by one, of many the first ones are met soon among the timers in their order
  const few = await fewRows(asked);
  const statement =
    few === null
      ? sql`SELECT ${selected} FROM ${timers} x CROSS JOIN ${records}
          WHERE t."id" = x."record" AND ${all([running, PLACED, view.ranges?.scan ?? view.rows])}${inOrder}`
      : sql`WITH h AS MATERIALIZED (${few}) SELECT ${selected} FROM h CROSS JOIN ${records} CROSS JOIN ${timers} x
          WHERE t."id" = h."id" AND x."record" = h."id" AND ${running}${inOrder}`;
  return reader.all(statement, valuesOf(statement, scope));
}

/** The records that may be read at all, as a statement of their ids; null where these are many. */
async function fewRows({ reader, view, scope }: Asked): Promise<Sql | null> {
  const { entity, rows, ranges } = view;
  if (rows === TRUE) return null;
  const parts = ranges?.disjuncts ?? [all([PLACED, rows])];
  const found = parts.map((part) => sql`FROM ${table(entity.id)} t WHERE ${part}`);
  const counts = found.map((one) => countSql(one, FEW + 1));
  const statement = sql`SELECT ${join(counts, ' + ')} AS n`;
  const [counted] = (await recalled(reader, statement, valuesOf(statement, scope))).rows;
  if (Number(counted?.['n'] ?? 0) > FEW) return null;
  return join(
    found.map((one) => sql`SELECT t."id" ${one}`),
    ' UNION ALL ',
  );
}

/** The records to which the calendars of reactions come next, each as a row of `_timer` would have it. */
export async function comingRows({ context, reader, view, scope, after, size }: Asked): Promise<readonly Row[]> {
  const { entity, rights } = view;
  const found: Row[] = [];
  for (const { reaction, shown } of shownCalendars(context, entity, rights)) {
    const row = reaction.once ? undefined : await calendarRow(reader, entity, reaction);
    if (!comes(row)) continue;
    const name = reactionTimer(reaction);
    const from = reached([String(row['next']), name, ''], after);
    if (from === null) continue;
    const own = sql`EXISTS (SELECT 1 FROM ${table('_timer')} x
      WHERE x."record" = t."id" AND x."transition" = ${value(name)} AND x."next" IS NOT NULL)`;
    const coming = all([
      PLACED,
      sql`t."id" > ${value(from)}`,
      view.ranges?.scan ?? view.rows,
      shown,
      conditionOf(context, entity, 't', reaction.when),
      isNotTrue(own),
    ]);
    const statement = sql`SELECT t."id" FROM ${table(entity.id)} t WHERE ${coming} ORDER BY t."id"${raw(` LIMIT ${size}`)}`;
    const records = await reader.all(statement, valuesOf(statement, scope));
    found.push(
      ...records.map(({ id }) => ({ ...row, entity: entity.id, record: id ?? null, tried: null, stuck: null })),
    );
  }
  return found;
}

/** The reactions of an entity whose calendar comes to none of its records, with the entity in the place of the record. */
export async function comingOnce({ context, reader, view, scope, after }: Asked): Promise<readonly Row[]> {
  const { entity, rights } = view;
  const found: Row[] = [];
  for (const { reaction } of shownCalendars(context, entity, rights)) {
    if (!reaction.once || holds(reaction.when, { ...scope, user: null }) !== true) continue;
    const row = await calendarRow(reader, entity, reaction);
    if (!comes(row)) continue;
    const from = reached([String(row['next']), reactionTimer(reaction), ''], after);
    if (from !== null && from < entity.id) found.push({ ...row, entity: entity.id, record: entity.id });
  }
  return found;
}

/** Year 9999 stands for a calendar that comes no more. */
function comes(row: Row | undefined): row is Row {
  return typeof row?.['next'] === 'string' && row['next'] < '9999-12-31';
}

/** After which record the entries of one moment and timer go on; null where all of them come before `after`. */
function reached([next, transition]: DueKey, after: DueKey | null): string | null {
  if (after === null || next > after[0] || (next === after[0] && transition > after[1])) return '';
  return next === after[0] && transition === after[1] ? after[2] : null;
}
