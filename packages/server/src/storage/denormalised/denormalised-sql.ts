import { quoted } from '../sql/names.ts';
import { column as columnSql, join, raw, sql, table, type Sql } from '../sql/sql.ts';
import type { DenormalisedColumn } from './denormalised-column.ts';

/** The value that belongs into the row whose first reference is `from`, as a statement in brackets. */
export function valueSql({ steps }: DenormalisedColumn, from: Sql): Sql {
  return sql`(${selectSql(steps.slice(1), from)})`;
}

/** The statement itself: a join from what `from` names to where the value stands. */
export function selectSql(steps: DenormalisedColumn['steps'], from: Sql): Sql {
  const joins = steps.map(({ entity }, index) => {
    const before = steps[index - 1];
    const alias = `k${String(index)}`;
    const own = sql`${table(entity)} AS ${raw(alias)}`;
    if (before === undefined) return own;
    return sql`JOIN ${own} ON ${raw(`${alias}."id" = k${String(index - 1)}.${quoted(before.column)}`)}`;
  });
  const last = steps.length - 1;
  const value = raw(`k${String(last)}.${quoted(steps[last]?.column ?? '')}`);
  return sql`SELECT ${value} FROM ${join(joins, ' ')} WHERE k0."id" = ${from}`;
}

/** Corrects the rows that a record is looked through from: the one whose id is `id`, of the entity of the step at `place`. */
export function correctSql(column: DenormalisedColumn, place: number, id: string): string {
  return `UPDATE ${refillSql(column)} AND ${backSql(column, place, id)}`;
}

/** Corrects all rows. */
export function fillSql(column: DenormalisedColumn): string {
  return `UPDATE ${refillSql(column)}`;
}

function refillSql(column: DenormalisedColumn): string {
  const [first] = column.steps;
  const value = valueSql(column, columnSql(column.entity, first?.column ?? '')).text;
  const name = quoted(column.name);
  return `${quoted(column.entity)} SET ${name} = ${value} WHERE ${name} IS DISTINCT FROM ${value}`;
}

/** The rows of the first entity from which a path comes through a record. */
function backSql({ steps }: DenormalisedColumn, place: number, id: string): string {
  let ids = `= ${id}`;
  for (let at = place - 1; at > 0; at -= 1) {
    const step = steps[at];
    ids = `IN (SELECT "id" FROM ${quoted(step?.entity ?? '')} WHERE ${quoted(step?.column ?? '')} ${ids})`;
  }
  return `${quoted(steps[0]?.column ?? '')} ${ids}`;
}
