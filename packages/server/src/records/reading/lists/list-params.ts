import { Refusal } from '../../../refusal.ts';

/** What a list was asked for. */
export interface ListParams {
  readonly where: string | null;
  /** Screens and blocks whose conditions must hold too: `desk`, `home.late`. */
  readonly screens: readonly string[];
  /** Only records of which it is the caller's turn (`me`), or is by one of their life cycles (`me.delivery`); null: whosever it is. */
  readonly waiting: string | null;
  /** Only records to which something happens by itself in these days: `today`, `7d`, `2026-12-01..2026-12-31` (`due=`). */
  readonly due: string | null;
  /** Only records whose approval is awaited: from the caller, or from anyone (`awaited=`). */
  readonly awaited: AwaitedFrom | null;
  /** Only records of which a rule refuses what a timer does (`stuck=true`). */
  readonly stuck: boolean;
  /** Field ids, with `-` before it for descending. */
  readonly sort: readonly string[];
  readonly search: string | null;
  /** The search also looks into the titles of the records that lists show in their columns (`search_in=columns`). */
  readonly isInColumns: boolean;
  readonly select: readonly string[] | null;
  /** Paths of references, `category.team`. */
  readonly expand: readonly string[];
  readonly size: number;
  readonly page: number;
  readonly after: string | null;
  readonly total: 'exact' | 'capped' | 'none';
  /** Fields whose values are counted beside the page. */
  readonly facets: readonly string[];
  readonly trash: boolean;
  readonly filters: readonly Filter[];
  /** The language in which the reader reads translated texts; left out: the source language. */
  readonly language?: string | undefined;
}

/** From whom an approval is awaited. */
export type AwaitedFrom = 'me' | 'anyone';

/** `f.<field>=<op>:<value>` */
export interface Filter {
  readonly field: string;
  readonly op: string;
  readonly value: string;
}

export const MAX_SIZE = 200;
const MAX_PAGE = 1_000_000;
const MAX_TEXT = 2000;
/** Of the web application's own address, and the language of refusals; nothing of the data depends on them. */
const IGNORED: ReadonlySet<string> = new Set(['view', 'layout', 'lng']);
/** What says which records are meant. */
export const FILTERING: ReadonlySet<string> = new Set([
  'where',
  'screen',
  'waiting',
  'due',
  'awaited',
  'stuck',
  'search',
  'search_in',
  'trash',
]);
const KNOWN: ReadonlySet<string> = new Set([
  ...FILTERING,
  'sort',
  'select',
  'expand',
  'size',
  'page',
  'after',
  'total',
  'facets',
]);

export function badParameter(name: string): Refusal {
  return new Refusal('bad_parameter', { params: { parameter: name.slice(0, 60) } });
}

/** Reads the parameters of a list; whatever is unknown or malformed is a `bad_parameter` refusal. */
export function readListParams(params: URLSearchParams, pageSize: number): ListParams {
  return {
    ...readFilterParams(params, KNOWN),
    sort: listOf(params, 'sort') ?? [],
    ...shapeOf(params),
    size: numberOf(params, 'size', pageSize, MAX_SIZE),
    page: numberOf(params, 'page', 1, MAX_PAGE),
    after: textOf(params, 'after'),
    total: wordOf(params, 'total', ['exact', 'capped', 'none'], 'capped'),
    facets: listOf(params, 'facets') ?? [],
  };
}

/** Which records are meant. */
export type Filtering = Pick<
  ListParams,
  | 'where'
  | 'screens'
  | 'waiting'
  | 'due'
  | 'awaited'
  | 'stuck'
  | 'search'
  | 'isInColumns'
  | 'trash'
  | 'filters'
  | 'language'
>;

/** The parameters that say which records are meant; those of `known` may stand beside them. */
export function readFilterParams(params: URLSearchParams, known: ReadonlySet<string> = FILTERING): Filtering {
  refuseUnknown(params, known);
  return {
    where: textOf(params, 'where'),
    screens: listOf(params, 'screen') ?? [],
    waiting: turnIn(textOf(params, 'waiting')),
    due: textOf(params, 'due'),
    awaited: wordOf<AwaitedFrom | ''>(params, 'awaited', ['me', 'anyone'], '') || null,
    stuck: wordOf(params, 'stuck', ['true', 'false'], 'false') === 'true',
    search: textOf(params, 'search'),
    isInColumns: wordOf(params, 'search_in', ['texts', 'columns'], 'texts') === 'columns',
    trash: wordOf(params, 'trash', ['true', 'false'], 'false') === 'true',
    filters: [...params].filter(([name]) => name.startsWith('f.')).map(([name, value]) => readFilter(name, value)),
  };
}

/** Whose turn is asked for; whether there is such a life cycle is known where the entity is. */
function turnIn(text: string | null): string | null {
  if (text === null || text === 'anyone') return null;
  if (text === 'me' || text.startsWith('me.')) return text;
  throw badParameter('waiting');
}

const EXPORTING: ReadonlySet<string> = new Set([...FILTERING, 'sort', 'select']);

/** The parameters that say which records an export holds, in which order and with which fields. */
export function readExportParams(params: URLSearchParams): Filtering & Pick<ListParams, 'sort' | 'select'> {
  const filtering = readFilterParams(params, EXPORTING);
  return { ...filtering, sort: listOf(params, 'sort') ?? [], select: listOf(params, 'select') };
}

const SHAPING: ReadonlySet<string> = new Set(['select', 'expand']);

/** The parameters that say how a record is answered. */
export function readShapeParams(params: URLSearchParams): Pick<ListParams, 'select' | 'expand'> {
  refuseUnknown(params, SHAPING);
  return shapeOf(params);
}

/** Whatever is expanded is shown, too. */
export function shownFields({ select, expand }: Pick<ListParams, 'select' | 'expand'>): readonly string[] | null {
  return select === null ? null : [...select, ...expand.map((path) => path.split('.')[0] ?? '')];
}

function shapeOf(params: URLSearchParams): Pick<ListParams, 'select' | 'expand'> {
  return { select: listOf(params, 'select'), expand: listOf(params, 'expand') ?? [] };
}

/** What has bounds of its own: an expression, and the records of a page by their ids. */
const LONG: ReadonlySet<string> = new Set(['where', 'f.id']);

/** Filters may be repeated, and must all hold; of everything else one value counts. */
function refuseUnknown(params: URLSearchParams, known: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (const [name, value] of params) {
    const isKnown = name.startsWith('f.') || (known.has(name) && !seen.has(name)) || IGNORED.has(name);
    if (!isKnown || (value.length > MAX_TEXT && !LONG.has(name))) throw badParameter(name);
    seen.add(name);
  }
}

function readFilter(name: string, text: string): Filter {
  const at = text.indexOf(':');
  const op = at < 0 ? text : text.slice(0, at);
  return { field: name.slice(2), op, value: at < 0 ? '' : text.slice(at + 1) };
}

export function textOf(params: URLSearchParams, name: string): string | null {
  const text = params.get(name)?.replaceAll('\u0000', '').trim() ?? '';
  return text === '' ? null : text;
}

export function listOf(params: URLSearchParams, name: string): readonly string[] | null {
  return (
    textOf(params, name)
      ?.split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '') ?? null
  );
}

export function numberOf(params: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = textOf(params, name);
  if (text === null) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > max) throw badParameter(name);
  return Number(text);
}

function wordOf<W extends string>(params: URLSearchParams, name: string, words: readonly W[], fallback: W): W {
  const text = textOf(params, name);
  if (text === null) return fallback;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw badParameter(name);
  return word;
}
