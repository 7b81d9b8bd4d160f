import type { Node, Type } from '@ninefold/model';
import { type Context, freshAlias, type Value } from './context.ts';
import { SqlRefused } from './refused.ts';
import { itemValue, rowsOf, select } from './rows.ts';
import { column, name, sql } from '../sql/sql.ts';
import { plainValue, valueOf } from './values.ts';

const NUMBER: Type = { kind: 'number' };
const DATE: Type = { kind: 'date' };

/** `workdays(a, b, closed)`: Mondays to Fridays, less those of the closed days, each once, that are such. */
export function workdays([from, to, closed]: readonly Node[], context: Context): Value {
  if (!from || !to) throw new SqlRefused('function', 'workdays');
  const { dialect } = context;
  const days = [valueOf(from, context), valueOf(to, context)] as const;
  const guards = days.flatMap((day) => day.guards);
  const all = plainValue(NUMBER, dialect.call('workdays', NUMBER, days), guards);
  if (!closed) return all;
  const rows = rowsOf(closed, context);
  const item = itemValue(rows);
  const [first, last] = ['min', 'max'].map((fn) => dialect.call(fn, DATE, days));
  const within = first && last ? [sql`${item.sql} >= ${first}`, sql`${item.sql} <= ${last}`] : [];
  const alias = freshAlias(context);
  const day = plainValue(DATE, column(alias, 'day'));
  const isWorkday = plainValue(NUMBER, dialect.call('workdays', NUMBER, [day, day]));
  const count = dialect.aggregate('sum', isWorkday);
  const free = sql`(SELECT ${count.sql} FROM (SELECT ${isWorkday.sql} AS "v" FROM (${select(sql`DISTINCT ${item.sql} AS "day"`, rows, within)}) AS ${name(alias)}) AS "l")`;
  const less = { ...plainValue(NUMBER, free), scale: count.scale };
  const signed = sql`CASE WHEN ${days[0].sql} <= ${days[1].sql} THEN ${dialect.call('sub', NUMBER, [all, less])} ELSE ${dialect.call('add', NUMBER, [all, less])} END`;
  return plainValue(NUMBER, signed, [...guards, ...rows.guards]);
}
