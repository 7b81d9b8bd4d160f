import type { Entity, Field, ListScreen, Model, UniqueConstraint } from '@ninefold/model';
import { columnOf, storageOf } from '../columns/registry.ts';
import type { Dialect } from '../dialect.ts';
import { settledSql } from '../expressions/settled.ts';
import { childTable, quoted, shortName } from '../names.ts';
import type { IndexShape } from './shapes.ts';

const LIVE = '"trashed_at" IS NULL';

/**
 * Every index that this model needs: unique values, references, row rules and the sorting of written lists.
 * `trashed_at` stands in each, since nearly every statement asks for what is not in the trash and need not look at the row then.
 */
export function indexesOf(model: Model, dialect: Dialect): readonly IndexShape[] {
  const ofEntities = Object.values(model.entities).flatMap((entity) => [
    ...uniqueIndexes(model, dialect, entity),
    ...entityIndexes(model, entity),
  ]);
  const found = [...ofEntities, HISTORY_INDEX];
  return [...new Map(found.map((index) => [index.name, index])).values()];
}

const HISTORY_INDEX = index('_history', ['entity', 'record', 'id']);

function index(table: string, columns: readonly string[]): IndexShape {
  return {
    name: shortName(`${table}.${columns.join('.')}.index`),
    table,
    unique: false,
    parts: columns.map(quoted),
    where: null,
  };
}

function entityIndexes(model: Model, entity: Entity): readonly IndexShape[] {
  const columns = [
    ...new Set([...indexedFields(entity), ...filteredFields(model, entity), ...(entity.lifecycle ? ['state'] : [])]),
  ];
  return [
    index(entity.id, ['trashed_at', 'id']),
    ...columns.map((column) => index(entity.id, [column, 'trashed_at'])),
    ...entity.indexes.map((fields) => index(entity.id, [...fields, 'trashed_at'])),
    ...listIndexes(model, entity),
    ...Object.values(entity.fields).flatMap((field) => childIndexes(entity, field)),
  ];
}

/** A unique constraint and the name of its index. */
export interface UniqueSet extends UniqueConstraint {
  readonly name: string;
}

/** Every unique constraint of an entity: of its fields, and those that it names. */
export function uniqueSets(entity: Entity): readonly UniqueSet[] {
  const single = Object.values(entity.fields)
    .filter(
      (field) => (field.unique || field.type === 'sequence' || entity.key === field.id) && columnOf(field) !== null,
    )
    .map((field) => ({ fields: [field.id], when: null }));
  return [...single, ...entity.unique].map((set, index) => ({ ...set, name: nameOf(entity.id, set, index) }));
}

/** The name of an unconditional unique index; a database that names no index in a violation names these columns. */
export function uniqueName(entity: string, fields: readonly string[]): string {
  return shortName(`${entity}.${fields.join('.')}.unique`);
}

function nameOf(entity: string, { fields, when }: UniqueConstraint, index: number): string {
  return uniqueName(entity, when === null ? fields : [...fields, String(index)]);
}

/** True for every record that a unique constraint counts, in a statement that has the table under its own name. */
export function countedSql(model: Model, dialect: Dialect, entity: Entity, { when }: UniqueConstraint): string {
  return when === null ? LIVE : `${LIVE} AND ${settledSql(when, model, dialect.expressions, entity.id)}`;
}

function uniqueIndexes(model: Model, dialect: Dialect, entity: Entity): readonly IndexShape[] {
  return uniqueSets(entity).map((set) => ({
    name: set.name,
    table: entity.id,
    unique: true,
    parts: set.fields.map(quoted),
    where: countedSql(model, dialect, entity, set),
  }));
}

function indexedFields(entity: Entity): readonly string[] {
  return Object.values(entity.fields)
    .filter((field) => columnOf(field) !== null && (field.index || field.type === 'reference'))
    .map((field) => field.id);
}

/** Own columns that row conditions of `read` compare. */
function filteredFields(model: Model, entity: Entity): readonly string[] {
  const grants = Object.values(model.roles).flatMap((role) => role.grants);
  return grants
    .filter((grant) => grant.entity === entity.id)
    .flatMap(({ verbs }) => (verbs.read === undefined || verbs.read === true ? [] : verbs.read.reads))
    .flatMap((path) => /^record\.([a-z0-9_]+)$/.exec(path)?.[1] ?? [])
    .filter((name) => entity.fields[name] !== undefined && columnOf(entity.fields[name]) !== null);
}

/**
 * A list is walked in its order, over all states or one, and its row rule is judged from the index alone: what the rule
 * compares stands at the end. Without that a page of 25 out of 100,000 reads and sorts every row of the state.
 */
function listIndexes(model: Model, entity: Entity): readonly IndexShape[] {
  const judged = filteredFields(model, entity);
  const state = entity.lifecycle ? ['state'] : [];
  return listSorts(model, entity).flatMap((sort) => [
    index(entity.id, [...new Set(['trashed_at', ...sort, ...state, ...judged])]),
    ...state.map(() => index(entity.id, [...new Set(['state', 'trashed_at', ...sort, ...judged])])),
  ]);
}

function listSorts(model: Model, entity: Entity): readonly (readonly string[])[] {
  const lists = model.screens.filter(
    (screen): screen is ListScreen => screen.kind === 'list' && screen.entity === entity.id,
  );
  return lists
    .map(({ sort }) => sort.map((entry) => entry.replace(/^-/, '')))
    .filter((sort) => sort.length > 0 && sort.every((name) => isColumn(entity, name)))
    .map((sort) => [...sort, 'id']);
}

function isColumn(entity: Entity, name: string): boolean {
  const field = entity.fields[name];
  return field ? columnOf(field) !== null : ['created_at', 'changed_at'].includes(name);
}

function childIndexes(entity: Entity, field: Field): readonly IndexShape[] {
  const kind = storageOf(field)?.kind;
  const table = childTable(entity.id, field.id);
  if (kind === 'lines') return [index(table, ['record', 'position'])];
  return kind === 'links' ? [index(table, ['value', 'record'])] : [];
}
