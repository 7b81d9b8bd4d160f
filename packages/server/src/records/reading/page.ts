import type { ListAnswer, Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import type { Row } from '../../storage/sql-value.ts';
import { quoted } from '../../storage/names.ts';
import type { ListFilter } from './list-filter.ts';
import type { ListParams } from './list-params.ts';
import { afterSql, keyColumns, orderOfKeys, orderSql, type SortKey } from './list-sort.ts';
import { countSql } from './count-sql.ts';
import { countedParts, FEW } from './ranges.ts';
import { every, join, TRUE, wrap, type Found, type Sql } from './sql.ts';
import type { View } from './view.ts';

export const TOTAL_CAP = 10_000;

type Answer = readonly [readonly Row[], Total];

/** The page and the total, each asked for in the way that looks at fewest rows. */
export async function pageAndTotal(
  reader: Reader,
  view: View,
  { page, counting, parts, few }: ListFilter,
  keys: readonly SortKey[],
  params: ListParams,
  scope: Scope,
): Promise<Answer> {
  if (few && params.after === null && params.total !== 'none')
    return rowsAndTotal(reader, view, counting, keys, params, scope);
  const counted = await countedParts(reader, parts, scope);
  const total = totalOf(reader, counting, counted, params.total, scope);
  if (counted === null || params.total === 'none')
    return Promise.all([pageRows(reader, view, [page], keys, params, scope), total]);
  const way = Number((await total).total) <= FEW ? counted : [page];
  return [await pageRows(reader, view, way, keys, params, scope), await total];
}

/**
 * Finds the page first and looks up what it shows after, so that titles are read for its rows only. `parts` are the rows in
 * one part or several, none of which has a row of another: one is walked in the order, several are put in order.
 */
export async function pageRows(
  reader: Reader,
  view: View,
  parts: readonly Sql[],
  keys: readonly SortKey[],
  params: Pick<ListParams, 'after' | 'page' | 'size'>,
  scope: Scope,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const after of params.after === null ? [TRUE] : afterSql(keys, params.after)) {
    if (rows.length > params.size) break;
    const chosen = parts.map((part) =>
      join([wrap('SELECT ', keyColumns(keys), ` FROM ${quoted(view.entity.id)} t WHERE `), every([part, after])], ''),
    );
    const rowsInOrder =
      chosen.length > 1
        ? wrap('SELECT * FROM (', join(chosen, ' UNION ALL '), `) AS h ORDER BY ${orderOfKeys(keys, 'h')}`)
        : join([...chosen, orderSql(keys)], ' ORDER BY ');
    const statement = join(
      [wrap('WITH p AS MATERIALIZED (', rowsInOrder, `${limitOf(params)}) `), shownOf(view, keys, '')],
      '',
    );
    rows.push(...(await reader.all(statement.text, statement.values(scope))));
  }
  return rows.slice(0, params.size + 1);
}

function limitOf({ after, page, size }: Pick<ListParams, 'after' | 'page' | 'size'>): string {
  return ` LIMIT ${size + 1} OFFSET ${after === null ? (page - 1) * size : 0}`;
}

/** What is shown of the rows of `p`. */
function shownOf(view: View, keys: readonly SortKey[], more: string): Sql {
  const from = ` FROM p CROSS JOIN ${quoted(view.entity.id)} t WHERE t."id" = p."~k${keys.length - 1}"`;
  return wrap(`SELECT p.*, ${more}`, view.columns, `${from} ORDER BY ${orderOfKeys(keys, 'p')}`);
}

/** The page and how many there are, where they are few: each is looked at once. */
async function rowsAndTotal(
  reader: Reader,
  view: View,
  found: Found,
  keys: readonly SortKey[],
  params: ListParams,
  scope: Scope,
): Promise<Answer> {
  const page = `p AS MATERIALIZED (SELECT * FROM h ORDER BY ${orderOfKeys(keys, 'h')}${limitOf(params)})`;
  const shown = shownOf(view, keys, '(SELECT count(*) FROM h) AS "~total", ');
  const all = join([wrap('SELECT ', keyColumns(keys), ' FROM '), wrap('', found.from, ' WHERE '), found.where], '');
  const statement = join([wrap('WITH h AS MATERIALIZED (', all, `), ${page} `), shown], '');
  const rows = await reader.all(statement.text, statement.values(scope));
  const [first] = rows;
  return [
    rows,
    first ? asTotal(Number(first['~total']), params.total) : await totalOf(reader, found, null, params.total, scope),
  ];
}

type Total = Pick<ListAnswer, 'total' | 'total_is'>;

/** Exact up to the cap, beyond it "at least"; exact at any size only when asked for. `parts` are the same rows in several parts. */
export async function totalOf(
  reader: Reader,
  { from, where }: Found,
  parts: readonly Sql[] | null,
  kind: ListParams['total'],
  scope: Scope,
): Promise<Total> {
  if (kind === 'none') return { total: null, total_is: null };
  const rows = (parts ?? [where]).map((part) => join([wrap('FROM ', from, ' WHERE '), part], ''));
  const counts = rows.map((one) => countSql(one, kind === 'exact' ? null : TOTAL_CAP + 1));
  const statement = wrap('SELECT ', join(counts, ' + '), ' AS n');
  const [found] = await reader.all(statement.text, statement.values(scope));
  return asTotal(Number(found?.['n'] ?? 0), kind);
}

function asTotal(total: number, kind: ListParams['total']): Total {
  return kind === 'capped' && total > TOTAL_CAP
    ? { total: TOTAL_CAP, total_is: 'at_least' }
    : { total, total_is: 'exact' };
}
