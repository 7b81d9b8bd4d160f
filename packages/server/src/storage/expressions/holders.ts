import {
  type Entity,
  type Expression,
  type Field,
  innerFields,
  type Node,
  type Type,
  pathOfSteps,
} from '@ninefold/model';
import { denormalisedColumns, pathOf } from '../denormalised/denormalised-columns.ts';
import { childTable } from '../sql/names.ts';
import { decide } from './conditions.ts';
import {
  type Context,
  freshAlias,
  type Holder,
  type IdHolder,
  type RowHolder,
  type Value,
  withRows,
} from './context.ts';
import { columnValue, storedForm } from './numbers.ts';
import { SqlRefused } from './refused.ts';
import { any, column, join, name, raw, type Sql, sql, table } from '../sql/sql.ts';
import { booleanOf, plainValue, valueOf } from './values.ts';

/** The record or line whose field is asked for. */
export function holderOf(node: Node, context: Context): Holder {
  const row = node.node === 'variable' ? context.rows.get(node.name) : undefined;
  if (row && row.kind !== 'value') return row;
  const value = valueOf(node, context);
  return idHolder(value.type, value.sql, value.guards);
}

export function idHolder(type: Type, id: Sql, guards: readonly Sql[]): IdHolder {
  if (type.kind === 'record') return { kind: 'id', entity: type.entity, lines: null, id, guards };
  if (type.kind === 'line') return { kind: 'id', entity: type.entity, lines: type.field, id, guards };
  throw new SqlRefused('function', type.kind);
}

export function idOf(holder: Holder, type: Type): Value {
  return holder.kind === 'row'
    ? plainValue(type, column(holder.alias, 'id'))
    : plainValue(type, holder.id, holder.guards);
}

export function tableOf(holder: { readonly entity: string; readonly lines: string | null }): Sql {
  return table(holder.lines === null ? holder.entity : childTable(holder.entity, holder.lines));
}

/** A field of a row at hand, or of a row found by its id. */
export function fieldValue(holder: Holder, field: string, type: Type, context: Context): Value {
  const guards = readGuards(holder, field, context);
  if (holder.kind === 'row') {
    const value = rowField(holder, field, type, context);
    return { ...value, guards: [...value.guards, ...guards] };
  }
  const row: RowHolder = { kind: 'row', entity: holder.entity, lines: holder.lines, alias: freshAlias(context) };
  const value = rowField(row, field, type, context);
  const from = sql`${tableOf(row)} AS ${name(row.alias)} WHERE ${column(row.alias, 'id')} = ${holder.id}`;
  const found =
    type.kind === 'boolean'
      ? sql`EXISTS (SELECT 1 FROM ${from} AND ${value.sql} = TRUE)` // PostgreSQL hashes them where it meets many rows
      : sql`(SELECT ${value.sql} FROM ${from})`;
  return plainValue(type, found, [...holder.guards, ...guards], value.scale);
}

/** The value of a path that has a denormalised column in the row at hand; null where it has to be looked up. */
export function denormalisedValue(node: Node, context: Context): Value | null {
  const row = context.rows.get('record');
  if (!context.denormalised || context.readable || row?.kind !== 'row' || row.lines !== null) return null;
  const steps = pathOf(node);
  const path = steps && pathOfSteps(steps);
  const found = denormalisedColumns(context.model, row.entity).find((column) => column.path === path);
  if (found === undefined) return null;
  return columnValue(column(row.alias, found.name), node.type, found.field, context);
}

/** What must hold for the caller to read this field; a blank reference hides nothing. */
export function readGuards(holder: Holder, field: string, context: Context): readonly Sql[] {
  if (!context.readable || holder.lines !== null) return [];
  const condition = context.readable(holder.entity, field);
  if (condition === true) return [];
  if (condition === false) throw new SqlRefused('field', `${holder.entity}.${field}`);
  if (holder.kind === 'row') return [conditionOn(holder, condition, context)];
  const row: RowHolder = { kind: 'row', entity: holder.entity, lines: null, alias: freshAlias(context) };
  const from = sql`${tableOf(row)} AS ${name(row.alias)}`;
  const found = sql`EXISTS (SELECT 1 FROM ${from} WHERE ${column(row.alias, 'id')} = ${holder.id} AND ${conditionOn(row, condition, context)})`;
  return [any([sql`${holder.id} IS NULL`, found])];
}

/** A condition of the specification on another row: it sees everything. */
export function conditionOn(row: Holder, condition: Expression, context: Context): Sql {
  return decide(treeOf(condition), true, ownContext(row, context));
}

function treeOf(expression: Expression): Node {
  if (expression.tree === null) throw new SqlRefused('undecided', expression.source);
  return expression.tree;
}

/** `record`, and in a line `line`, as the specification's own expressions on that row know them. */
function ownContext(row: Holder, context: Context): Context {
  const inside = { ...context, readable: null };
  if (row.lines === null) return withRows(inside, new Map([['record', row]]));
  const parent: IdHolder = { kind: 'id', entity: row.entity, lines: null, id: parentOf(row), guards: [] };
  return withRows(
    inside,
    new Map<string, Holder>([
      ['line', row],
      ['record', parent],
    ]),
  );
}

function parentOf(line: Holder): Sql {
  if (line.kind === 'row') return column(line.alias, 'record');
  return sql`(SELECT p."record" FROM ${tableOf(line)} AS p WHERE p."id" = ${line.id})`;
}

function rowField(row: RowHolder, id: string, type: Type, context: Context): Value {
  const entity = entityOf(row.entity, context);
  const field = declared(entity, row.lines, id);
  if (!field) return systemField(row, entity, { id, type, context });
  const value = field.computed?.live ? liveField(row, field, type, context) : storedField(row, field, type, context);
  if (!field.visibleWhen) return value;
  const shown = conditionOn(row, field.visibleWhen, context);
  return {
    ...value,
    sql: sql`CASE WHEN ${shown} THEN ${value.sql}${raw(type.kind === 'boolean' ? ' ELSE FALSE' : '')} END`,
  };
}

export function entityOf(id: string, context: Context): Entity {
  const entity = Object.hasOwn(context.model.entities, id) ? context.model.entities[id] : undefined;
  if (!entity) throw new SqlRefused('field', id);
  return entity;
}

/** The field as the specification declares it; undefined for system fields. */
export function declared(entity: Entity, lines: string | null, id: string): Field | undefined {
  const holder = lines === null ? undefined : entity.fields[lines];
  const fields = lines === null ? entity.fields : innerFields(holder);
  return Object.hasOwn(fields, id) ? fields[id] : undefined;
}

function storedField(row: RowHolder, field: Field, type: Type, context: Context): Value {
  return columnValue(column(row.alias, field.id), type, field, context);
}

function liveField(row: RowHolder, field: Field, type: Type, context: Context): Value {
  const expression = field.computed?.expression;
  if (!expression) throw new SqlRefused('field', field.id);
  const own = ownContext(row, context);
  if (type.kind === 'boolean') return plainValue(type, booleanOf(treeOf(expression), own));
  const stored = storedForm(valueOf(treeOf(expression), own), field, context);
  if (type.kind !== 'duration') return { ...stored, type, param: null };
  return { ...columnValue(stored.sql, type, field, context), guards: stored.guards };
}

const TEXT: Type = { kind: 'text' };
const SYSTEM_COLUMNS = new Set([
  ...['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by', 'trashed_at'],
]);
const STATE_COLUMNS = new Set(['state', 'state_since']);

function systemField(
  row: RowHolder,
  entity: Entity,
  { id, type, context }: { readonly id: string; readonly type: Type; readonly context: Context },
): Value {
  if (id === 'state_final' && entity.lifecycle) return plainValue(type, isFinal(row, entity, context));
  if (!SYSTEM_COLUMNS.has(id) && !(entity.lifecycle && STATE_COLUMNS.has(id)))
    throw new SqlRefused('field', `${entity.id}.${id}`);
  const value = plainValue(type, column(row.alias, id));
  return id === 'version' ? { ...value, ...context.dialect.counted(value.sql) } : value;
}

function isFinal(row: RowHolder, entity: Entity, { dialect }: Context): Sql {
  const states = Object.values(entity.lifecycle?.states ?? {}).filter((state) => state.final);
  if (states.length === 0) return raw('FALSE');
  const ids = join(
    states.map((state) => dialect.param(TEXT, () => state.id)),
    ', ',
  );
  return sql`(${column(row.alias, 'state')} IN (${ids}))`;
}
