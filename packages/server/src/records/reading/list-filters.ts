import { malformed, normalValue, parseInstant, type Entity, type Field, type Scope } from '@ninefold/model';
import { callersBounds } from '@ninefold/spec/expressions';
import { columnOf, encodeField, storageOf } from '../../storage/columns/registry.ts';
import type { SqlValue } from '../../storage/sql-value.ts';
import { childTable, quoted } from '../../storage/names.ts';
import { fold } from '../../storage/search/fold.ts';
import { badParameter, type Filter } from './list-params.ts';
import { conditionOf, FALSE, sql, type Sql } from './sql.ts';
import type { Ground } from '../context.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { View } from './view.ts';

const COMPARE: Readonly<Record<string, string>> = {
  eq: '=',
  ne: 'IS DISTINCT FROM',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};
const SYSTEM_TEXT: ReadonlySet<string> = new Set(['id', 'created_by', 'changed_by']);
const SYSTEM_MOMENTS: ReadonlySet<string> = new Set(['created_at', 'changed_at']);

/** One simple filter as SQL over `t`; a field that may never be read is as unknown as one that is not there. */
export function filterSql(ground: Ground, view: View, filter: Filter): Sql {
  const { entity } = view;
  const { dialect } = ground;
  const { items: most } = callersBounds(ground.model);
  if (SYSTEM_TEXT.has(filter.field))
    return compareColumn(textPlace(dialect, filter.field, most), filter, (text) => text);
  if (SYSTEM_MOMENTS.has(filter.field) || (entity.lifecycle && filter.field === 'state_since'))
    return compareColumn(textPlace(dialect, filter.field, most), filter, (text) => momentIn(text, filter));
  if (entity.lifecycle && filter.field === 'state')
    return compareColumn(textPlace(dialect, 'state', most), filter, (text) => text);
  if (entity.lifecycle && filter.field === 'state_final') return finalFilter(entity, filter);
  const field = Object.hasOwn(entity.fields, filter.field) ? entity.fields[filter.field] : undefined;
  if (!field || view.access.fields.get(field.id) === 'never') throw badParameter(`f.${filter.field}`);
  const column = columnOf(field);
  if (column) {
    const place: Place = { dialect, column: `t.${quoted(field.id)}`, isText: column.holds === 'text', most };
    return compareColumn(place, filter, (text) => encodeText(dialect, field, text, filter));
  }
  if (storageOf(field)?.kind === 'links') return linkFilter(entity, field, filter, most);
  if (field.type === 'boolean' && field.computed) return liveFilter(ground, entity, field, filter);
  throw badParameter(`f.${filter.field}`);
}

function encodeText(dialect: Dialect, field: Field, text: string, filter: Filter): SqlValue {
  const wire = normalValue(field, field.type === 'boolean' ? text === 'true' : text);
  if (field.type === 'boolean' && !['true', 'false'].includes(text)) throw badParameter(`f.${filter.field}`);
  const isShape =
    field.type !== 'choice' && field.type !== 'string' && field.type !== 'text' && field.type !== 'sequence';
  if (wire !== null && isShape && malformed(field, wire) !== null) throw badParameter(`f.${filter.field}`);
  return encodeField(dialect, field, wire);
}

function momentIn(text: string, { field }: Filter): string {
  const moment = parseInstant(text.trim());
  if (moment === null) throw badParameter(`f.${field}`);
  return moment;
}

/** The column that a filter looks at. */
interface Place {
  readonly dialect: Dialect;
  readonly column: string;
  readonly isText: boolean;
  /** How many values a list may have. */
  readonly most: number;
}

function textPlace(dialect: Dialect, name: string, most: number): Place {
  return { dialect, column: `t.${quoted(name)}`, isText: true, most };
}

function compareColumn(
  { dialect, column, isText, most }: Place,
  filter: Filter,
  encode: (text: string) => SqlValue,
): Sql {
  switch (filter.op) {
    case 'blank':
      return sql(`${column} IS NULL`);
    case 'filled':
      return sql(`${column} IS NOT NULL`);
    case 'in':
      return inList(column, valuesIn(filter, most).map(encode));
    case 'has':
      return isText ? sql(dialect.contains(`nf_fold(${column})`, '?'), fold(filter.value)) : FALSE;
    default: {
      const operator = Object.hasOwn(COMPARE, filter.op) ? COMPARE[filter.op] : undefined;
      if (operator === undefined) throw badParameter(`f.${filter.field}`);
      const value = encode(filter.value);
      if (value === null && filter.op === 'eq') return sql(`${column} IS NULL`);
      return sql(`${column} ${operator} ?`, value);
    }
  }
}

function valuesIn({ field, value }: Filter, most: number): readonly string[] {
  const values = value.split(',');
  if (values.length > most) throw badParameter(`f.${field}`);
  return values;
}

function inList(column: string, values: readonly SqlValue[]): Sql {
  return values.length === 0 ? FALSE : sql(`${column} IN (${values.map(() => '?').join(', ')})`, ...values);
}

function finalFilter(entity: Entity, filter: Filter): Sql {
  const final = Object.values(entity.lifecycle?.states ?? {}).filter(
    (state) => state.final === (filter.value === 'true'),
  );
  if (filter.op !== 'eq' || !['true', 'false'].includes(filter.value)) throw badParameter('f.state_final');
  return inList(
    't."state"',
    final.map(({ id }) => id),
  );
}

function linkFilter(entity: Entity, field: Field, filter: Filter, most: number): Sql {
  const links = `SELECT 1 FROM ${quoted(childTable(entity.id, field.id))} l WHERE l."record" = t."id"`;
  if (filter.op === 'blank') return sql(`NOT EXISTS (${links})`);
  if (filter.op === 'filled') return sql(`EXISTS (${links})`);
  if (filter.op !== 'has' && filter.op !== 'eq' && filter.op !== 'in') throw badParameter(`f.${filter.field}`);
  const values = filter.op === 'in' ? valuesIn(filter, most) : [filter.value];
  return sql(`EXISTS (${links} AND l."value" IN (${values.map(() => '?').join(', ')}))`, ...values);
}

function liveFilter(ground: Ground, entity: Entity, field: Field, filter: Filter): Sql {
  if (filter.op !== 'eq' || !['true', 'false'].includes(filter.value) || !field.computed)
    throw badParameter(`f.${filter.field}`);
  const condition = conditionOf(ground, entity, 't', field.computed.expression);
  const values = (scope: Scope): readonly SqlValue[] => condition.values(scope);
  return { text: filter.value === 'true' ? `(${condition.text}) IS TRUE` : `(${condition.text}) IS NOT TRUE`, values };
}
