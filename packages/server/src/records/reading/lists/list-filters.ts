import {
  type Entity,
  type Field,
  isDrawn,
  isOneOption,
  isOpaque,
  isProse,
  isTruth,
  malformed,
  normalValue,
  parseInstant,
  partsOf,
  readValue,
} from '@ninefold/model';
import { callersBounds } from '@ninefold/spec/expressions';
import { columnOf, encodeField, storageOf } from '../../../storage/columns/registry.ts';
import type { SqlValue } from '../../../storage/sql/sql-value.ts';
import { childTable, quoted } from '../../../storage/sql/names.ts';
import {
  FALSE,
  isNotTrue,
  join,
  raw,
  sql,
  table,
  TRUE,
  value as valueSql,
  type Sql,
} from '../../../storage/sql/sql.ts';
import { fold, searchedFields } from '../../../storage/search/search-text.ts';
import { badParameter, type Filter } from './list-params.ts';
import { conditionOf } from '../../views/conditions.ts';
import type { PlanContext } from '../../context/context.ts';
import type { Dialect } from '../../../storage/database/dialect.ts';
import { readText } from '../../views/read-text.ts';
import type { View } from '../../views/view.ts';

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
export function filterSql(context: PlanContext, view: View, filter: Filter, language?: string): Sql {
  const { entity } = view;
  const { dialect } = context;
  const { items: most } = callersBounds(context.model);
  if (SYSTEM_TEXT.has(filter.field))
    return compareColumn(textPlace(dialect, filter.field, most), filter, (text) => text);
  if (SYSTEM_MOMENTS.has(filter.field) || (entity.lifecycle && filter.field === 'state_since'))
    return compareColumn(textPlace(dialect, filter.field, most), filter, (text) => momentIn(text, filter));
  if (entity.lifecycle && filter.field === 'state')
    return compareColumn(textPlace(dialect, 'state', most), filter, (text) => text);
  if (entity.lifecycle && filter.field === 'state_final') return finalFilter(entity, filter);
  const parts = partsOf(entity.fields).get(filter.field);
  if (parts !== undefined) return objectFilter(context, view, parts, filter);
  const field = Object.hasOwn(entity.fields, filter.field) ? entity.fields[filter.field] : undefined;
  if (!field || view.access.fields.get(field.id) === 'never') throw badParameter(`f.${filter.field}`);
  if (isOpaque(field) && !['blank', 'filled'].includes(filter.op)) throw badParameter(`f.${filter.field}`);
  const column = columnOf(field);
  if (column) {
    const isText = column.holds === 'text';
    const place: Place = {
      dialect,
      column: readText(entity, field, 't', language).text,
      isText,
      most,
      likely: likelyOf(dialect, view, field),
    };
    return compareColumn(place, filter, (text) => encodeText(dialect, field, text, filter));
  }
  if (storageOf(field)?.kind === 'links') return linkFilter(entity, field, filter, most);
  if (isTruth(field.type) && field.computed) return liveFilter(context, entity, field, filter);
  throw badParameter(`f.${filter.field}`);
}

function encodeText(dialect: Dialect, field: Field, text: string, filter: Filter): SqlValue {
  const isExact = isTruth(field.type) || ('scale' in field && text.trim() !== ''); // a bound may have more decimals than the field
  const wire = isExact ? readValue(field, text) : normalValue(field, text);
  const isText = isProse(field.type) || isDrawn(field) || isOneOption(field); // compared as it is
  if (wire === undefined || (wire !== null && !isText && malformed(field, wire) !== null))
    throw badParameter(`f.${filter.field}`);
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
  /** True on every row whose value, folded, has this text in it. */
  readonly likely: (folded: string) => Sql;
}

function textPlace(dialect: Dialect, name: string, most: number): Place {
  return { dialect, column: `t.${quoted(name)}`, isText: true, most, likely: () => TRUE };
}

/** What a search finds is stored folded. */
function likelyOf(dialect: Dialect, { entity }: View, field: Field): Place['likely'] {
  const isSearched = searchedFields(entity).some(({ id }) => id === field.id);
  return (folded) => (isSearched ? raw(dialect.contains('t."_search"', '?'), valueSql(folded)) : TRUE);
}

function compareColumn(
  { dialect, column, isText, most, likely }: Place,
  filter: Filter,
  encode: (text: string) => SqlValue,
): Sql {
  switch (filter.op) {
    case 'blank':
      return raw(`${column} IS NULL`);
    case 'filled':
      return raw(`${dialect.aside(column)} IS NOT NULL`);
    case 'in':
      return inList(column, valuesIn(filter, most).map(encode));
    case 'has':
      return isText ? dialect.containsFolded(column, fold(filter.value), likely(fold(filter.value))) : FALSE;
    default: {
      const operator = Object.hasOwn(COMPARE, filter.op) ? COMPARE[filter.op] : undefined;
      if (operator === undefined) throw badParameter(`f.${filter.field}`);
      const value = encode(filter.value);
      if (value === null && filter.op === 'eq') return raw(`${column} IS NULL`);
      return sql`${raw(`${column} ${operator}`)} ${valueSql(value)}`;
    }
  }
}

function valuesIn({ field, value }: Filter, most: number): readonly string[] {
  const values = value.split(',');
  if (values.length > most) throw badParameter(`f.${field}`);
  return values;
}

function inList(column: string, values: readonly SqlValue[]): Sql {
  return values.length === 0 ? FALSE : sql`${raw(column)} IN (${join(values.map(valueSql), ', ')})`;
}

/** An object is blank where all of its parts are; a part that is true or false is so where it is not true. */
function objectFilter(context: PlanContext, view: View, parts: readonly string[], { field, op }: Filter): Sql {
  const isHidden = parts.some((part) => view.access.fields.get(part) === 'never');
  if (isHidden || (op !== 'blank' && op !== 'filled')) throw badParameter(`f.${field}`);
  const each = parts.map((part) => {
    const own = view.entity.fields[part];
    if (own === undefined || !isTruth(own.type)) return filterSql(context, view, { field: part, op, value: '' });
    const isTrue = filterSql(context, view, { field: part, op: 'eq', value: 'true' });
    return op === 'filled' ? isTrue : isNotTrue(isTrue);
  });
  return sql`(${join(each, op === 'blank' ? ' AND ' : ' OR ')})`;
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
  const links = sql`SELECT 1 FROM ${table(childTable(entity.id, field.id))} l WHERE l."record" = t."id"`;
  if (filter.op === 'blank') return sql`NOT EXISTS (${links})`;
  if (filter.op === 'filled') return sql`EXISTS (${links})`;
  if (filter.op !== 'has' && filter.op !== 'eq' && filter.op !== 'in') throw badParameter(`f.${filter.field}`);
  const values = filter.op === 'in' ? valuesIn(filter, most) : [filter.value];
  return sql`EXISTS (${links} AND l."value" IN (${join(values.map(valueSql), ', ')}))`;
}

function liveFilter(context: PlanContext, entity: Entity, field: Field, filter: Filter): Sql {
  if (filter.op !== 'eq' || !['true', 'false'].includes(filter.value) || !field.computed)
    throw badParameter(`f.${filter.field}`);
  const condition = conditionOf(context, entity, 't', field.computed.expression);
  return filter.value === 'true' ? sql`(${condition}) IS TRUE` : isNotTrue(condition);
}
