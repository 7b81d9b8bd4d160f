import {
  layoutOf,
  listDefaults,
  listQuery,
  readListState,
  type Entity,
  type ListScreen,
  type ListState,
  type Model,
} from '@ninefold/model';

/** A list whose rows can be drawn before the application has come. */
export interface ShownList {
  readonly screen: ListScreen;
  readonly entity: Entity;
  readonly state: ListState;
}

/** Whether a path is that of a screen, as the router compares them. */
function isAt({ path }: ListScreen, pathname: string): boolean {
  const plain = (one: string): string => one.replace(/\/$/, '').toLowerCase();
  return plain(path) === plain(pathname);
}

/**
 * The list at this place of the page, where it is a plain table and `address` asks for its rows. Null: anything else, which the
 * application draws alone.
 */
export function shownList(
  model: Model,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  address: string,
): ShownList | null {
  const screen = model.screens.find((one): one is ListScreen => one.kind === 'list' && isAt(one, pathname));
  const entity = model.entities[screen?.entity ?? ''];
  if (screen === undefined || entity === undefined) return null;
  const state = readListState(new URLSearchParams(search), listDefaults(screen, model));
  const isPlain = state.view === null && state.group === null && layoutOf(screen, state.layout) === 'table';
  const asked = `/api/${entity.id}?${listQuery(state, screen).toString()}`;
  return isPlain && asked === address ? { screen, entity, state } : null;
}
