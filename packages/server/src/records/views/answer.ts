import {
  type Entity,
  type Field,
  hiddenInLine,
  idOf,
  innerFields,
  isLines,
  isList,
  isManyReferences,
  isMap,
  isLineReference,
  isOneNamed,
  isOneReference,
  type LinesField,
  lookAt,
  type RecordValue,
  type Scope,
  pressesOf,
  transitionOfDid,
  type Wire,
  memoized,
  memoizedWeakly,
} from '@ninefold/model';
import { columnOf, storageOf } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database/database.ts';
import { childTable } from '../../storage/sql/names.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import { all, argument, column, fromOne, sql, table, valuesOf, type Sql } from '../../storage/sql/sql.ts';
import type { Access, FieldAccess } from './field-access.ts';
import type { ViewColumns } from './view-columns.ts';
import { type Draft, draftsIn, isDraft, type Inlined } from '../loading/rows.ts';
import type { Fill } from '../loading/lists.ts';

/** One field of an answer. */
interface Shown {
  readonly field: Field;
  readonly isShown: (row: Row) => boolean;
  /** `scope.record` is the record as expressions see it. */
  readonly value: (value: Wire, row: Row, scope: Scope) => Wire;
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a field, or one of its lines, may be hidden. */
function mayHide(field: Field): boolean {
  return field.visibleWhen !== null || Object.values(innerFields(field)).some(mayHide);
}

/** Plans the answer of records of an entity to one set of roles: only what they may read, hidden fields absent. */
export function planAnswer(
  entity: Entity,
  access: FieldAccess,
  columns: ViewColumns,
  beside: readonly string[],
): (raw: Draft, row: Row, scope: Scope) => Draft {
  const fields = Object.values(entity.fields);
  const shown = fields.flatMap((field): readonly Shown[] => {
    const how = access.fields.get(field.id) ?? 'never';
    return how === 'never' ? [] : [{ field, isShown: shownIn(how, columns), value: valueShown(field, columns) }];
  });
  const asksRecord =
    fields.some(({ computed }) => computed?.live === true) || shown.some(({ field }) => mayHide(field));
  return (raw, row, scope) => {
    const { seen, hidden } = asksRecord ? lookAt(entity, raw, scope, () => true) : { seen: raw, hidden: NONE };
    const answer = systemPart(entity, columns, raw, row);
    const inScope = { ...scope, record: seen };
    for (const { field, isShown, value } of shown) {
      if (hidden.has(field.id) || !isShown(row)) continue;
      answer[field.id] = value(seen[field.id] ?? null, row, inScope);
    }
    for (const name of beside) addBeside(answer, columns, { raw, row, name });
    return answer;
  };
}

function addBeside(
  answer: Draft,
  { history }: ViewColumns,
  { raw, row, name }: { readonly raw: Draft; readonly row: Row; readonly name: string },
): void {
  if (pressesOf(name) !== null) answer[name] = mapList(raw[name] ?? [], (person) => titled(person, null));
  else if (transitionOfDid(name) === null) answer[name] = raw[name] ?? null;
  else if (history?.read(row) === true) answer[name] = mapList(raw[name] ?? [], (person) => titled(person, null));
}

function systemPart(entity: Entity, { title, titles }: ViewColumns, raw: Draft, row: Row): Draft {
  return {
    id: raw['id'],
    version: raw['version'],
    title: title.read(row),
    created_at: raw['created_at'],
    created_by: titled(raw['created_by'], titles.get('created_by')?.read(row) ?? null),
    changed_at: raw['changed_at'],
    changed_by: titled(raw['changed_by'], titles.get('changed_by')?.read(row) ?? null),
    ...(raw['trashed_at'] === null ? {} : { trashed_at: raw['trashed_at'] }),
    ...(entity.lifecycle
      ? { state: raw['state'], state_since: raw['state_since'], state_final: raw['state_final'] }
      : {}),
  };
}

function shownIn(access: Access, { flags }: ViewColumns): Shown['isShown'] {
  if (access === 'always') return () => true;
  const conditions = access === 'never' ? [] : access.flatMap((flag) => flags[flag] ?? []);
  return (row) => conditions.some((condition) => condition.read(row));
}

function valueShown(field: Field, { titles }: ViewColumns): Shown['value'] {
  if (isOneNamed(field) && storageOf(field) !== null) {
    const title = titles.get(field.id);
    return (value, row) => titled(value, title?.read(row) ?? null);
  }
  if (isManyReferences(field)) return (value) => mapList(value, (item) => titled(item, null));
  if (isLines(field)) return (value, _, scope) => mapList(value, (line) => shownLine(field, line, scope));
  return (value) => value;
}

function mapList(value: Wire, change: (item: Wire) => Wire): Wire {
  return isList(value) ? value.map(change) : [];
}

/** A line without what is hidden in it, and what was only loaded for expressions. */
function shownLine(lines: LinesField, line: Wire, scope: Scope): Wire {
  const draft = isMap(line) ? line : {};
  const hidden = hiddenInLine(lines, draft, scope);
  const values = Object.values(lines.fields).flatMap((field): readonly (readonly [string, Wire])[] => {
    if (columnOf(field) === null || hidden.has(field.id)) return [];
    const value = draft[field.id] ?? null;
    return [[field.id, isOneNamed(field) ? titled(value, null) : value]];
  });
  return { id: String(draft['id']), ...Object.fromEntries(values) };
}

/** `{ id, title }`, or `{ id }` where the title may not be seen. */
function titled(value: Wire | undefined, title: string | null): Wire {
  const id = idOf(value);
  if (id === null) return null;
  return title === null ? { id } : { id, title };
}

/** Makes records as expressions see them of rows: their own columns, what is inlined, and what has to be loaded beside. */
export function rawRows(read: (row: Row) => Draft, inlined: Inlined, fill: Fill): Answering['raw'] {
  return async (reader, rows, scope) => {
    const drafts = rows.map((row) => {
      const draft = read(row);
      inlined.put(row, draft);
      return draft;
    });
    await fill(reader, drafts, scope);
    return drafts;
  };
}

/** What answers are made with; a `View` is one. */
interface Answering {
  readonly entity: Entity;
  raw(reader: Reader, rows: readonly Row[], scope: Scope): Promise<readonly Draft[]>;
  answer(raw: Draft, row: Row, scope: Scope): Draft;
  titles(reader: Reader, entity: string, ids: readonly string[], scope: Scope): Promise<ReadonlyMap<string, string>>;
}

/** Rows of a view's statement as the API answers them: only what this reader may read, hidden fields absent. */
export async function answerRows(
  view: Answering,
  reader: Reader,
  rows: readonly Row[],
  scope: Scope,
): Promise<readonly RecordValue[]> {
  const raw = await view.raw(reader, rows, scope);
  const answers = raw.map((draft, index) => view.answer(draft, rows[index] ?? {}, scope));
  await addTitles(view, reader, answers, scope);
  return answers as unknown as readonly RecordValue[]; // systemPart gave every system field
}

/** Titles inside lists, one look-up for each entity that they lead to. */
async function addTitles(view: Answering, reader: Reader, answers: readonly Draft[], scope: Scope): Promise<void> {
  if (!Object.values(view.entity.fields).some((field) => isManyReferences(field) || isLines(field))) return;
  for (const [entity, references] of listedReferences(view.entity, answers)) {
    const titles = await view.titles(
      reader,
      entity,
      references.map(({ id }) => String(id)),
      scope,
    );
    for (const reference of references) {
      const title = titles.get(String(reference['id']));
      if (title !== undefined) reference['title'] = title;
    }
  }
}

function listedReferences(entity: Entity, answers: readonly Draft[]): ReadonlyMap<string, Draft[]> {
  const found = new Map<string, Draft[]>();
  const add = (to: string, value: unknown): void => {
    if (!isDraft(value)) return;
    const references = found.get(to);
    if (references === undefined) found.set(to, [value]);
    else references.push(value);
  };
  for (const field of Object.values(entity.fields)) {
    const items = answers.flatMap((answer) => draftsIn(answer[field.id]));
    if (isManyReferences(field)) items.forEach((item) => add(field.to, item));
    if (!isLines(field)) continue;
    for (const inner of Object.values(field.fields)) {
      const to = titledBy(inner);
      if (to !== null) items.forEach((line) => add(to, line[inner.id]));
    }
  }
  return found;
}

/** Whose titles its values have: the entity of a reference, or the lines of one, as `order.rows`; null for any other field. */
export function titledBy(field: Field | undefined): string | null {
  if (isLineReference(field)) return childTable(field.to, field.toLines);
  return isOneReference(field) ? field.to : null;
}

/** What one record is found with; a `View` is one. */
interface Findable extends Answering {
  /** What a statement selects of the row `t`. */
  readonly columns: Sql;
  /** The rows that may be read at all. */
  readonly rows: Sql;
  /** Those of them that the key of the entity may name. */
  readonly named: Sql;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_NAME = 200;

/** Whether a name has the form of an id. */
export function isId(name: string): boolean {
  return UUID.test(name);
}

/** How an address names a row: by the column, with the value. */
interface Address {
  readonly column: string;
  readonly value: string;
}

/** The row that an address names: by id, or by the entity's key. */
export function addressOf(entity: Entity, idOrKey: string): Address {
  const byId = entity.key === null || isId(idOrKey);
  const value = idOrKey.length > MAX_NAME ? '' : idOrKey.normalize('NFC');
  return { column: byId || entity.key === null ? 'id' : entity.key, value };
}

/** The statement that finds one row of a view, whose name by a column is its argument. */
const findingOf = memoizedWeakly((view: Findable) => memoized((by: string) => planFinding(view, by)));

function planFinding({ entity, columns, rows, named: nameable }: Findable, by: string): Sql {
  const readable = all([sql`t."trashed_at" IS NULL`, rows]);
  const named =
    by === 'id'
      ? fromOne(entity.id, 'id', argument(0), readable)
      : sql`FROM ${table(entity.id)} t WHERE ${column('t', by)} = ${argument(0)} AND (${all([readable, nameable])})`;
  return sql`SELECT ${columns} ${named} LIMIT 1`;
}

/**
 * One readable record, or null: the same for a row that is not there, one that may not be seen, and one that is named by a key
 * which may not.
 */
export async function findRecord(
  view: Findable,
  reader: Reader,
  idOrKey: string,
  scope: Scope,
): Promise<RecordValue | null> {
  const { column: by, value } = addressOf(view.entity, idOrKey);
  const statement = findingOf(view)(by);
  const rows = await reader.all(statement, valuesOf(statement, scope, [value]));
  const [record] = rows.length === 0 ? [] : await answerRows(view, reader, rows, scope);
  return record ?? null;
}
