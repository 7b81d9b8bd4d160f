import { Refusal } from '../../refusal.ts';

/** What a list was asked for. */
export interface ListParams {
  readonly where: string | null;
  /** Field ids, with `-` before it for descending. */
  readonly sort: readonly string[];
  readonly search: string | null;
  readonly select: readonly string[] | null;
  readonly size: number;
  readonly page: number;
  readonly after: string | null;
  readonly total: 'exact' | 'capped' | 'none';
  readonly trash: boolean;
  readonly filters: readonly Filter[];
}

/** `f.<field>=<op>:<value>` */
export interface Filter {
  readonly field: string;
  readonly op: string;
  readonly value: string;
}

export const MAX_SIZE = 200;
const MAX_PAGE = 1_000_000;
const MAX_TEXT = 2000;
/** Of the web application's own address; nothing of the answer depends on them. */
const IGNORED: ReadonlySet<string> = new Set(['view', 'layout']);
const KNOWN: ReadonlySet<string> = new Set([
  'where',
  'sort',
  'search',
  'select',
  'size',
  'page',
  'after',
  'total',
  'trash',
]);

export function badParameter(name: string): Refusal {
  return new Refusal('bad_parameter', { params: { parameter: name.slice(0, 60) } });
}

/** Reads the parameters of a list; whatever is unknown or malformed is a `bad_parameter` refusal. */
export function readListParams(params: URLSearchParams, pageSize: number): ListParams {
  const filters: Filter[] = [];
  for (const [name, value] of params) {
    if (name.startsWith('f.')) filters.push(readFilter(name, value));
    else if (!KNOWN.has(name) && !IGNORED.has(name)) throw badParameter(name);
    if (value.length > MAX_TEXT) throw badParameter(name);
  }
  return {
    where: textOf(params, 'where'),
    sort: listOf(params, 'sort') ?? [],
    search: textOf(params, 'search'),
    select: listOf(params, 'select'),
    size: numberOf(params, 'size', pageSize, MAX_SIZE),
    page: numberOf(params, 'page', 1, MAX_PAGE),
    after: textOf(params, 'after'),
    total: wordOf(params, 'total', ['exact', 'capped', 'none'], 'capped'),
    trash: wordOf(params, 'trash', ['true', 'false'], 'false') === 'true',
    filters,
  };
}

function readFilter(name: string, text: string): Filter {
  const at = text.indexOf(':');
  const op = at < 0 ? text : text.slice(0, at);
  return { field: name.slice(2), op, value: at < 0 ? '' : text.slice(at + 1) };
}

function textOf(params: URLSearchParams, name: string): string | null {
  const text = params.get(name)?.replaceAll('\u0000', '').trim() ?? '';
  return text === '' ? null : text;
}

function listOf(params: URLSearchParams, name: string): readonly string[] | null {
  return (
    textOf(params, name)
      ?.split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '') ?? null
  );
}

function numberOf(params: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = textOf(params, name);
  if (text === null) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badParameter(name);
  return Math.min(Number(text), max);
}

function wordOf<W extends string>(params: URLSearchParams, name: string, words: readonly W[], fallback: W): W {
  const text = textOf(params, name);
  if (text === null) return fallback;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw badParameter(name);
  return word;
}
