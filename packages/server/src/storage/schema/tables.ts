import type { Entity, Field, Model } from '@ninefold/model';
import { columnOf, storageOf } from '../columns/registry.ts';
import { childTable, quoted } from '../names.ts';
import { integerColumn, textColumn, type ColumnShape, type TableShape } from './shapes.ts';

/** The runtime's own tables, without those of sign-in. */
const RUNTIME_TABLES: readonly TableShape[] = [
  {
    name: '_history',
    columns: [
      textColumn('id', 'PRIMARY KEY NOT NULL'),
      textColumn('entity', 'NOT NULL'),
      textColumn('record', 'NOT NULL'),
      textColumn('at', 'NOT NULL'),
      textColumn('by'),
      textColumn('kind', 'NOT NULL'),
      textColumn('transition'),
      textColumn('from'),
      textColumn('to'),
      textColumn('input'),
      textColumn('changes', 'NOT NULL'),
      textColumn('via', 'NOT NULL'),
      integerColumn('version', 'NOT NULL'),
    ],
    constraints: [],
  },
  {
    name: '_sequence',
    columns: [
      textColumn('entity', 'NOT NULL'),
      textColumn('field', 'NOT NULL'),
      textColumn('part', 'NOT NULL'),
      integerColumn('last', 'NOT NULL'),
    ],
    constraints: ['PRIMARY KEY ("entity", "field", "part")'],
  },
  {
    name: '_label',
    columns: [textColumn('entity', 'NOT NULL'), textColumn('label', 'NOT NULL'), textColumn('record', 'NOT NULL')],
    constraints: ['PRIMARY KEY ("entity", "label")'],
  },
];

/** Every table that this model needs, each after those it refers to where that is possible. */
export function tablesOf(model: Model): readonly TableShape[] {
  const entities = Object.values(model.entities);
  return [...RUNTIME_TABLES, ...entities.map(entityTable), ...entities.flatMap(childTables)];
}

function entityTable(entity: Entity): TableShape {
  const by = `REFERENCES ${quoted('user')} ("id")`;
  const system = [
    textColumn('id', 'PRIMARY KEY NOT NULL'),
    integerColumn('version', 'NOT NULL'),
    textColumn('created_at', 'NOT NULL'),
    textColumn('created_by', by),
    textColumn('changed_at', 'NOT NULL'),
    textColumn('changed_by', by),
    textColumn('trashed_at'),
    textColumn('trashed_with'),
    textColumn('_search'),
  ];
  return {
    name: entity.id,
    columns: [...system, ...stateColumns(entity), ...fieldColumns(entity.fields)],
    constraints: [],
  };
}

function stateColumns(entity: Entity): readonly ColumnShape[] {
  if (!entity.lifecycle) return [];
  const state = textColumn('state', `NOT NULL DEFAULT '${entity.lifecycle.initial}'`);
  return [
    { ...state, options: Object.keys(entity.lifecycle.states) },
    textColumn('state_since', `NOT NULL DEFAULT ''`),
  ];
}

function fieldColumns(fields: Readonly<Record<string, Field>>): readonly ColumnShape[] {
  return Object.values(fields).flatMap((field) => fieldColumn(field) ?? []);
}

function fieldColumn(field: Field): ColumnShape | null {
  const column = columnOf(field);
  if (!column) return null;
  return {
    name: field.id,
    sqlType: column.sqlType,
    constraint: constraintOf(field),
    meaning: meaningOf(field),
    blank: column.absent === null ? 'null' : 'zero',
    options: field.type === 'choice' ? field.options : null,
  };
}

function constraintOf(field: Field): string {
  if (field.type === 'boolean') return 'NOT NULL DEFAULT 0';
  return field.type === 'reference' ? `REFERENCES ${quoted(field.to)} ("id")` : '';
}

/** Types whose stored values can be read as each other's share a meaning. */
function meaningOf(field: Field): string {
  switch (field.type) {
    case 'number':
    case 'percent':
    case 'money':
      return `decimal ${field.scale}`;
    case 'reference':
      return `reference ${field.to}`;
    case 'boolean':
    case 'integer':
    case 'date':
    case 'datetime':
      return field.type;
    default:
      return 'text';
  }
}

function childTables(entity: Entity): readonly TableShape[] {
  return Object.values(entity.fields).flatMap((field) => {
    const kind = storageOf(field)?.kind;
    if (kind === 'links') return [linkTable(entity, field)];
    return field.type === 'lines' && kind === 'lines' ? [linesTable(entity, field.id, field.fields)] : [];
  });
}

function owner(entity: Entity): ColumnShape {
  return textColumn('record', `NOT NULL REFERENCES ${quoted(entity.id)} ("id") ON DELETE CASCADE`);
}

function linesTable(entity: Entity, field: string, fields: Readonly<Record<string, Field>>): TableShape {
  const system = [textColumn('id', 'PRIMARY KEY NOT NULL'), owner(entity), integerColumn('position', 'NOT NULL')];
  return { name: childTable(entity.id, field), columns: [...system, ...fieldColumns(fields)], constraints: [] };
}

function linkTable(entity: Entity, field: Field): TableShape {
  const target = field.type === 'references' ? ` REFERENCES ${quoted(field.to)} ("id") ON DELETE CASCADE` : '';
  const value = {
    ...textColumn('value', `NOT NULL${target}`),
    options: field.type === 'choices' ? field.options : null,
  };
  return {
    name: childTable(entity.id, field.id),
    columns: [owner(entity), integerColumn('position', 'NOT NULL'), value],
    constraints: ['PRIMARY KEY ("record", "position")'],
  };
}
