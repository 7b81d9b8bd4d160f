import type { ListAnswer, Scope } from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import type { Recalled } from '../../../storage/sql/source.ts';
import type { Row } from '../../../storage/sql/sql-value.ts';
import {
  all,
  asCount,
  join,
  raw,
  recalled,
  resultColumn,
  sql,
  table,
  TRUE,
  value,
  valuesOf,
  type Sql,
} from '../../../storage/sql/sql.ts';
import type { ListFilter } from './list-filter.ts';
import type { ListParams } from './list-params.ts';
import { afterSql, keyColumns, orderOfKeys, orderSql, type SortKey } from './list-sort.ts';
import { countSql } from '../../views/count-sql.ts';
import { countedParts, FEW, notedAmount } from '../../views/ranges.ts';
import { notedPace } from '../../views/noted-pace.ts';
import type { Found } from '../../views/conditions.ts';
import type { View } from '../../views/view.ts';

export const TOTAL_CAP = 10_000;

/** The rows of a page, and how many there are in all. */
export type Answer = readonly [rows: readonly Row[], total: CountedTotal];

/**
 * The page and the total, each asked for in the way that looks at fewest rows. The total comes first: few rows are all found in
 * the way that counted them and sorted, of many the first ones are met soon by going through all in the order. Both are asked for
 * at once where the condition found few or many rows when it was counted last.
 */
export async function pageAndTotal(
  reader: Reader,
  view: View,
  {
    listFilter: { page, counting, parts, few },
    keys,
    params,
    scope,
  }: {
    readonly listFilter: ListFilter;
    readonly keys: readonly SortKey[];
    readonly params: ListParams;
    readonly scope: Scope;
  },
): Promise<Answer> {
  const amount = notedAmount(view, counting.where, scope);
  const isTogether = few || (amount.last === 'few' && reader.recall !== undefined);
  if (isTogether && params.after === null && params.total !== 'none') {
    const answer = await rowsAndTotal(reader, view, { found: counting, keys, params, scope });
    amount.note(isUpTo(answer[1], FEW) ? 'few' : 'many');
    return answer;
  }
  const counted = await countedParts(reader, parts, scope);
  const totalAsked = totalOf(reader, counting, { parts: counted, kind: params.total, scope });
  if (amount.last === 'many') {
    const [found, total] = await Promise.all([
      pageRows(reader, view, { parts: [page], keys, params, scope }),
      totalAsked,
    ]);
    if (isUpTo(total, FEW)) amount.note(counted === null ? 'few' : null);
    return withTotal(found, total);
  }
  const total = await totalAsked;
  const isFew = isUpTo(total, FEW);
  if (total.total !== null && (!isFew || counted === null)) amount.note(isFew ? 'few' : 'many');
  if (isFew && params.after === null) {
    const sets = (counted ?? [counting.where]).map((where) => ({ from: counting.from, where }));
    return [total.total === 0 ? [] : await sortedRows(reader, view, { sets, keys, params, scope }), total];
  }
  const way = isFew && counted !== null ? counted : [page];
  return withTotal(await pageRows(reader, view, { parts: way, keys, params, scope }), total);
}

/** A page with its total, and what both have saved. */
export function withTotal({ rows, savedMs }: Recalled, total: CountedTotal): Answer {
  return [rows, { ...total, savedMs: total.savedMs + savedMs }];
}

/**
 * Finds the page first and looks up what it shows after, so that titles are read for its rows only. `parts` are the rows in
 * one part or several, none of which has a row of another: one is scanned in the order, several are sorted. Where that has
 * taken long once, the keys of the page are recalled.
 */
export async function pageRows(reader: Reader, view: View, page: Page): Promise<Recalled> {
  const { keys, scope } = page;
  return inOrder(view, page, async (found) => {
    const pace = notedPace(view, found);
    if (pace.isSlow && reader.recall !== undefined) {
      const { rows, savedMs } = await reader.recall(found, valuesOf(found, scope));
      return {
        rows: rows.length === 0 ? [] : await keyedRows(reader, view, { keys, found: rows, filter: TRUE, scope }),
        savedMs,
      };
    }
    const statement = sql`WITH p AS MATERIALIZED (${found}) ${shownOf(view, keys)}`;
    const began = performance.now();
    const rows = await reader.all(statement, valuesOf(statement, scope));
    pace.note(performance.now() - began);
    return { rows, savedMs: 0 };
  });
}

/** The sort keys of the same rows alone: what is shown of them can be read some at a time, with `keyedRows`. */
export async function pageKeys(reader: Reader, view: View, page: Page): Promise<readonly Row[]> {
  const { rows } = await inOrder(view, page, async (found) => {
    return { rows: await reader.all(found, valuesOf(found, page.scope)), savedMs: 0 };
  });
  return rows;
}

/** What is shown of rows whose sort keys `pageKeys` has read, in their order, as far as they still pass the filter. */
export function keyedRows(
  reader: Reader,
  view: View,
  {
    keys,
    found,
    filter,
    scope,
  }: {
    readonly keys: readonly SortKey[];
    readonly found: readonly Row[];
    readonly filter: Sql;
    readonly scope: Scope;
  },
): Promise<readonly Row[]> {
  const ids = found.map((row) => String(keys.at(-1)?.column.read(row)));
  const listed = raw(reader.dialect.items('found'), value(reader.dialect.list(ids)));
  const named = sql`t."id" IN (SELECT "value" FROM ${listed})`;
  const rows = sql`SELECT ${keyColumns(keys)} FROM ${table(view.entity.id)} t WHERE ${all([named, filter])}`;
  const statement = sql`WITH p AS MATERIALIZED (${rows}) ${shownOf(view, keys)}`;
  return reader.all(statement, valuesOf(statement, scope));
}

/** What a page is taken from. */
interface Page {
  /** The rows `t`, of which the parts are; all records of the entity where it is left out. */
  readonly from?: Sql;
  readonly parts: readonly Sql[];
  readonly keys: readonly SortKey[];
  readonly params: Pick<ListParams, 'after' | 'page' | 'size'>;
  readonly scope: Scope;
}

async function inOrder(
  view: View,
  { from = sql`${table(view.entity.id)} t`, parts, keys, params }: Page,
  read: (found: Sql) => Promise<Recalled>,
): Promise<Recalled> {
  const rows: Row[] = [];
  let savedMs = 0;
  for (const after of params.after === null ? [TRUE] : afterSql(keys, params.after)) {
    if (rows.length > params.size) break;
    const chosen = parts.map((part) => sql`SELECT ${keyColumns(keys)} FROM ${from} WHERE ${all([part, after])}`);
    const rowsInOrder =
      chosen.length > 1
        ? sql`SELECT * FROM (${join(chosen, ' UNION ALL ')}) AS h ORDER BY ${orderOfKeys(keys, 'h')}`
        : join([...chosen, orderSql(keys)], ' ORDER BY ');
    const found = await read(sql`${rowsInOrder}${limitOf(params)}`);
    rows.push(...found.rows);
    savedMs += found.savedMs;
  }
  return { rows: rows.slice(0, params.size + 1), savedMs };
}

function limitOf({ after, page, size }: Pick<ListParams, 'after' | 'page' | 'size'>): Sql {
  return raw(` LIMIT ${size + 1} OFFSET ${after === null ? (page - 1) * size : 0}`);
}

/** What is shown of the rows of `p`, whose last key is the id. */
function shownOf(view: View, keys: readonly SortKey[]): Sql {
  const columns = join([raw('p.*'), view.columns], ', ');
  const id = sql`p.${keys.at(-1)?.column.name ?? raw('"id"')}`;
  return sql`SELECT ${columns} FROM p CROSS JOIN ${table(view.entity.id)} t WHERE t."id" = ${id} ORDER BY ${orderOfKeys(keys, 'p')}`;
}

/** How many rows `h` there are. */
const TOTAL = resultColumn('total', sql`(SELECT count(*) FROM h)`, asCount);

/** Rows that are all found and sorted, for one page of them. No row is in two of the sets. */
interface Sorted extends Pick<Page, 'keys' | 'params' | 'scope'> {
  readonly sets: readonly Found[];
}

/** The page of few rows. */
function sortedRows(reader: Reader, view: View, { sets, keys, params, scope }: Sorted): Promise<readonly Row[]> {
  const page = sql`p AS MATERIALIZED (SELECT * FROM h${inPage(keys, params)})`;
  const statement = sql`WITH ${hits(sets, keys)}, ${page} ${shownOf(view, keys)}`;
  return reader.all(statement, valuesOf(statement, scope));
}

function hits(sets: readonly Found[], keys: readonly SortKey[]): Sql {
  const rows = sets.map(({ from, where }) => sql`SELECT ${keyColumns(keys)} FROM ${from} WHERE ${where}`);
  return sql`h AS MATERIALIZED (${join(rows, ' UNION ALL ')})`;
}

function inPage(keys: readonly SortKey[], params: Page['params']): Sql {
  return sql` ORDER BY ${orderOfKeys(keys, 'h')}${limitOf(params)}`;
}

/** The page and the total, for few rows: they are found once, and those of the page are looked up. */
async function rowsAndTotal(
  reader: Reader,
  view: View,
  {
    found,
    keys,
    params,
    scope,
  }: Omit<Sorted, 'sets' | 'params'> & { readonly found: Found; readonly params: ListParams },
): Promise<Answer> {
  const statement = sql`WITH ${hits([found], keys)} SELECT h.*, ${TOTAL.selected} FROM h${inPage(keys, params)}`;
  const { rows, savedMs } = await recalled(reader, statement, valuesOf(statement, scope));
  const [first] = rows;
  return [
    first ? await keyedRows(reader, view, { keys, found: rows, filter: TRUE, scope }) : [],
    first
      ? { ...asTotal(TOTAL.read(first), params.total), savedMs }
      : await totalOf(reader, found, { parts: null, kind: params.total, scope }),
  ];
}

type Total = Pick<ListAnswer, 'total' | 'total_is'>;

function isUpTo({ total }: Total, most: number): boolean {
  return total !== null && total <= most;
}

/** A total, and the ms that a remembered one took when it was counted. */
interface CountedTotal extends Total {
  readonly savedMs: number;
}

/** Exact up to the cap, beyond it "at least"; exact at any size only when asked for. `parts` are the same rows in several parts. */
export async function totalOf(
  reader: Reader,
  { from, where }: Found,
  {
    parts,
    kind,
    scope,
  }: { readonly parts: readonly Sql[] | null; readonly kind: ListParams['total']; readonly scope: Scope },
): Promise<CountedTotal> {
  if (kind === 'none') return { total: null, total_is: null, savedMs: 0 };
  const rows = (parts ?? [where]).map((part) => sql`FROM ${from} WHERE ${part}`);
  const counts = rows.map((one) => countSql(one, kind === 'exact' ? null : TOTAL_CAP + 1));
  const statement = sql`SELECT ${join(counts, ' + ')} AS n`;
  const { rows: counted, savedMs } = await recalled(reader, statement, valuesOf(statement, scope));
  return { ...asTotal(Number(counted[0]?.['n'] ?? 0), kind), savedMs };
}

function asTotal(total: number, kind: ListParams['total']): Total {
  return kind === 'capped' && total > TOTAL_CAP
    ? { total: TOTAL_CAP, total_is: 'at_least' }
    : { total, total_is: 'exact' };
}
