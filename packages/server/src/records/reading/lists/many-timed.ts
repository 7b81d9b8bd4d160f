import type { Scope } from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import type { Recalled } from '../../../storage/sql/source.ts';
import type { Row } from '../../../storage/sql/sql-value.ts';
import { all, raw, recalled, sql, table, TRUE, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import type { View } from '../../views/view.ts';
import type { ManyRows } from './list-filter.ts';
import type { ListParams } from './list-params.ts';
import { afterSql, orderSql, type SortKey } from './list-sort.ts';
import { pageRows, totalOf, withTotal, type Answer } from './page.ts';

interface Asked {
  readonly many: ManyRows;
  readonly keys: readonly SortKey[];
  readonly params: ListParams;
  readonly scope: Scope;
}

/** The page and the total of rows that many timers leave. */
export async function pageAndTotalOfMany(reader: Reader, view: View, asked: Asked): Promise<Answer> {
  const { many, params, scope } = asked;
  const [found, total] = await Promise.all([
    pageOfMany(reader, view, asked),
    totalOf(reader, many, { parts: null, kind: params.total, scope }),
  ]);
  return withTotal(found, total);
}

/**
 * Most often the first rows in the order of the list hold the page. Where they do not, such as in an order that goes with the moments of
 * the timers, all that the timers leave are found and sorted.
 */
async function pageOfMany(reader: Reader, view: View, { many, keys, params, scope }: Asked): Promise<Recalled> {
  const rows: Row[] = [];
  let savedMs = 0;
  const isFull = (more: readonly Row[]): boolean => rows.length + more.length > params.size;
  const read = async (from: Sql, where: Sql): Promise<readonly Row[]> => {
    const place = { size: params.size, after: null, page: params.after === null ? params.page : 1 };
    const found = await pageRows(reader, view, { from, parts: [where], keys, params: place, scope });
    savedMs += found.savedMs;
    return found.rows;
  };
  for (const after of params.after === null ? [TRUE] : afterSql(keys, params.after)) {
    if (isFull([])) break;
    const soon = await read(firstRows(view, { many, after, keys }), many.timed);
    rows.push(...(isFull(soon) ? soon : await read(...(await wayToAll(reader, view, { many, after, scope })))));
  }
  return { rows: rows.slice(0, params.size + 1), savedMs };
}

function firstRows(
  { entity }: View,
  { many, after, keys }: Pick<Asked, 'many' | 'keys'> & { readonly after: Sql },
): Sql {
  const found = sql`SELECT t.* FROM ${table(entity.id)} t WHERE ${all([many.else, after])}`;
  return sql`(${found} ORDER BY ${orderSql(keys)} LIMIT ${raw(String(many.first))}) AS t`;
}

/** By the timers, unless most of the records have one in the span: then a scan passes few that have none. */
async function wayToAll(
  reader: Reader,
  { entity }: View,
  { many, after, scope }: Pick<Asked, 'many' | 'scope'> & { readonly after: Sql },
): Promise<[from: Sql, where: Sql]> {
  const own = table(entity.id);
  const statement = sql`SELECT (SELECT count(*) FROM (${many.ids}) AS "ids") AS timers, (SELECT count(*) FROM ${own} AS t) AS records`;
  const [counted] = (await recalled(reader, statement, valuesOf(statement, scope))).rows;
  const isMost = Number(counted?.['timers']) * 3 > Number(counted?.['records']) * 2;
  return isMost ? [sql`${own} t`, all([many.else, after, many.timed])] : [many.from, all([many.where, after])];
}
