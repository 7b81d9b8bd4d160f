import {
  type Entity,
  type Expression,
  type Field,
  isDrawn,
  isOneNamed,
  type ListScreen,
  type Model,
  type Node,
  type UniqueConstraint,
  fieldInPath,
  type IndexReason,
  stepsOf,
} from '@ninefold/model';
import { columnOf, storageOf } from '../columns/registry.ts';
import type { Dialect } from '../database/dialect.ts';
import { settledSql } from '../expressions/settled.ts';
import { denormalisedColumns } from '../denormalised/denormalised-columns.ts';
import { childTable, quoted, shortName } from '../sql/names.ts';
import { accessPathOf, allDisjuncts, asksForPerson, comparedColumn } from './access-paths.ts';
import { coveringColumns, coveringName } from './covering-index.ts';
import type { ModelIndex } from '../database/shapes.ts';

const LIVE = '"trashed_at" IS NULL';

/**
 * Every index that this model needs: unique values, references, row conditions and the sorting of written lists.
 * `trashed_at` stands in each, since nearly every statement asks for what is not in the trash and need not look at the row then.
 */
export function indexesOf(model: Model, dialect: Dialect): readonly ModelIndex[] {
  const ofEntities = Object.values(model.entities).flatMap((entity) => [
    ...uniqueIndexes(model, dialect, entity),
    ...entityIndexes(model, entity),
    ...(dialect.schema.covers ? coveringIndex(model, entity) : []),
  ]);
  const found = [
    ...ofEntities,
    ADDRESS_INDEX,
    HISTORY_INDEX,
    ...TIMER_INDEXES,
    ...COMMENT_INDEXES,
    ...NOTIFICATION_INDEXES,
    ...CALL_INDEXES,
    ...MAIL_INDEXES,
    FILE_INDEX,
  ];
  return [...new Map(found.map((index) => [index.name, index])).values()];
}

/** Accounts by their address, of which two spellings are one: who signs in, and whom a row or a mail names. */
const ADDRESS_INDEX: ModelIndex = {
  ...{ reason: 'unique', name: 'user.email.address', table: 'user', unique: false },
  ...{ parts: [`lower(${quoted('email')})`], where: null },
};
const HISTORY_INDEX = index('_history', ['entity', 'record', 'id'], 'history');
const FILE_INDEX = index('_file', ['sender'], 'files');
/** The timers that are tried next; those of the records of a list; those that are stuck, which are few. */
const TIMER_INDEXES = [
  index('_timer', ['next', 'record', 'rank'], 'timers'),
  { ...index('_timer', ['entity', 'next', 'transition', 'record'], 'timers'), where: '"next" IS NOT NULL' },
  { ...index('_timer', ['entity', 'record'], 'timers'), where: '"stuck" IS NOT NULL' },
];

/** The conversation on a record, and the records that a person follows. */
const COMMENT_INDEXES = [
  index('_comment', ['record', 'id'], 'comments'),
  index('_follower', ['person', 'record'], 'comments'),
];

/** What a person has not read, what was told of a record and to whom, and what is old. */
const NOTIFICATION_INDEXES = [
  { ...index('_notification', ['person', 'read_at'], 'notifications'), where: '"read_at" IS NULL' },
  index('_notification', ['record', 'entity', 'person', 'id'], 'notifications'),
  index('_notification', ['at'], 'notifications'),
];

/** The calls that are tried next, those of one queue, those of each state, and what is old; the same of incoming calls. */
const CALL_INDEXES = [
  { ...index('_call', ['call', 'next'], 'calls'), where: '"next" IS NOT NULL' },
  index('_call', ['queue', 'state', 'position'], 'calls'),
  index('_call', ['state', 'at', 'id'], 'calls'),
  index('_in_call', ['state', 'position'], 'calls'),
];

/** The mail that is due next, what is being put together for a person, what is about a record, and what is old. */
const MAIL_INDEXES = [
  { ...index('_mail', ['due', 'id'], 'mail'), where: `"state" = 'waiting'` },
  { ...index('_mail', ['person', 'record'], 'mail'), where: `"state" = 'waiting'` },
  index('_mail', ['record', 'entity'], 'mail'),
  index('_mail', ['person', 'id'], 'mail'),
  index('_mail', ['at'], 'mail'),
  index('_mail_item', ['record', 'entity'], 'mail'),
];

function index(table: string, columns: readonly string[], reason: IndexReason): ModelIndex {
  return {
    reason,
    name: shortName(`${table}.${columns.join('.')}.index`),
    table,
    unique: false,
    parts: columns.map(quoted),
    where: null,
  };
}

function entityIndexes(model: Model, entity: Entity): readonly ModelIndex[] {
  const looked = denormalisedColumns(model, entity.id).flatMap(({ steps }) => steps[0]?.column ?? []); // to be found from the other end
  const state = entity.lifecycle ? ['state'] : [];
  const columns = [...new Set([...indexedFields(entity), ...filteredFields(model, entity), ...looked, ...state])];
  const leading = pathColumns(model, entity);
  const beside = rangeColumns(model, entity);
  const rules = ruleColumns(model, entity);
  const behind = (column: string): readonly string[] => [
    ...(leading.has(column) ? beside : []),
    ...(rules.includes(column) ? ['id'] : []), // newest first, which is the order of a list that names none
  ];
  const reasonOf = (column: string): IndexReason => {
    if (filteredFields(model, entity).includes(column)) return 'row_condition';
    if (column === 'state') return 'state';
    return entity.fields[column]?.index === true ? 'declared' : 'reference';
  };
  return [
    liveIndex(entity.id, ['id'], 'newest_first'),
    trashIndex(entity.id),
    ...columns.map((column) => index(entity.id, unique([column, 'trashed_at', ...behind(column)]), reasonOf(column))),
    ...entity.indexes.map((fields) => index(entity.id, [...fields, 'trashed_at'], 'declared')),
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
    .filter((field) => (field.unique || isDrawn(field) || entity.key === field.id) && columnOf(field) !== null)
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

function uniqueIndexes(model: Model, dialect: Dialect, entity: Entity): readonly ModelIndex[] {
  return uniqueSets(entity).map((set) => ({
    name: set.name,
    reason: 'unique',
    table: entity.id,
    unique: true,
    parts: set.fields.map(quoted),
    where: countedSql(model, dialect, entity, set),
  }));
}

function indexedFields(entity: Entity): readonly string[] {
  return Object.values(entity.fields)
    .filter((field) => columnOf(field) !== null && (field.index || isOneNamed(field)))
    .map((field) => field.id);
}

function unique(columns: readonly string[]): readonly string[] {
  return [...new Set(columns)];
}

/** Columns of the covering index of an entity: what a list compares by them is checked without reading the rows. */
export function coveredColumns(model: Model, entity: Entity): readonly string[] {
  return coveringColumns(model, entity, comparedByRules(model, entity));
}

/** What row conditions compare: `first` is what the rows of one have in common, `judged` is all of it. */
export interface ComparedByRules {
  readonly first: string | null;
  readonly judged: readonly string[];
}

/** The columns of an entity that its row conditions of `read` compare. */
export function comparedByRules(model: Model, entity: Entity): ComparedByRules {
  const grouped = (allDisjuncts(readConditions(model, entity)) ?? []).toSorted(
    (one, other) => Number(asksForPerson(one.tree)) - Number(asksForPerson(other.tree)),
  );
  const paths = grouped.map(({ tree }) => accessPathOf(model, entity, tree));
  const [first = null] = [
    ...ruleColumns(model, entity),
    ...paths.flatMap((path) => (path && 'column' in path ? path.column : [])),
  ];
  return { first, judged: filteredFields(model, entity) };
}

function coveringIndex(model: Model, entity: Entity): readonly ModelIndex[] {
  const columns = coveredColumns(model, entity);
  return columns.length === 0 ? [] : [{ ...liveIndex(entity.id, columns, 'covering'), name: coveringName(entity.id) }];
}

/** Columns whose index is the access path of a disjunct of a row condition. */
function pathColumns(model: Model, entity: Entity): ReadonlySet<string> {
  const parts = allDisjuncts(readConditions(model, entity)) ?? [];
  const paths = parts.map(({ tree }) => accessPathOf(model, entity, tree));
  return new Set(parts.length < 2 ? [] : paths.flatMap((path) => (path && 'column' in path ? path.column : [])));
}

/**
 * Further columns of the index of each disjunct of a row condition, so that its rows are counted in the index: those of the other
 * disjuncts, and those that lists read.
 */
export function rangeColumns(model: Model, entity: Entity): readonly string[] {
  const state = entity.lifecycle ? ['state'] : [];
  const looked = listsOf(model, entity).flatMap(({ where }) => ownNames(where?.reads ?? []));
  return unique([...state, ...looked.filter((name) => isShort(entity, name)), ...filteredFields(model, entity)]);
}

function isShort(entity: Entity, name: string): boolean {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field !== undefined && columnOf(field)?.short === true;
}

/** Fields of the record itself at the beginning of these paths. */
function ownNames(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (/^record\.[^.]+$/.test(path) ? fieldInPath(path) : []));
}

/** Columns of the row that row conditions of `read` compare, and those that decide whether these are visible. */
function filteredFields(model: Model, entity: Entity): readonly string[] {
  const own = readConditions(model, entity).flatMap(({ reads }) => ownNames(reads));
  const stored = withDeciding(entity, own).filter((name) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return field !== undefined && columnOf(field) !== null;
  });
  return [...stored, ...denormalisedColumns(model, entity.id).map(({ name }) => name)];
}

/** These fields of the record, and behind them those that their `visible_when` reads, of the record itself or to find another one. */
function withDeciding(entity: Entity, names: readonly string[]): readonly string[] {
  const found = new Set(names);
  for (const name of found) {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    for (const path of field?.visibleWhen?.reads ?? []) {
      const [root, first] = stepsOf(path);
      if (root === 'record' && first !== undefined) found.add(first);
    }
  }
  return [...found];
}

function readConditions(model: Model, entity: Entity): readonly Expression[] {
  const grants = Object.values(model.roles).flatMap((role) => role.grants);
  return grants
    .filter((grant) => grant.entity === entity.id)
    .flatMap(({ verbs }) => (verbs.read === undefined || verbs.read === true ? [] : [verbs.read]));
}

/** Columns that a whole row condition compares with one value. */
function ruleColumns(model: Model, entity: Entity): readonly string[] {
  return readConditions(model, entity).flatMap(({ tree }) => comparedColumn(model, entity, tree) ?? []);
}

/**
 * The indexes of a list, each in its order: over all rows, over the rows of one state, and over the rows that its screen selects. The
 * columns that the row condition compares stand at the end, so that the condition is checked in the index alone. Without these
 * indexes a page of 25 out of 100,000 rows reads and sorts every row of the state. Where the row condition is one equality, its
 * rows stand together, so that they are counted without reading others.
 */
function listIndexes(model: Model, entity: Entity): readonly ModelIndex[] {
  const judged = filteredFields(model, entity);
  const rules = ruleColumns(model, entity);
  const state = entity.lifecycle ? ['state'] : [];
  return listsOf(model, entity).flatMap(({ sort, where }) => {
    const fixed = equalColumns(model, entity, where?.tree ?? null);
    const firsts = [[], ...state.map((name) => [name]), fixed, ...rules.map((rule) => [rule, ...fixed])];
    return firsts.map((first) =>
      liveIndex(entity.id, unique([...first, ...sort, 'id', ...state, ...judged]), 'list_screen'),
    );
  });
}

/** Over rows that are not in the trash. `trashed_at` is in it although it is blank: SQLite would read the row for it. */
function liveIndex(table: string, columns: readonly string[], reason: IndexReason): ModelIndex {
  const all = index(table, [...columns, 'trashed_at'], reason);
  return { ...all, name: shortName(`${table}.${columns.join('.')}.live`), where: LIVE };
}

/** Over rows in the trash: in an index of all rows the planner would take the blank for a selective value. */
function trashIndex(table: string): ModelIndex {
  return {
    ...index(table, ['trashed_at', 'id'], 'trash'),
    name: shortName(`${table}.trash`),
    where: '"trashed_at" IS NOT NULL',
  };
}

/** Columns that a condition compares with one value, whatever else it contains. */
export function equalColumns(model: Model, entity: Entity, node: Node | null): readonly string[] {
  if (node?.node !== 'call') return [];
  if (node.fn === 'and') return node.args.flatMap((arg) => equalColumns(model, entity, arg));
  const column = comparedColumn(model, entity, node);
  return column === null ? [] : [column];
}

function listsOf(model: Model, entity: Entity): readonly Pick<ListScreen, 'sort' | 'where'>[] {
  return model.screens
    .filter((screen): screen is ListScreen => screen.kind === 'list' && screen.entity === entity.id)
    .map(({ sort, where }) => ({ where, sort: sort.map((entry) => entry.replace(/^-/, '')) }))
    .filter(({ sort }) => sort.length > 0 && sort.every((name) => isColumn(entity, name)));
}

function isColumn(entity: Entity, name: string): boolean {
  const field = entity.fields[name];
  return field ? columnOf(field) !== null : ['created_at', 'changed_at'].includes(name);
}

function childIndexes(entity: Entity, field: Field): readonly ModelIndex[] {
  const kind = storageOf(field)?.kind;
  const table = childTable(entity.id, field.id);
  if (kind === 'lines') return [index(table, ['record', 'position'], 'rows_of_record')];
  return kind === 'links' ? [index(table, ['value', 'record'], 'rows_of_record')] : [];
}
