import {
  boundedOf,
  isOpaque,
  isProse,
  PERIODS,
  typeOf,
  type Entity,
  type Expression,
  type Field,
  type Period,
} from '@ninefold/model';
import { columnOf, decimalsOf } from '../../../storage/columns/registry.ts';
import {
  badParameter,
  FILTERING,
  listOf,
  MAX_SIZE,
  numberOf,
  readFilterParams,
  type Filtering,
  type ListParams,
} from '../lists/list-params.ts';
import { fieldOfSort } from '../lists/list-sort.ts';
import type { View } from '../../views/view.ts';

export type Measuring = 'sum' | 'avg' | 'min' | 'max';

/** `sum:cost` */
export interface Measure {
  readonly fn: Measuring;
  readonly field: Field;
}

/** What records are grouped by: a field with a column, `state`, `created_by`, `changed_by`, or the period of a day or moment. */
export interface GroupKey {
  /** As it was asked for: `due:month`. */
  readonly name: string;
  readonly field: string;
  readonly part: Period | null;
  /** Of a block: the expression whose value it is, in the place of a field. */
  readonly of: Expression | null;
}

/** What a list was asked to be grouped by. */
export interface GroupParams extends Filtering, Pick<ListParams, 'size' | 'page'> {
  readonly keys: readonly GroupKey[];
  readonly measures: readonly Measure[];
  /** Names of keys or `count`, with `-` before it for descending. */
  readonly sort: readonly string[];
}

const KNOWN: ReadonlySet<string> = new Set([...FILTERING, 'group', 'select', 'sort', 'size', 'page']);
const FUNCTIONS: readonly Measuring[] = ['sum', 'avg', 'min', 'max'];
const MAX_KEYS = 3;
const MAX_MEASURES = 8;
const MAX_PAGE = 10_000;

/** Reads `group=state,due:month&select=count,sum:cost&sort=-count`. Without a name in `group` all records are one group. */
export function readGroupParams(params: URLSearchParams, view: View): GroupParams {
  const filtering = readFilterParams(params, KNOWN);
  const keys = (listOf(params, 'group') ?? []).map((name) => keyOf(view, name));
  if (keys.length > MAX_KEYS || new Set(keys.map(({ name }) => name)).size < keys.length) throw badParameter('group');
  const measures = (listOf(params, 'select') ?? []).flatMap((name) =>
    name === 'count' ? [] : [measureOf(view, name)],
  );
  if (measures.length > MAX_MEASURES) throw badParameter('select');
  const sort = listOf(params, 'sort') ?? [];
  const sortable = new Set(['count', ...keys.map(({ name }) => name)]);
  if (sort.length > MAX_KEYS || !sort.every((entry) => sortable.has(fieldOfSort(entry)))) throw badParameter('sort');
  return {
    ...filtering,
    keys,
    measures,
    sort,
    size: numberOf(params, 'size', MAX_SIZE, MAX_SIZE),
    page: numberOf(params, 'page', 1, MAX_PAGE),
  };
}

function keyOf(view: View, name: string): GroupKey {
  const [field = '', part = null, ...more] = name.split(':');
  const own = readableField(view, field);
  if (part !== null) {
    const period = PERIODS.find((candidate) => candidate === part);
    if (period === undefined || more.length > 0 || momentKind(view.entity, own, field) === null)
      throw badParameter('group');
    return { name, field, part: period, of: null };
  }
  const isSystem =
    ['created_by', 'changed_by'].includes(field) || (field === 'state' && view.entity.lifecycle !== null);
  if (!isSystem && (!own || isProse(own.type, 'block') || isOpaque(own) || columnOf(own) === null))
    throw badParameter('group');
  return { name, field, part, of: null };
}

/** Whether a field, or what every record has, is a day or a moment. */
export function momentKind(entity: Entity, own: Field | null, name: string): 'date' | 'datetime' | null {
  if (own === null) {
    if (Object.hasOwn(entity.fields, name) || !SYSTEM_MOMENTS.has(name)) return null;
    return name === 'state_since' && entity.lifecycle === null ? null : 'datetime';
  }
  const { kind } = typeOf(own, entity.id);
  return columnOf(own) !== null && (kind === 'date' || kind === 'datetime') ? kind : null;
}

const SYSTEM_MOMENTS: ReadonlySet<string> = new Set(['created_at', 'changed_at', 'state_since']);

function measureOf(view: View, name: string): Measure {
  const [written = '', id = '', ...more] = name.split(':');
  const fn = FUNCTIONS.find((candidate) => candidate === written);
  const field = readableField(view, id);
  const isNumber = field !== null && (decimalsOf(field) !== null || isSpan(field, view.entity));
  const isExtreme = (fn === 'min' || fn === 'max') && field !== null && boundedOf(field.type) === 'moment';
  if (!fn || !field || more.length > 0 || columnOf(field) === null || !(isNumber || isExtreme))
    throw badParameter('select');
  return { fn, field };
}

/** Whether a field holds lengths of time, which are measured in milliseconds. */
export function isSpan(field: Field, { id }: Pick<Entity, 'id'>): boolean {
  return typeOf(field, id).kind === 'duration';
}

/** A field that the caller may never read is as unknown as one that is not there. */
function readableField({ entity, access }: View, name: string): Field | null {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field && access.fields.get(name) !== 'never' ? field : null;
}
