import { quoted } from '../names.ts';
import type { KeptColumn } from './kept-column.ts';

/** The value that belongs into the row whose first reference is `from`, as a statement in brackets. */
export function valueSql({ steps }: KeptColumn, from: string): string {
  return `(${selectSql(steps.slice(1), from)})`;
}

/** The statement itself: a join from what `from` names to where the value stands. */
export function selectSql(steps: KeptColumn['steps'], from: string): string {
  const joins = steps.map(({ entity }, index) => {
    const table = `${quoted(entity)} AS k${String(index)}`;
    const before = steps[index - 1];
    return before === undefined
      ? table
      : `JOIN ${table} ON k${String(index)}."id" = k${String(index - 1)}.${quoted(before.column)}`;
  });
  const last = steps.length - 1;
  return `SELECT k${String(last)}.${quoted(steps[last]?.column ?? '')} FROM ${joins.join(' ')} WHERE k0."id" = ${from}`;
}

/** Corrects the rows that a record is looked through from: the one whose id is `id`, of the entity of the step at `place`. */
export function correctSql(column: KeptColumn, place: number, id: string): string {
  return `UPDATE ${refillSql(column)} AND ${backSql(column, place, id)}`;
}

/** Corrects all rows. */
export function fillSql(column: KeptColumn): string {
  return `UPDATE ${refillSql(column)}`;
}

function refillSql(column: KeptColumn): string {
  const [first] = column.steps;
  const value = valueSql(column, `${quoted(column.entity)}.${quoted(first?.column ?? '')}`);
  const name = quoted(column.name);
  return `${quoted(column.entity)} SET ${name} = ${value} WHERE ${name} IS DISTINCT FROM ${value}`;
}

/** The rows of the first entity from which a path comes through a record. */
function backSql({ steps }: KeptColumn, place: number, id: string): string {
  let ids = `= ${id}`;
  for (let at = place - 1; at > 0; at -= 1) {
    const step = steps[at];
    ids = `IN (SELECT "id" FROM ${quoted(step?.entity ?? '')} WHERE ${quoted(step?.column ?? '')} ${ids})`;
  }
  return `${quoted(steps[0]?.column ?? '')} ${ids}`;
}
