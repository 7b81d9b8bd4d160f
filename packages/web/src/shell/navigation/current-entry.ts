import type { Model, Screen } from '@ninefold/model';
import { matchPath } from 'react-router';
import type { NavigationItem } from './navigation-items.ts';

/** The runtime's own pages that belong to one entity. */
const OF_ENTITY = ['/_/import/:entity', '/_/trash/:entity'] as const;
/** The entry of the runtime's own page of what waits for the reader. */
export const MY_WORK = '_home';
/** The entry of the runtime's own page of what happens by itself. */
export const BY_ITSELF = '_due';

/** Where the reader is. */
export interface Whereabouts {
  readonly pathname: string;
  readonly search: string;
  /** The address of the list that they came from; null where they came another way. */
  readonly from: string | null;
}

/**
 * The id of the entry that a page belongs to, and whether the entry leads to this very page. A page that no entry leads to
 * belongs to the screen whose figure or list led to it, else to a list of the same entity: a record or a list of all records
 * never to one of some of them. Null: to none.
 */
export function currentEntry(
  model: Model,
  items: readonly NavigationItem[],
  { pathname, search, from }: Whereabouts,
): { readonly id: string; readonly isPage: boolean } | null {
  if (pathname === '/_/home') return { id: MY_WORK, isPage: true };
  if (pathname === '/_/due') return { id: BY_ITSELF, isPage: true };
  const at = (path: string | undefined) => items.find(({ screen }) => screen.path === path)?.screen.id;
  const here = at(pathname);
  if (here !== undefined) return { id: here, isPage: true };
  const [listed, query = search] = from?.split('?') ?? [];
  const shown = screenAt(model, listed ?? pathname);
  const lists = items.flatMap(({ screen }) => (isListOf(screen, entityAt(model, pathname)) ? [screen] : []));
  const ofAll = lists.find(({ where }) => where === null)?.id;
  // A list of some may be without the records that this page shows.
  const mayBeOthers = shown !== undefined && (shown.kind === 'list' || shown.path.includes('/:'));
  const of = at(listed) ?? named(items, query) ?? ofAll ?? (mayBeOthers ? undefined : lists[0]?.id);
  return of === undefined ? null : { id: of, isPage: false };
}

/** The entry whose figure or list an address names. */
function named(items: readonly NavigationItem[], search: string): string | undefined {
  const params = new URLSearchParams(search);
  if (params.has('waiting')) return MY_WORK;
  const screen = params.get('block')?.split('.')[0];
  return items.find((item) => item.screen.id === screen)?.screen.id;
}

function screenAt({ screens }: Model, pathname: string): Screen | undefined {
  return screens.find(({ path }) => matchPath(path, pathname) !== null);
}

function entityAt(model: Model, pathname: string): string | undefined {
  const screen = screenAt(model, pathname);
  if (screen !== undefined) return 'entity' in screen ? screen.entity : undefined;
  return OF_ENTITY.map((path) => matchPath(path, pathname)?.params.entity).find((entity) => entity !== undefined);
}

function isListOf(screen: Screen, entity: string | undefined): screen is Extract<Screen, { readonly kind: 'list' }> {
  return screen.kind === 'list' && screen.entity === entity;
}
