import {
  AWAITED,
  DISTINCT,
  type Inverse,
  isLines,
  isManyReferences,
  type Node,
  type PressList,
  pressesOf,
  rolesGiving,
  transitionOfDid,
  type Type,
} from '@ninefold/model';
import { inverseOf } from '../relations/inverse.ts';
import { childTable } from '../sql/names.ts';
import { ofRecord } from '../relations/of-records.ts';
import { pressedPeople } from '../relations/presses.ts';
import { treeOfList, type Tree } from '../relations/trees.ts';
import { decide, isCertain } from './conditions.ts';
import { type Context, freshAlias, type Holder, type Value, withRow } from './context.ts';
import { conditionOn, declared, entityOf, holderOf, idHolder, idOf, readGuards } from './holders.ts';
import { isFree, paramGuards, paramItems, sourceOf } from './parameters.ts';
import { SqlRefused } from './refused.ts';
import { all, any, column, isNotTrue, join, name, raw, type Sql, sql, table } from '../sql/sql.ts';
import { refuseHiddenTree, treeRows } from './trees.ts';
import { plainValue, valueOf } from './values.ts';

const TEXT: Type = { kind: 'text' };

/** The items of a list as rows of a subselect. */
export interface Rows {
  readonly from: Sql;
  readonly where: readonly Sql[];
  readonly order: Sql;
  readonly item: Holder | Value;
  readonly type: Type;
  /** What must hold, or else the list is undecided. */
  readonly guards: readonly Sql[];
  /** Where the rows are all of a link table's for one record: the table and the record's id. */
  readonly link: { readonly table: Sql; readonly owner: Sql } | null;
}

/** The items of a list where neither their order matters nor that one stands there twice. */
export function membersOf(node: Node, context: Context): Rows {
  const [repeated] = node.node === 'call' && node.fn === DISTINCT ? node.args : [];
  if (repeated) return membersOf(repeated, context);
  const transition = node.node === 'field' ? transitionOfDid(node.name) : null;
  if (node.node !== 'field' || transition === null || node.type.kind !== 'list' || isFree(node, context))
    return rowsOf(node, context);
  const holder = holderOf(node.of, context);
  return firedRows(holder, transition, { node, of: node.type.of, context });
}

export function rowsOf(node: Node, context: Context): Rows {
  if (node.type.kind !== 'list') throw new SqlRefused('function', node.type.kind);
  if (isFree(node, context)) return parameterRows(node, node.type.of, context);
  if (node.node === 'field') return fieldRows(node, node.type.of, context);
  if (node.node === 'list') return literalRows(node.items, node.type.of, context);
  if (node.node === 'macro' && node.variable === AWAITED && context.readable) return awaitedRows(node, context);
  if (node.node === 'macro' && node.fn === 'filter') return filteredRows(node, context);
  if (node.node === 'macro' && node.fn === 'map') return mappedRows(node, node.type.of, context);
  if (node.node === 'call' && node.fn === DISTINCT && node.args[0]) return distinctRows(node.args[0], context);
  if (node.node === 'call' && node.fn === 'if') return chosenRows(node.args, node.type.of, context);
  throw new SqlRefused('function', node.node === 'call' ? node.fn : node.node);
}

/** The item under a name, for the body of a macro. */
export function withItem(context: Context, variable: string, rows: Rows): Context {
  return withRow(context, variable, rows.item);
}

export function itemValue(rows: Rows): Value {
  return rows.item.kind === 'value' ? rows.item : idOf(rows.item, rows.type);
}

export function select(what: Sql, rows: Rows, more: readonly Sql[] = []): Sql {
  return sql`SELECT ${what} FROM ${rows.from} WHERE ${all([...rows.where, ...more])}`;
}

export function existsIn(rows: Rows, more: readonly Sql[] = []): Sql {
  return sql`EXISTS (${select(raw('1'), rows, more)})`;
}

function itemOf(type: Type, value: Sql): Holder | Value {
  return type.kind === 'record' || type.kind === 'line' ? idHolder(type, value, []) : plainValue(type, value);
}

function parameterRows(node: Node, of: Type, context: Context): Rows {
  const { from, value, order } = paramItems(node, of, freshAlias(context), context);
  return {
    from,
    where: [],
    order,
    item: itemOf(of, value),
    type: of,
    guards: paramGuards(sourceOf(node), context),
    link: null,
  };
}

type FieldNode = Extract<Node, { readonly node: 'field' }>;

function fieldRows(node: FieldNode, of: Type, context: Context): Rows {
  if (node.of.node === 'variable' && node.of.name === 'users_with') return peopleRows(node.name, of, context);
  const holder = holderOf(node.of, context);
  const entity = entityOf(holder.entity, context);
  const tree = holder.lines === null ? treeOfList(context.model, entity.id, node.name) : null;
  if (tree) return listOfTree(tree, node.name, { owner: idOf(holder, node.type), of, context });
  const transition = holder.lines === null ? transitionOfDid(node.name) : null;
  if (transition !== null) return didRows(holder, transition, { node, of, context });
  const presses = holder.lines === null ? pressesOf(node.name) : null;
  if (presses !== null) return pressRows(holder, presses, { node, of, context });
  const field = declared(entity, holder.lines, node.name);
  const inverse = field || holder.lines !== null ? null : inverseOf(context.model, entity.id, node.name);
  if (inverse) return inverseRows(inverse, idOf(holder, node.type), of, context);
  if (!field || holder.lines !== null || field.computed?.live)
    throw new SqlRefused('field', `${entity.id}.${node.name}`);
  const alias = freshAlias(context);
  const owner = idOf(holder, node.type);
  const links = table(childTable(entity.id, field.id));
  const where = [sql`${column(alias, 'record')} = ${owner.sql}`];
  if (field.visibleWhen) where.push(conditionOn(holder, field.visibleWhen, context));
  return {
    from: sql`${links} AS ${name(alias)}`,
    where,
    order: column(alias, 'position'),
    item: isLines(field)
      ? { kind: 'row', entity: entity.id, lines: field.id, alias }
      : itemOf(of, column(alias, 'value')),
    type: of,
    guards: [...owner.guards, ...readGuards(holder, node.name, context)],
    link: isLines(field) || field.visibleWhen ? null : { table: links, owner: owner.sql },
  };
}

/**
 * The records that refer to one, without trashed ones, in the order of their ids. A caller's own condition sees those of
 * which the caller may read that they refer to it.
 */
function inverseRows(inverse: Inverse, owner: Value, of: Type, context: Context): Rows {
  const alias = freshAlias(context);
  const item: Holder = { kind: 'row', entity: inverse.entity.id, lines: null, alias };
  const linked = isManyReferences(inverse.field);
  const link = freshAlias(context);
  const links = sql`EXISTS (SELECT 1 FROM ${table(childTable(inverse.entity.id, inverse.field.id))} AS ${name(link)} WHERE ${column(link, 'record')} = ${column(alias, 'id')} AND ${column(link, 'value')} = ${owner.sql})`;
  return {
    from: sql`${table(inverse.entity.id)} AS ${name(alias)}`,
    where: [
      linked ? links : sql`${column(alias, inverse.field.id)} = ${owner.sql}`,
      sql`${column(alias, 'trashed_at')} IS NULL`,
      ...readGuards(item, inverse.field.id, context),
    ],
    order: column(alias, 'id'),
    item,
    type: of,
    guards: owner.guards,
    link: null,
  };
}

function listOfTree(
  tree: Tree,
  list: string,
  { owner, of, context }: { readonly owner: Value; readonly of: Type; readonly context: Context },
): Rows {
  refuseHiddenTree(tree, context);
  const alias = freshAlias(context);
  const { from, order } = treeRows(tree, list, owner.sql, alias);
  const item = itemOf(of, column(alias, 'id'));
  return { from, where: [], order, item, type: of, guards: owner.guards, link: null };
}

/** Who fired a transition of a record, each once, by the time of the first. */
function didRows(
  holder: Holder,
  transition: string,
  { node, of, context }: { readonly node: FieldNode; readonly of: Type; readonly context: Context },
): Rows {
  const alias = freshAlias(context);
  const fired = firedRows(holder, transition, { node, of, context });
  const by = itemSql(fired);
  const place = sql`row_number() OVER (ORDER BY min(${fired.order}), min(${column(fired.alias, 'id')}))`;
  const rows = sql`${select(sql`${by} AS "id", ${place} AS "position"`, fired)} GROUP BY ${by}`;
  return {
    ...{ from: sql`(${rows}) AS ${name(alias)}`, where: [], order: column(alias, 'position') },
    ...{ item: itemOf(of, column(alias, 'id')), type: of, guards: fired.guards, link: null },
  };
}

/** The same as the history has them, whoever did it again once more: enough to look for somebody. */
function firedRows(
  holder: Holder,
  transition: string,
  { node, of, context }: { readonly node: FieldNode; readonly of: Type; readonly context: Context },
): Rows & { readonly alias: string } {
  const alias = freshAlias(context);
  const owner = idOf(holder, node.of.type);
  const is = (field: string, text: string): Sql =>
    sql`${column(alias, field)} = ${context.dialect.param(TEXT, () => text)}`;
  const by = column(alias, 'by');
  return {
    alias,
    from: sql`${table('_history')} AS ${name(alias)}`,
    where: [
      is('entity', holder.entity),
      sql`${column(alias, 'record')} = ${owner.sql}`,
      is('transition', transition),
      sql`${column(alias, 'kind')} NOT IN ('press', 'withdraw', 'refuse')`,
      sql`${by} IS NOT NULL`,
    ],
    order: column(alias, 'version'),
    item: itemOf(of, by),
    type: of,
    guards: [...owner.guards, ...readGuards(holder, node.name, context)],
    link: null,
  };
}

/** Who has pressed a transition, or for whom, by the time of the first. */
function pressRows(
  holder: Holder,
  presses: PressList,
  { node, of, context }: { readonly node: FieldNode; readonly of: Type; readonly context: Context },
): Rows {
  const alias = freshAlias(context);
  const owner = idOf(holder, node.of.type);
  const found = pressedPeople(entityOf(holder.entity, context), presses, ofRecord(owner.sql));
  const place = sql`row_number() OVER (ORDER BY "first", "event")`;
  return {
    from: sql`(SELECT "id", ${place} AS "position" FROM (${found}) AS "standing") AS ${name(alias)}`,
    where: [],
    order: column(alias, 'position'),
    ...{ item: itemOf(of, column(alias, 'id')), type: of, link: null },
    guards: [...owner.guards, ...readGuards(holder, node.name, context)],
  };
}

function itemSql(rows: Rows): Sql {
  return itemValue(rows).sql;
}

/** The active users who were given the role or one that includes it. A caller's own condition does not see who has which. */
function peopleRows(role: string, of: Type, context: Context): Rows {
  if (context.readable) throw new SqlRefused('field', 'user.roles');
  const { model, dialect } = context;
  const [alias, given] = [freshAlias(context), freshAlias(context)];
  const giving = rolesGiving(model, role);
  const ids = join(
    (giving ?? []).map((id) => dialect.param(TEXT, () => id)),
    ', ',
  );
  const has = sql`EXISTS (SELECT 1 FROM ${table(childTable('user', 'roles'))} AS ${name(given)} WHERE ${column(given, 'record')} = ${column(alias, 'id')} AND ${column(given, 'value')} IN (${ids}))`;
  return {
    from: sql`${table('user')} AS ${name(alias)}`,
    where: [
      sql`${column(alias, 'active')} = TRUE`,
      sql`${column(alias, 'trashed_at')} IS NULL`,
      ...(giving === null ? [] : [has]),
    ],
    order: column(alias, 'id'),
    item: { kind: 'row', entity: 'user', lines: null, alias },
    type: of,
    guards: [],
    link: null,
  };
}

function literalRows(items: readonly Node[], of: Type, context: Context): Rows {
  const alias = freshAlias(context);
  const values = items.map((item) => valueOf(item, context));
  const rows = values.map(
    (value, index) =>
      sql`SELECT ${value.type.kind === 'null' ? context.dialect.blank(of) : context.dialect.exact(value)} AS "value", ${raw(String(index))} AS "position"`,
  );
  return {
    from: sql`(${join(rows, ' UNION ALL ')}) AS ${name(alias)}`,
    where: [],
    order: column(alias, 'position'),
    item: itemOf(of, column(alias, 'value')),
    type: of,
    guards: values.flatMap((value) => value.guards),
    link: null,
  };
}

/** The items of that one of two lists which a condition chooses. */
function chosenRows([test, yes, no]: readonly Node[], of: Type, context: Context): Rows {
  if (!test || !yes || !no) throw new SqlRefused('function', 'if');
  const alias = freshAlias(context);
  const lists = [true, false].map((wanted) => ({
    rows: rowsOf(wanted ? yes : no, context),
    chosen: decide(test, wanted, context),
  }));
  const parts = lists.map(({ rows, chosen }) => {
    const value = context.dialect.exact(itemValue(rows));
    const place = sql`row_number() OVER (ORDER BY ${rows.order})`;
    return select(sql`${value} AS "value", ${place} AS "position"`, rows, [chosen]);
  });
  const known = any(lists.map(({ rows, chosen }) => all([chosen, ...rows.guards])));
  const isKnown = isCertain(test, context) && lists.every(({ rows }) => rows.guards.length === 0);
  return {
    from: sql`(${join(parts, ' UNION ALL ')}) AS ${name(alias)}`,
    where: [],
    order: column(alias, 'position'),
    item: itemOf(of, column(alias, 'value')),
    type: of,
    guards: isKnown ? [] : [known],
    link: null,
  };
}

/** Each item once, where it first stands. */
function distinctRows(list: Node, context: Context): Rows {
  const rows = rowsOf(list, context);
  const item = itemValue(rows).sql;
  const alias = freshAlias(context);
  const place = sql`row_number() OVER (ORDER BY min(${rows.order}))`;
  const from = sql`(${select(sql`${item} AS "value", ${place} AS "position"`, rows)} GROUP BY ${item}) AS ${name(alias)}`;
  const order = column(alias, 'position');
  return { ...rows, from, where: [], order, item: itemOf(rows.type, column(alias, 'value')), link: null };
}

type Macro = Extract<Node, { readonly node: 'macro' }>;

function filteredRows(node: Macro, context: Context): Rows {
  const rows = rowsOf(node.list, context);
  const inside = withItem(context, node.variable, rows);
  const kept = { ...rows, link: null, where: [...rows.where, decide(node.body, true, inside)] };
  if (isCertain(node.body, context)) return kept;
  const decided = any([decide(node.body, true, inside), decide(node.body, false, inside)]);
  return { ...kept, guards: [...rows.guards, sql`NOT ${existsIn(rows, [isNotTrue(decided)])}`] };
}

/** Whose press is missing, for a caller's own condition: it sees them wherever it may read the record that awaits them. */
function awaitedRows(node: Macro, context: Context): Rows {
  const rows = filteredRows(node, { ...context, readable: null });
  const record = awaitingRecord(node.body);
  if (record === null) throw new SqlRefused('function', 'awaits');
  const holder = holderOf(record, context);
  return {
    ...rows,
    guards: [...rows.guards, ...idOf(holder, record.type).guards, ...readGuards(holder, 'id', context)],
  };
}

/** The record whose presses a condition looks at. */
function awaitingRecord(node: Node): Node | null {
  if (node.node === 'field') return pressesOf(node.name) === null ? null : node.of;
  if (node.node !== 'call') return null;
  return node.args.map(awaitingRecord).find((found) => found !== null) ?? null;
}

function mappedRows(node: Macro, of: Type, context: Context): Rows {
  const rows = rowsOf(node.list, context);
  const value = valueOf(node.body, withItem(context, node.variable, rows));
  const guards = value.guards.length === 0 ? [] : [sql`NOT ${existsIn(rows, [isNotTrue(all(value.guards))])}`];
  const bare: Value = { ...value, guards: [], param: null };
  const item = of.kind === 'record' || of.kind === 'line' ? idHolder(of, value.sql, []) : bare;
  return { ...rows, link: null, item, type: of, guards: [...rows.guards, ...guards] };
}
