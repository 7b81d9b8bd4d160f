import { isUserSide, type Node, type Type } from '@ninefold/model';
import { equal, isFixed, type Leaf } from './comparisons.ts';
import { decide, isCertain } from './conditions.ts';
import { type Context, freshAlias, type Value } from './context.ts';
import { isFree, isNumber, paramItems } from './parameters.ts';
import { SqlRefused } from './refused.ts';
import { existsIn, itemValue, membersOf, type Rows, rowsOf, select, withItem } from './rows.ts';
import { all, any, isNotTrue, join, raw, type Sql, sql } from '../sql/sql.ts';
import { type CallNode, plainValue, valueOf } from './values.ts';

const NUMBER: Type = { kind: 'number' };
const DURATION: Type = { kind: 'duration' };

type Macro = Extract<Node, { readonly node: 'macro' }>;

/** `exists`, `exists_one` and `all`. */
export function quantified(node: Macro, wanted: boolean, context: Context): Sql {
  if (node.fn === 'exists_one') return one(node, wanted, context);
  if (node.fn !== 'exists' && node.fn !== 'all') throw new SqlRefused('function', node.fn);
  const rows = membersOf(node.list, context);
  const body = decide(node.body, wanted, withItem(context, node.variable, rows));
  const some = (node.fn === 'exists') === wanted;
  const found = some ? existsIn(rows, [body]) : sql`NOT ${existsIn(rows, [isNotTrue(body)])}`;
  return all([...rows.guards, found]);
}

/** Two are enough to refuse it; that it is one or none is known only where every item is decided. */
function one({ list, variable, body }: Macro, wanted: boolean, context: Context): Sql {
  const rows = rowsOf(list, context);
  const inside = withItem(context, variable, rows);
  const held = (count: string): Sql =>
    sql`(SELECT count(*) FROM (${select(raw('1'), rows, [decide(body, true, inside)])} LIMIT 2) AS "l") ${raw(count)}`;
  if (isCertain(body, context)) return all([...rows.guards, held(wanted ? '= 1' : '<> 1')]);
  const open = isNotTrue(any([decide(body, true, inside), decide(body, false, inside)]));
  const decided = sql`NOT ${existsIn(rows, [open])}`;
  const verdict = wanted ? all([held('= 1'), decided]) : any([held('= 2'), all([held('= 0'), decided])]);
  return all([...rows.guards, verdict]);
}

export function filledList(list: Node, context: Context): { readonly truth: Sql; readonly guards: readonly Sql[] } {
  const rows = membersOf(list, context);
  return { truth: existsIn(rows), guards: rows.guards };
}

export function listSize(list: Node, context: Context): Value {
  const rows = rowsOf(list, context);
  const { sql: count, scale } = context.dialect.counted(sql`(${select(raw('count(*)'), rows)})`);
  return plainValue(NUMBER, count, rows.guards, scale);
}

export function elementAt(fn: 'first' | 'last', list: Node, type: Type, context: Context): Value {
  const rows = rowsOf(list, context);
  const item = itemValue(rows);
  const way = raw(fn === 'first' ? 'ASC' : 'DESC');
  return plainValue(
    type,
    sql`(${select(item.sql, rows)} ORDER BY ${rows.order} ${way} LIMIT 1)`,
    rows.guards,
    item.scale,
  );
}

/** `sum`, `avg`, `min` and `max` of a list; what the database computes exactly it computes itself. */
export function aggregate(fn: string, list: Node, type: Type, context: Context): Value {
  const rows = rowsOf(list, context);
  const item = itemValue(rows);
  if (type.kind === 'duration') return aggregateOfSpans(fn, item, rows, context);
  const { sql: whole, scale } = context.dialect.aggregate(fn, item);
  return plainValue(type, over(whole, item.sql, rows), rows.guards, scale);
}

/** Spans are measured by their whole milliseconds; what is longer than a column holds is blank. */
function aggregateOfSpans(fn: string, item: Value, rows: Rows, { dialect }: Context): Value {
  const { sql: length, scale } = dialect.counted(dialect.lengthOf(item.sql));
  const whole = dialect.aggregate(fn, plainValue(NUMBER, raw('"v"'), [], scale));
  const measured = plainValue(NUMBER, over(whole.sql, length, rows), [], whole.scale);
  const isExtreme = fn === 'min' || fn === 'max';
  const ms = isExtreme ? measured.sql : dialect.rounded(measured, 0).sql;
  return plainValue(DURATION, dialect.span(dialect.lengthOf(dialect.span(ms))), rows.guards);
}

/** The item gets a name first: an aggregate of nothing but outer columns would belong to the outer statement. */
function over(whole: Sql, item: Sql, rows: Rows): Sql {
  return sql`(SELECT ${whole} FROM (${select(sql`${item} AS "v"`, rows)}) AS "l")`;
}

/** `x in list`. */
export function isMember(node: CallNode, context: Context): Leaf {
  const [needle, list] = node.args;
  if (!needle || !list) throw new SqlRefused('function', 'in');
  const value = valueOf(needle, context);
  const user = node.guarded === true && isUserSide(needle);
  const closed = [
    ...(user ? [sql`${value.sql} IS NOT NULL`] : []),
    ...(node.guarded === true && isUserSide(list) ? [filledList(list, context).truth] : []),
  ];
  if (list.node === 'list') return among(value, list.items, { strict: user, closed, context });
  const rows = membersOf(list, context);
  const guards = [...value.guards, ...rows.guards];
  if (isFree(list, context) && list.node === 'field')
    return { truth: inParameter(value, list, context), guards, closed };
  if (rows.link && value.param) return { truth: linked(rows.link, value), guards, closed };
  return { truth: existsIn(rows, [equal(itemValue(rows), value, user, context)]), guards, closed };
}

/** Asked from the other side: the records that are linked to a value known beforehand, so that an index finds them. */
function linked({ table, owner }: NonNullable<Rows['link']>, value: Value): Sql {
  return sql`${owner} IN (SELECT "record" FROM ${table} WHERE "value" = ${value.sql})`;
}

/** The items of a field are never blank, so a plain IN says it and an index serves. */
function inParameter(value: Value, list: Node, context: Context): Sql {
  const { from, value: item } = paramItems(list, value.type, freshAlias(context), context);
  return sql`${context.dialect.exact(value)} IN (SELECT ${item} FROM ${from})`;
}

function among(
  value: Value,
  items: readonly Node[],
  { strict, closed, context }: { readonly strict: boolean; readonly closed: readonly Sql[]; readonly context: Context },
): Leaf {
  const values = items.map((item) => valueOf(item, context));
  const guards = [value, ...values].flatMap((part) => part.guards);
  if (items.length > 0 && !value.param && values.every(isFixed)) {
    const pairs = values.map((item) =>
      isNumber(value.type) && isNumber(item.type)
        ? context.dialect.numbers(value, item, 'equal')
        : [value.sql, item.sql],
    );
    const right = pairs.flatMap(([, item]) => item ?? []);
    return { truth: sql`${pairs[0]?.[0] ?? value.sql} IN (${join(right, ', ')})`, guards, closed };
  }
  return { truth: any(values.map((item) => equal(value, item, strict, context))), guards, closed };
}
