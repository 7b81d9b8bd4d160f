import { malformed, normalValue, type Entity, type Field, type Scope } from '@ninefold/model';
import { columnOf, encodeField, storageOf } from '../../storage/columns/registry.ts';
import type { SqlValue } from '../../storage/database.ts';
import { childTable, quoted } from '../../storage/names.ts';
import { badParameter, type Filter } from './list-params.ts';
import { conditionOf, FALSE, sql, type Sql } from './sql.ts';
import type { View } from './view.ts';
import type { Model } from '@ninefold/model';

const COMPARE: Readonly<Record<string, string>> = { eq: 'IS', ne: 'IS NOT', lt: '<', le: '<=', gt: '>', ge: '>=' };
const SYSTEM_TEXT: ReadonlySet<string> = new Set(['id', 'created_at', 'changed_at', 'created_by', 'changed_by']);
const MAX_VALUES = 200;

/** One simple filter as SQL over `t`; a field that may never be read is as unknown as one that is not there. */
export function filterSql(model: Model, view: View, filter: Filter): Sql {
  const { entity } = view;
  if (SYSTEM_TEXT.has(filter.field)) return compareColumn(`t.${quoted(filter.field)}`, filter, (text) => text);
  if (entity.lifecycle && filter.field === 'state') return compareColumn('t."state"', filter, (text) => text);
  if (entity.lifecycle && filter.field === 'state_final') return finalFilter(entity, filter);
  const field = Object.hasOwn(entity.fields, filter.field) ? entity.fields[filter.field] : undefined;
  if (!field || view.access.fields.get(field.id) === 'never') throw badParameter(`f.${filter.field}`);
  if (columnOf(field)) return compareColumn(`t.${quoted(field.id)}`, filter, (text) => encodeText(field, text, filter));
  if (storageOf(field)?.kind === 'links') return linkFilter(entity, field, filter);
  if (field.type === 'boolean' && field.computed) return liveFilter(model, entity, field, filter);
  throw badParameter(`f.${filter.field}`);
}

function encodeText(field: Field, text: string, filter: Filter): SqlValue {
  const wire = normalValue(field, field.type === 'boolean' ? text === 'true' : text);
  if (field.type === 'boolean' && !['true', 'false'].includes(text)) throw badParameter(`f.${filter.field}`);
  const isShape =
    field.type !== 'choice' && field.type !== 'string' && field.type !== 'text' && field.type !== 'sequence';
  if (wire !== null && isShape && malformed(field, wire) !== null) throw badParameter(`f.${filter.field}`);
  return encodeField(field, wire);
}

function compareColumn(column: string, filter: Filter, encode: (text: string) => SqlValue): Sql {
  switch (filter.op) {
    case 'blank':
      return sql(`${column} IS NULL`);
    case 'filled':
      return sql(`${column} IS NOT NULL`);
    case 'in':
      return inList(column, filter.value.split(',').slice(0, MAX_VALUES).map(encode));
    case 'has':
      return sql(`instr(nf_fold(${column}), nf_fold(?)) > 0`, filter.value);
    default: {
      const operator = Object.hasOwn(COMPARE, filter.op) ? COMPARE[filter.op] : undefined;
      if (operator === undefined) throw badParameter(`f.${filter.field}`);
      return sql(`${column} ${operator} ?`, encode(filter.value));
    }
  }
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

function linkFilter(entity: Entity, field: Field, filter: Filter): Sql {
  const links = `SELECT 1 FROM ${quoted(childTable(entity.id, field.id))} l WHERE l."record" = t."id"`;
  if (filter.op === 'blank') return sql(`NOT EXISTS (${links})`);
  if (filter.op === 'filled') return sql(`EXISTS (${links})`);
  if (filter.op !== 'has' && filter.op !== 'eq' && filter.op !== 'in') throw badParameter(`f.${filter.field}`);
  const values = filter.op === 'in' ? filter.value.split(',').slice(0, MAX_VALUES) : [filter.value];
  return sql(`EXISTS (${links} AND l."value" IN (${values.map(() => '?').join(', ')}))`, ...values);
}

function liveFilter(model: Model, entity: Entity, field: Field, filter: Filter): Sql {
  if (filter.op !== 'eq' || !['true', 'false'].includes(filter.value) || !field.computed)
    throw badParameter(`f.${filter.field}`);
  const condition = conditionOf(model, entity, 't', field.computed.expression);
  const values = (scope: Scope): readonly SqlValue[] => condition.values(scope);
  return { text: filter.value === 'true' ? `(${condition.text}) IS TRUE` : `(${condition.text}) IS NOT TRUE`, values };
}
