import {
  allows,
  type Entity,
  type Facet,
  type Field,
  idOf,
  isList,
  isMap,
  isOneOption,
  isOneReference,
  isProse,
  isReference,
  isTruth,
  MOST_FACET_VALUES,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { decimalsOf } from '../../storage/columns/registry.ts';
import { fold, searchedFields, searchedLines } from '../../storage/search/search-text.ts';
import { quoted } from '../../storage/sql/names.ts';
import { type Context, scopeOf } from '../context/context.ts';
import type { Caller, Records } from '../context/records.ts';
import { planLoad } from '../loading/load.ts';
import { treeOf } from '../loading/tree.ts';
import { type DrawnFilter, type ListShape, PAGE, pageAt, textOf } from './list-shapes.ts';
import { withGrants } from './narrowed.ts';

/** What a list should answer. */
export interface ExpectedList {
  readonly total: number;
  /** Ids of the page in order. */
  readonly ids: readonly string[];
}

/** A group as it should be: its key, how many records it has, and the sum in units of its decimals. */
export type ExpectedGroup = readonly [key: string | null, count: number, sum: string | null];

/** The records that the evaluator lets a caller read, each as a read of it alone answers. */
export async function readableRecords(
  context: Context,
  records: Records,
  caller: Caller,
  entity: Entity,
): Promise<readonly RecordValue[]> {
  const scope = scopeOf(context, caller);
  const rows = await context.db.read.all(`SELECT "id" FROM ${quoted(entity.id)} WHERE "trashed_at" IS NULL`, []);
  const needed = withGrants(context.model, caller.rights, entity.id, ['id']);
  const loaded = await planLoad(context, entity, treeOf(context.model, entity, needed)).load(
    context.db.read,
    rows.map(({ id }) => String(id)),
    scope,
  );
  const ids = [...loaded].filter(([, record]) => allows(caller.rights, entity.id, 'read', { ...scope, record }));
  return Promise.all(ids.map(([id]) => records.get(caller, entity.id, id)));
}

/** What a drawn list should answer to whoever may read these records; `rows` is what its page is reckoned from. */
export function expectedList(
  entity: Entity,
  shape: ListShape,
  readable: readonly RecordValue[],
  rows: number,
): ExpectedList {
  const found = meant(entity, shape, readable);
  const start = (pageAt(shape, rows) - 1) * PAGE;
  const sorted = found.toSorted((one, other) => inOrder(entity, shape, one, other));
  return { total: found.length, ids: sorted.slice(start, start + PAGE).map(({ id }) => id) };
}

/** The groups that a drawn list should have, in the order of their keys as texts. */
export function expectedGroups(
  entity: Entity,
  shape: ListShape,
  readable: readonly RecordValue[],
): readonly ExpectedGroup[] {
  const groups = new Map<string | null, RecordValue[]>();
  for (const record of meant(entity, shape, readable)) {
    const key = textOf(record[shape.group ?? '']);
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups]
    .map(([key, own]): ExpectedGroup => [key, own.length, shape.sum === null ? null : sumOf(entity, shape.sum, own)])
    .toSorted(([one], [other]) => compareTexts(String(one), String(other)));
}

/** How many records have each value of a field, among those that a shape means without its filters of that field. */
export function expectedFacet(
  entity: Entity,
  shape: ListShape,
  name: string,
  readable: readonly RecordValue[],
): readonly Facet[] {
  const filters = shape.filters.filter(({ field }) => field !== name);
  const counts = new Map<Facet['value'], Facet>();
  for (const record of meant(entity, { ...shape, filters }, readable)) {
    const stored = record[name];
    if (stored === undefined) continue;
    for (const wire of Array.isArray(stored) ? (stored as readonly Wire[]) : [stored]) {
      const value = idOf(wire) ?? (wire as Facet['value']); // an option, a truth or a blank
      const { title } = (isReferenceValue(wire) ? wire : {}) as { readonly title?: string };
      const count = (counts.get(value)?.count ?? 0) + 1;
      counts.set(value, title === undefined ? { value, count } : { value, count, title });
    }
  }
  const field = entity.fields[name];
  const found = [...counts.values()];
  if (name !== 'created_by' && (field === undefined || !isReference(field))) return found;
  return found.toSorted(byCount).slice(0, MOST_FACET_VALUES);
}

/** Those first that most records have, blanks after the others of as many. */
function byCount(one: Facet, other: Facet): number {
  if (one.count !== other.count) return other.count - one.count;
  if (one.value === null || other.value === null) return one.value === null ? 1 : -1;
  return one.value < other.value ? -1 : 1;
}

function isReferenceValue(wire: Wire): boolean {
  return typeof wire === 'object' && wire !== null && !Array.isArray(wire);
}

/** A sum in the smallest unit of its field; blank where no record says anything. */
export function inUnits(entity: Entity, name: string, value: Wire | undefined): string | null {
  const field = entity.fields[name];
  const scale = field === undefined ? 0 : (decimalsOf(field) ?? 0);
  return value === null || value === undefined ? null : String(Math.round(Number(value) * 10 ** scale));
}

/** The sum of nothing is nought, as in every expression. */
function sumOf(entity: Entity, name: string, records: readonly RecordValue[]): string {
  const values = records.flatMap((record) => inUnits(entity, name, record[name]) ?? []);
  return String(values.reduce((sum, value) => sum + BigInt(value), 0n));
}

/** The records that a shape means: those on which its caller reads every field that it names. */
function meant(entity: Entity, shape: ListShape, readable: readonly RecordValue[]): readonly RecordValue[] {
  const named = [
    ...shape.filters.map(({ field }) => field),
    ...[nameOfSort(shape), shape.group, shape.sum].filter((name) => name !== null && name !== ''),
  ];
  return readable.filter(
    (record) =>
      named.every((name) => record[String(name)] !== undefined) &&
      shape.filters.every((filter) => passes(entity, filter, record[filter.field])) &&
      (shape.search === null || isFound(entity, shape.search, record)),
  );
}

function isFound(entity: Entity, search: string, record: RecordValue): boolean {
  const word = fold(search.trim());
  const inLines = searchedLines(entity).flatMap(({ lines, fields }) => {
    const items: Wire | undefined = record[lines.id];
    return (isList(items) ? items : []).flatMap((line) => (isMap(line) ? fields.map(({ id }) => line[id]) : []));
  });
  return [...searchedFields(entity).map(({ id }) => record[id]), ...inLines].some((value) =>
    fold(textOf(value) ?? '').includes(word),
  );
}

function passes(entity: Entity, { field: name, op, value }: DrawnFilter, stored: Wire | undefined): boolean {
  const text = textOf(stored);
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  switch (op) {
    case 'blank':
      return text === null;
    case 'filled':
      return text !== null;
    case 'ne':
      return text !== value;
    case 'in':
      return text !== null && value.split(',').includes(text);
    case 'has':
      return text !== null && fold(text).includes(fold(value));
    case 'eq':
      return text !== null && compare(field, text, value) === 0;
    case 'lt':
      return text !== null && compare(field, text, value) < 0;
    case 'ge':
      return text !== null && compare(field, text, value) >= 0;
  }
}

function compare(field: Field | undefined, one: string, other: string): number {
  const isNumber = field !== undefined && decimalsOf(field) !== null;
  return isNumber ? Number(one) - Number(other) : compareTexts(one, other);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function nameOfSort({ sort }: ListShape): string | null {
  return sort === null ? null : sort.replace(/^-/, '');
}

/** Blanks come last either way; the id decides between equals, newest first where nothing else is asked for. */
function inOrder(entity: Entity, shape: ListShape, one: RecordValue, other: RecordValue): number {
  const name = nameOfSort(shape);
  const sign = shape.sort === null || shape.sort.startsWith('-') ? -1 : 1;
  const byId = sign * compareTexts(one.id, other.id);
  if (name === null) return byId;
  const [left, right] = [keyOf(entity, name, one), keyOf(entity, name, other)];
  if (left === null || right === null) return left === right ? byId : left === null ? 1 : -1;
  const between = typeof left === 'number' ? left - Number(right) : compareTexts(left, String(right));
  return between === 0 ? byId : sign * between;
}

/** What a record is put in order by. */
function keyOf(entity: Entity, name: string, record: RecordValue): string | number | null {
  const value = record[name];
  const text = textOf(value);
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (text === null || field === undefined) return text;
  if (isOneOption(field)) return field.options.indexOf(text);
  if (isTruth(field.type)) return Number(value);
  if (decimalsOf(field) !== null) return Number(text);
  if (isOneReference(field)) return lower((value as { readonly title?: string }).title ?? null); // a reference in wire form
  const isName = isProse(field.type, 'line') && entity.key !== field.id && !field.unique;
  return isName || field.sortBy !== null ? lower(text) : text;
}

/** Latin letters alone, as the databases do. */
function lower(text: string | null): string | null {
  return text?.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ?? null;
}
