import type { Model, Screen } from '@ninefold/model';
import { matchPath } from 'react-router';
import type { NavigationItem } from './navigation-items.ts';

/** The runtime's own pages that belong to one entity. */
const OF_ENTITY = ['/_/import/:entity', '/_/trash/:entity'] as const;
/** The entry of the runtime's own page of what waits for the reader. */
export const MY_WORK = '_home';

/** Where the reader is. */
export interface Whereabouts {
  readonly pathname: string;
  readonly search: string;
  /** The address of the list that they came from; null where they came another way. */
  readonly from: string | null;
}

/**
 * The id of the entry that a page belongs to, and whether the entry leads to this very page. A page that no entry leads to
 * belongs to the screen whose figure or list led to it, else to a list of the same entity. Null: to none.
 */
export function currentEntry(
  model: Model,
  items: readonly NavigationItem[],
  { pathname, search, from }: Whereabouts,
): { readonly id: string; readonly isPage: boolean } | null {
  if (pathname === '/_/home') return { id: MY_WORK, isPage: true };
  const at = (path: string | undefined) => items.find(({ screen }) => screen.path === path)?.screen.id;
  const here = at(pathname);
  if (here !== undefined) return { id: here, isPage: true };
  const of =
    at(from?.split('?')[0]) ?? named(items, from?.split('?')[1] ?? search) ?? listOf(items, entityAt(model, pathname));
  return of === undefined ? null : { id: of, isPage: false };
}

/** The entry whose figure or list an address names. */
function named(items: readonly NavigationItem[], search: string): string | undefined {
  const params = new URLSearchParams(search);
  if (params.get('waiting') === 'me') return MY_WORK;
  const screen = params.get('block')?.split('.')[0];
  return items.find((item) => item.screen.id === screen)?.screen.id;
}

function entityAt(model: Model, pathname: string): string | undefined {
  const screen = model.screens.find(({ path }) => matchPath(path, pathname) !== null);
  if (screen !== undefined) return 'entity' in screen ? screen.entity : undefined;
  return OF_ENTITY.map((path) => matchPath(path, pathname)?.params.entity).find((entity) => entity !== undefined);
}

/** The list of an entity, first one that shows all of it. */
function listOf(items: readonly NavigationItem[], entity: string | undefined): string | undefined {
  const lists = items.flatMap(({ screen }) => (isListOf(screen, entity) ? [screen] : []));
  return (lists.find(({ where }) => where === null) ?? lists[0])?.id;
}

function isListOf(screen: Screen, entity: string | undefined): screen is Extract<Screen, { readonly kind: 'list' }> {
  return screen.kind === 'list' && screen.entity === entity;
}
