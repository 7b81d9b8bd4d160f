import {
  type Facet,
  type Field,
  isReference,
  isTruth,
  type ListAnswer,
  MOST_FACET_VALUES,
  optionsIn,
  type Scope,
} from '@ninefold/model';
import { decodeField, storageOf } from '../../../storage/columns/registry.ts';
import type { Reader } from '../../../storage/database/database.ts';
import { childTable } from '../../../storage/sql/names.ts';
import {
  asCount,
  column,
  raw,
  recalled,
  resultColumn,
  sql,
  table,
  valuesOf,
  type Sql,
} from '../../../storage/sql/sql.ts';
import type { SqlValue } from '../../../storage/sql/sql-value.ts';
import type { Context } from '../../context/context.ts';
import type { View } from '../../views/view.ts';
import type { Views } from '../../views/views.ts';
import { listFilter } from './list-filter.ts';
import { badParameter, type ListParams } from './list-params.ts';
import { fieldOfSort } from './list-sort.ts';

/** How many facets one answer may have. */
const MOST_FACETS = 8;

/** What records are counted by: a field with options, one that is true or false, a reference, the state, or who made them. */
interface FacetKey {
  readonly name: string;
  /** Null for the state and for who made a record. */
  readonly field: Field | null;
  /** Values in the order in which they are answered, others after them; null: those that most records have come first. */
  readonly order: readonly Facet['value'][] | null;
  /** The entity that values refer to; null: they refer to none. */
  readonly to: string | null;
}

/** Reads `facets=state,priority`. A field that the caller may never read is as unknown as one that is not there. */
export function facetKeys({ entity, access }: View, names: readonly string[]): readonly FacetKey[] {
  const found = [...new Set(names)].map((name): FacetKey => {
    if (name === 'state' && entity.lifecycle !== null)
      return { name, field: null, order: Object.keys(entity.lifecycle.states), to: null };
    if (name === 'created_by') return { name, field: null, order: null, to: 'user' };
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    if (field === undefined || storageOf(field) === null || access.fields.get(name) === 'never')
      throw badParameter('facets');
    if (isReference(field)) return { name, field, order: null, to: field.to };
    const order = isTruth(field.type) ? [true, false] : optionsIn(field);
    if (order === null) throw badParameter('facets');
    return { name, field, order, to: null };
  });
  if (found.length > MOST_FACETS) throw badParameter('facets');
  return found;
}

/**
 * How many records each value of each key has, among those that the list would show without its filters of that key: what
 * somebody would find who chose another value. A record whose value the caller may not read is not counted.
 */
export async function countFacets(
  context: Context,
  views: Views,
  {
    view,
    params,
    keys,
    scope,
    reader,
  }: {
    readonly view: View;
    readonly params: ListParams;
    readonly keys: readonly FacetKey[];
    readonly scope: Scope;
    readonly reader: Reader;
  },
): Promise<NonNullable<ListAnswer['facets']>> {
  const facets: Record<string, readonly Facet[]> = {};
  for (const key of keys) {
    const filters = params.filters.filter(({ field }) => field !== key.name);
    const others = {
      view,
      params: { ...params, filters },
      named: [key.name, ...params.sort.map(fieldOfSort)],
      scope,
      reader,
    };
    const statement = facetSql(context, view, key, await listFilter(context, views, others));
    const { rows } = await recalled(reader, statement, valuesOf(statement, scope));
    const counted = rows.map((row) => ({ value: valueOf(context, key, VALUE.read(row)), count: COUNT.read(row) }));
    facets[key.name] =
      key.to === null
        ? counted.toSorted((one, other) => placeOf(key, one) - placeOf(key, other))
        : titled(counted, await view.titles(reader, key.to, idsOf(counted), scope));
  }
  return facets;
}

function idsOf(counted: readonly Facet[]): readonly string[] {
  return counted.flatMap(({ value }) => (value === null ? [] : String(value)));
}

/** Records with their titles, as far as the caller may see them. */
function titled(counted: readonly Facet[], titles: ReadonlyMap<string, string>): readonly Facet[] {
  return counted.map((facet) => {
    const title = titles.get(String(facet.value));
    return title === undefined ? facet : { ...facet, title };
  });
}

const COUNT = resultColumn('n', raw('count(*)'), asCount);
const VALUE = resultColumn('v', raw('"v"'), (value): SqlValue => value);

function facetSql(context: Context, { entity }: View, { name, field, to }: FacetKey, filter: Sql): Sql {
  const own = table(entity.id);
  const isList = field !== null && storageOf(field)?.kind === 'links';
  const stored = raw(context.dialect.aside(column('t', name).text));
  const rows = isList
    ? sql`SELECT l."value" AS "v" FROM ${own} t JOIN ${table(childTable(entity.id, name))} l ON l."record" = t."id" WHERE ${filter}`
    : sql`SELECT ${stored} AS "v" FROM ${own} t WHERE ${filter}`;
  const most = to === null ? '' : ` ORDER BY count(*) DESC, "v" NULLS LAST LIMIT ${String(MOST_FACET_VALUES)}`;
  return sql`SELECT ${VALUE.selected}, ${COUNT.selected} FROM (${rows}) AS f GROUP BY "v"${raw(most)}`;
}

function valueOf(context: Context, { field, to }: FacetKey, stored: SqlValue): Facet['value'] {
  if (stored === null) return null;
  const isText = field === null || to !== null || storageOf(field)?.kind === 'links';
  const value = isText ? stored : decodeField(context.dialect, field, stored);
  return typeof value === 'boolean' ? value : String(value);
}

/** Blanks come last. */
function placeOf({ order }: FacetKey, { value }: Facet): number {
  const known = order ?? [];
  const place = known.indexOf(value);
  return value === null ? Infinity : place === -1 ? known.length : place;
}
