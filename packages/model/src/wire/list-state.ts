import type { Model } from '../ir/model.ts';
import { ALL_LAYOUTS, type Layout } from '../ir/layout.ts';
import type { ListScreen } from '../ir/screen.ts';

/** How a filter compares a field with its value. */
export const FILTER_OPS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'has', 'blank', 'filled'] as const;
/** One of them. */
export type FilterOp = (typeof FILTER_OPS)[number];

/** One chip: `f.<field>=<op>:<value>`; the values of `in` are separated by commas. */
export interface Filter {
  readonly field: string;
  readonly op: FilterOp;
  readonly value: string;
}

/** Names of days, weeks and months that stand for a value of a date, told by the day of the call; `now` is its moment. `me` stands for the caller. */
export const NAMED_SPANS = [
  'now',
  'yesterday',
  'today',
  'tomorrow',
  'last_week',
  'this_week',
  'next_week',
  'last_month',
  'this_month',
  'next_month',
] as const;
/** One of them. */
export type NamedSpan = (typeof NAMED_SPANS)[number];

/** What narrows a list by what happens to its records by itself, and by approvals. */
export interface TimedFilters {
  /** Something happens by itself in these days (`due=`): `today`, `7d`, `2026-12-01..2026-12-31`; or null. */
  readonly due: string | null;
  /** From whom an approval is awaited (`awaited=`), or null. */
  readonly awaited: 'me' | 'anyone' | null;
  /** A rule refuses what a timer does, or nobody is left to give an approval (`stuck=true`). */
  readonly stuck: boolean;
}

/** Nothing of that narrows the list. */
export const NO_TIMED_FILTERS: TimedFilters = { due: null, awaited: null, stuck: false };

/** Whether any of that narrows the list. */
export function isTimed({ due, awaited, stuck }: TimedFilters): boolean {
  return due !== null || awaited !== null || stuck;
}

/** Everything a list shows, as its address says it. */
export interface ListState extends TimedFilters {
  /** The view that it began as (`view=`), or null. */
  readonly view: string | null;
  /** A further expression in the address (`where=`), or null. */
  readonly where: string | null;
  /** The block, as `home.late`, whose records these are (`block=`), or null. */
  readonly block: string | null;
  /** Only records of which it is the reader's turn: `me`, or `me.delivery` by one of their life cycles; null: whosever it is. */
  readonly waiting: string | null;
  readonly search: string;
  readonly filters: readonly Filter[];
  /** Field ids, `-` before one for descending. */
  readonly sort: readonly string[];
  /** The field whose values a table heads its records with, or null. */
  readonly group: string | null;
  /** The values of `group` whose records are folded away; empty for those without a value. */
  readonly folded: readonly string[];
  /** How the list is drawn; null: as its screen says first. */
  readonly layout: Layout | null;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/** What an address leaves out. */
export interface ListDefaults {
  readonly sort: readonly string[];
  readonly size: number;
}

/** At most so many values of a reference are counted beside a page (`facets=`), those first that most records have. */
export const MOST_FACET_VALUES = 50;

/** How many rows a page may have. */
export const PAGE_SIZES: readonly number[] = [25, 50, 100, 200];

/** What the address of a screen leaves out: the order of the screen, and the rows of a page that the application limits. */
export function listDefaults({ sort }: Pick<ListScreen, 'sort'>, { limits }: Pick<Model, 'limits'>): ListDefaults {
  const limit = limits['page_size']?.value;
  return { sort, size: PAGE_SIZES.find((each) => each === limit) ?? 25 };
}

/** Reads the state of an address. Parameters that it does not know are ignored, filters never are. */
export function readListState(params: URLSearchParams, defaults: ListDefaults): ListState {
  const sort = params.get('sort');
  return {
    view: params.get('view') || null,
    where: params.get('where') || null,
    block: params.get('block') || null,
    waiting: /^me\b/.test(params.get('waiting') ?? '') ? params.get('waiting') : null,
    due: params.get('due') || null,
    awaited: AWAITED.find((from) => from === params.get('awaited')) ?? null,
    stuck: params.get('stuck') === 'true',
    search: params.get('search') ?? '',
    filters: [...params].flatMap(([name, value]) => readFilter(name, value)),
    sort: sort === null ? defaults.sort : sort.split(',').filter((entry) => entry !== ''),
    group: params.get('group') || null,
    folded: params.get('group') ? (params.get('folded')?.split(',') ?? []) : [],
    layout: ALL_LAYOUTS.find((layout) => layout === params.get('layout')) ?? null,
    page: wholeNumber(params.get('page')) ?? 1,
    size: PAGE_SIZES.find((size) => size === wholeNumber(params.get('size'))) ?? defaults.size,
  };
}

const AWAITED = ['me', 'anyone'] as const;

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** A text without an operator is a value that is equal: a filter that was left out would show every record, as if the address said so. */
function readFilter(name: string, text: string): readonly Filter[] {
  if (!name.startsWith('f.')) return [];
  const colon = text.indexOf(':');
  const op = FILTER_OPS.find((each) => each === (colon < 0 ? text : text.slice(0, colon)));
  if (op === undefined) return [{ field: name.slice(2), op: 'eq', value: text }];
  return [{ field: name.slice(2), op, value: colon < 0 ? '' : text.slice(colon + 1) }];
}

/** Writes the state into an address; parameters that are none of the list's own (`lng`) stay. */
export function writeListState(state: ListState, defaults: ListDefaults, current: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams([...current].filter(([name]) => !isOwn(name)));
  if (state.view !== null) params.set('view', state.view);
  if (state.where !== null) params.set('where', state.where);
  if (state.block !== null) params.set('block', state.block);
  if (state.waiting !== null) params.set('waiting', state.waiting);
  setTimed(params, state);
  if (state.search !== '') params.set('search', state.search);
  for (const { field, op, value } of state.filters) params.append(`f.${field}`, `${op}:${value}`);
  if (state.sort.join() !== defaults.sort.join()) params.set('sort', state.sort.join());
  if (state.group !== null) params.set('group', state.group);
  if (state.group !== null && state.folded.length > 0) params.set('folded', state.folded.join());
  if (state.layout !== null) params.set('layout', state.layout);
  if (state.page > 1) params.set('page', String(state.page));
  if (state.size !== defaults.size) params.set('size', String(state.size));
  if (viewAlone(params) !== null) params.set('search', '');
  return params;
}

/** The view to which an address leaves everything but the page; null: it says all by itself. */
export function viewAlone(params: URLSearchParams): string | null {
  const said = [...params.keys()].filter((name) => isOwn(name) && name !== 'view' && name !== 'page');
  return said.length === 0 ? params.get('view') || null : null;
}

/** Whether two states show the same list, on whatever page. */
export function isSameList(one: ListState, other: ListState, defaults: ListDefaults): boolean {
  const written = (state: ListState): string =>
    writeListState({ ...state, page: 1, view: null }, defaults, new URLSearchParams()).toString();
  return written(one) === written(other);
}

function setTimed(params: URLSearchParams, { due, awaited, stuck }: TimedFilters): void {
  if (due !== null) params.set('due', due);
  if (awaited !== null) params.set('awaited', awaited);
  if (stuck) params.set('stuck', 'true');
}

const OWN = new Set([
  'view',
  'where',
  'block',
  'waiting',
  'due',
  'awaited',
  'stuck',
  'search',
  'sort',
  'group',
  'folded',
  'layout',
  'page',
  'size',
]);

function isOwn(name: string): boolean {
  return OWN.has(name) || name.startsWith('f.');
}

/**
 * What narrows the list, as a call says it: the conditions of the screen and of a block are the specification's own and are
 * named, that of the address is the reader's.
 */
export function filterQuery(state: ListState, screen: Pick<ListScreen, 'id' | 'where'>): URLSearchParams {
  const params = new URLSearchParams();
  const named = [...(screen.where === null ? [] : [screen.id]), ...(state.block === null ? [] : [state.block])];
  if (named.length > 0) params.set('screen', named.join());
  if (state.waiting !== null) params.set('waiting', state.waiting);
  setTimed(params, state);
  if (state.where !== null) params.set('where', state.where);
  if (state.search !== '') {
    params.set('search', state.search);
    params.set('search_in', 'columns');
  }
  for (const { field, op, value } of state.filters) params.append(`f.${field}`, `${op}:${value}`);
  return params;
}

/** The query of `GET /api/<entity>`. */
export function listQuery(state: ListState, screen: Pick<ListScreen, 'id' | 'where'>): URLSearchParams {
  const params = shownQuery(state, screen);
  const sort = sortShown(state);
  if (sort.length > 0) params.set('sort', sort.join());
  params.set('page', String(state.page));
  params.set('size', String(state.size));
  params.set('total', 'capped');
  return params;
}

/** What narrows the records that are shown: what narrows the list, without the groups that are folded. */
export function shownQuery(state: ListState, screen: Pick<ListScreen, 'id' | 'where'>): URLSearchParams {
  const params = filterQuery(state, screen);
  for (const value of state.group === null ? [] : state.folded)
    params.append(`f.${state.group}`, value === '' ? 'filled' : `ne:${value}`);
  return params;
}

/** The order of the groups: ascending, unless the list is sorted by their field the other way. */
export function sortOfGroups({ group, sort }: Pick<ListState, 'group' | 'sort'>): string {
  return sort.find((entry) => entry.replace(/^-/, '') === group) ?? group ?? '';
}

/** The order of the records: group by group, in each as the list is sorted, which is newest first where nothing is said. */
function sortShown({ group, sort }: Pick<ListState, 'group' | 'sort'>): readonly string[] {
  if (group === null) return sort;
  const first = sortOfGroups({ group, sort });
  const others = sort.filter((entry) => entry !== first).slice(0, MOST_SORTED - 1);
  return [first, ...(sort.length === 0 ? ['-created_at'] : others)];
}

/** A call sorts by at most so many fields. */
const MOST_SORTED = 5;

/** The sort after pressing a column's button: ascending, descending, then the screen's own order. */
export function nextSort(current: readonly string[], field: string, defaults: ListDefaults): readonly string[] {
  if (current[0] === field) return [`-${field}`];
  return current[0] === `-${field}` && current.join() !== defaults.sort.join() ? defaults.sort : [field];
}
