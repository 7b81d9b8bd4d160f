export const FILTER_OPS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'has', 'blank', 'filled'] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

/** One chip: `f.<field>=<op>:<value>`; the values of `in` are separated by commas. */
export interface Filter {
  readonly field: string;
  readonly op: FilterOp;
  readonly value: string;
}

/** Everything a list shows, as its address says it. */
export interface ListState {
  /** A further expression in the address (`where=`), or null. */
  readonly where: string | null;
  readonly search: string;
  readonly filters: readonly Filter[];
  /** Field ids, `-` before one for descending. */
  readonly sort: readonly string[];
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/** What an address leaves out. */
export interface ListDefaults {
  readonly sort: readonly string[];
  readonly size: number;
}

export const PAGE_SIZES: readonly number[] = [25, 50, 100, 200];

/** Reads an address; what it does not understand is left aside. */
export function readListState(params: URLSearchParams, defaults: ListDefaults): ListState {
  const sort = params.get('sort');
  return {
    where: params.get('where') || null,
    search: params.get('search') ?? '',
    filters: [...params].flatMap(([name, value]) => readFilter(name, value)),
    sort: sort === null ? defaults.sort : sort.split(',').filter((entry) => entry !== ''),
    page: wholeNumber(params.get('page')) ?? 1,
    size: PAGE_SIZES.find((size) => size === wholeNumber(params.get('size'))) ?? defaults.size,
  };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function readFilter(name: string, text: string): readonly Filter[] {
  if (!name.startsWith('f.')) return [];
  const colon = text.indexOf(':');
  const op = FILTER_OPS.find((each) => each === (colon < 0 ? text : text.slice(0, colon)));
  return op ? [{ field: name.slice(2), op, value: colon < 0 ? '' : text.slice(colon + 1) }] : [];
}

/** Writes the state into an address; parameters that are none of the list's own (`lng`) stay. */
export function writeListState(state: ListState, defaults: ListDefaults, current: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams([...current].filter(([name]) => !isOwn(name)));
  if (state.where !== null) params.set('where', state.where);
  if (state.search !== '') params.set('search', state.search);
  for (const { field, op, value } of state.filters) params.append(`f.${field}`, `${op}:${value}`);
  if (state.sort.join() !== defaults.sort.join()) params.set('sort', state.sort.join());
  if (state.page > 1) params.set('page', String(state.page));
  if (state.size !== defaults.size) params.set('size', String(state.size));
  return params;
}

const OWN = new Set(['where', 'search', 'sort', 'page', 'size']);

function isOwn(name: string): boolean {
  return OWN.has(name) || name.startsWith('f.');
}

/** What narrows the list, as a call says it: the screen's own condition and that of the address must both hold. */
export function filterQuery(state: ListState, screenWhere: string | null): URLSearchParams {
  const params = new URLSearchParams();
  const where = [screenWhere, state.where].filter((each): each is string => each !== null && each !== '');
  const [only] = where;
  if (where.length > 1) params.set('where', where.map((each) => `(${each})`).join(' && '));
  else if (only !== undefined) params.set('where', only);
  if (state.search !== '') params.set('search', state.search);
  for (const { field, op, value } of state.filters) params.append(`f.${field}`, `${op}:${value}`);
  return params;
}

/** The question to `GET /api/<entity>`. */
export function listQuery(state: ListState, screenWhere: string | null): URLSearchParams {
  const params = filterQuery(state, screenWhere);
  if (state.sort.length > 0) params.set('sort', state.sort.join());
  params.set('page', String(state.page));
  params.set('size', String(state.size));
  params.set('total', 'capped');
  return params;
}

/** The sort after pressing a column's button: ascending, descending, then the screen's own order. */
export function nextSort(current: readonly string[], field: string, defaults: ListDefaults): readonly string[] {
  if (current[0] === field) return [`-${field}`];
  return current[0] === `-${field}` && current.join() !== defaults.sort.join() ? defaults.sort : [field];
}
