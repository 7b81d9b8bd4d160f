import {
  type Entity,
  type Field,
  isLines,
  isFiles,
  isManyReferences,
  isOneOption,
  isOneReference,
  optionsIn,
  type Model,
} from '@ninefold/model';
import { columnOf, meaningOf, scaleOf, storageOf } from '../columns/registry.ts';
import { childTable } from '../sql/names.ts';
import { COMMENT_TABLE, FOLLOWER_TABLE } from './comment-tables.ts';
import { DEPUTY_TABLE } from './deputy-table.ts';
import { FILE_TABLE, FILE_USE_TABLE } from './file-tables.ts';
import { LIMIT_TABLE } from './limit-table.ts';
import { MAIL_ITEM_TABLE, MAIL_TABLE, MAIL_ZONE_TABLE } from './mail-tables.ts';
import { NOTIFICATION_CHOICE_TABLE, NOTIFICATION_TABLE } from './notification-tables.ts';
import { CALL_TABLE } from './call-table.ts';
import { IN_CALL_TABLE } from './in-call-table.ts';
import { EVENT_TABLE, SUBSCRIPTION_TABLE } from './subscription-tables.ts';
import { SEED_TABLE } from './seed-rows.ts';
import { STUCK_APPROVAL_TABLE } from './stuck-approval-table.ts';
import { TIMER_TABLE } from './timer-table.ts';
import { LOOK_TABLE, VIEW_TABLE } from './view-tables.ts';
import { INDEX_TABLE, LIST_USE_TABLE } from './use-tables.ts';
import {
  countColumn,
  KEY,
  REQUIRED,
  textColumn,
  type ColumnShape,
  type TableShape,
  type Target,
} from '../database/shapes.ts';

/** The tables of records' own life: history, numbers, labels and rows of data files, running totals, timers, deputies, approvals that nobody can give, limits that were set, comments and their followers, what people were told, how they want to be told and what they are mailed, calls to other systems, what programs want to be told of, views of lists and how people see them, answers of writes that may be sent again, use of lists, files and where they are. */
export const RECORD_TABLES: readonly TableShape[] = [
  {
    name: '_history',
    columns: [
      textColumn('id', KEY),
      textColumn('entity', REQUIRED),
      textColumn('record', REQUIRED),
      textColumn('at', REQUIRED),
      textColumn('by'),
      textColumn('key_by'),
      textColumn('for'),
      /** The person whose deputy pressed. */
      textColumn('through'),
      textColumn('kind', REQUIRED),
      textColumn('transition'),
      textColumn('from'),
      textColumn('to'),
      textColumn('input'),
      textColumn('changes', REQUIRED),
      textColumn('via', REQUIRED),
      countColumn('version'),
      textColumn('cause'),
    ],
    key: [],
  },
  {
    name: '_sequence',
    columns: [
      textColumn('entity', REQUIRED),
      textColumn('field', REQUIRED),
      textColumn('part', REQUIRED),
      countColumn('last'),
    ],
    key: ['entity', 'field', 'part'],
  },
  {
    name: '_label',
    columns: [textColumn('entity', REQUIRED), textColumn('label', REQUIRED), textColumn('record', REQUIRED)],
    key: ['entity', 'label'],
  },
  SEED_TABLE,
  {
    name: '_total',
    columns: [textColumn('record', REQUIRED), textColumn('entity', REQUIRED), textColumn('totals', REQUIRED)],
    key: ['record', 'entity'],
  },
  TIMER_TABLE,
  DEPUTY_TABLE,
  STUCK_APPROVAL_TABLE,
  LIMIT_TABLE,
  COMMENT_TABLE,
  FOLLOWER_TABLE,
  NOTIFICATION_TABLE,
  NOTIFICATION_CHOICE_TABLE,
  CALL_TABLE,
  IN_CALL_TABLE,
  SUBSCRIPTION_TABLE,
  EVENT_TABLE,
  MAIL_TABLE,
  MAIL_ITEM_TABLE,
  MAIL_ZONE_TABLE,
  VIEW_TABLE,
  LOOK_TABLE,
  {
    name: '_once',
    columns: [
      textColumn('id', KEY),
      textColumn('request', REQUIRED),
      textColumn('answer', REQUIRED),
      /** How it was refused, as JSON, where that has left something. */
      textColumn('refusal'),
      textColumn('at', REQUIRED),
    ],
    key: [],
  },
  INDEX_TABLE,
  LIST_USE_TABLE,
  FILE_TABLE,
  FILE_USE_TABLE,
];

/** Every table that this model needs, each after those it refers to where that is possible. */
export function tablesOf(model: Model): readonly TableShape[] {
  const entities = Object.values(model.entities);
  return [...RECORD_TABLES, ...entities.map(entityTable), ...entities.flatMap(childTables)];
}

function entityTable(entity: Entity): TableShape {
  const by = { references: to('user') };
  const system = [
    textColumn('id', KEY),
    countColumn('version'),
    textColumn('created_at', REQUIRED),
    textColumn('created_by', by),
    textColumn('changed_at', REQUIRED),
    textColumn('changed_by', by),
    textColumn('trashed_at'),
    textColumn('trashed_with'),
    textColumn('_search'),
  ];
  return {
    name: entity.id,
    columns: [...system, ...stateColumns(entity), ...fieldColumns(entity.fields)],
    key: [],
  };
}

function stateColumns(entity: Entity): readonly ColumnShape[] {
  if (!entity.lifecycle) return [];
  const state = textColumn('state', { required: true, initial: entity.lifecycle.initial });
  return [
    { ...state, options: Object.keys(entity.lifecycle.states) },
    textColumn('state_since', { required: true, initial: '' }),
  ];
}

function fieldColumns(fields: Readonly<Record<string, Field>>): readonly ColumnShape[] {
  return Object.values(fields).flatMap((field) => fieldColumn(field) ?? []);
}

/** A column that holds what a field holds, wherever it stands, and asks nothing of it. */
export function columnShape(field: Field): ColumnShape {
  const holds = columnOf(field)?.holds ?? 'text';
  return textColumn(field.id, { holds, scale: scaleOf(field) });
}

function fieldColumn(field: Field): ColumnShape | null {
  const column = columnOf(field);
  if (!column) return null;
  const isBoolean = column.holds === 'boolean';
  return textColumn(field.id, {
    holds: column.holds,
    scale: scaleOf(field),
    required: isBoolean,
    initial: isBoolean ? false : null,
    references: isOneReference(field) ? to(field.to) : null,
    meaning: meaningOf(field),
    options: isOneOption(field) ? field.options : null,
  });
}

function to(table: string, cascade = false): Target {
  return { table, cascade };
}

function childTables(entity: Entity): readonly TableShape[] {
  return Object.values(entity.fields).flatMap((field) => {
    const kind = storageOf(field)?.kind;
    if (kind === 'links') return [linkTable(entity, field)];
    return isLines(field) && kind === 'lines' ? [linesTable(entity, field.id, field.fields)] : [];
  });
}

function owner(entity: Entity): ColumnShape {
  return textColumn('record', { required: true, references: to(entity.id, true) });
}

function linesTable(entity: Entity, field: string, fields: Readonly<Record<string, Field>>): TableShape {
  const system = [textColumn('id', KEY), owner(entity), countColumn('position')];
  return { name: childTable(entity.id, field), columns: [...system, ...fieldColumns(fields)], key: [] };
}

function linkTable(entity: Entity, field: Field): TableShape {
  const value = textColumn('value', {
    required: true,
    references: isManyReferences(field) ? to(field.to, true) : null,
    meaning: isManyReferences(field) ? `reference ${field.to}` : isFiles(field) ? 'file' : 'text',
    options: optionsIn(field),
  });
  return {
    name: childTable(entity.id, field.id),
    columns: [owner(entity), countColumn('position'), value],
    key: ['record', 'position'],
  };
}
