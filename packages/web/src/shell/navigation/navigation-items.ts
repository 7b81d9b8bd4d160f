import { canEver, type Model, type Rights, type Screen } from '@ninefold/model';
import type { HomeAnswer } from '../../base/calls/home-api.ts';

/** One entry of the navigation. */
export interface NavigationItem {
  readonly screen: Screen;
  /** How many records wait for the reader there; null where none does, and for lists that show only a part. */
  readonly waiting: number | null;
}

/** A heading (null for the entries without one) and the entries under it. */
export interface NavigationGroup {
  readonly id: string | null;
  readonly items: readonly NavigationItem[];
}

/** What the navigation asks about a kind of screen. */
interface NavigationKind<S extends Screen> {
  /** Whether the reader may ever use such a screen. */
  isOpen(screen: S, model: Model, rights: Rights): boolean;
  /** The entity that it lists, and whether it lists all of it; null where it lists none. */
  lists(screen: S): { readonly entity: string; readonly whole: boolean } | null;
}

const ALWAYS_OPEN = { isOpen: () => true, lists: () => null };
const KINDS: { readonly [K in Screen['kind']]: NavigationKind<Extract<Screen, { readonly kind: K }>> } = {
  blocks: ALWAYS_OPEN,
  list: {
    isOpen: ({ entity }, model, rights) => entity in model.entities && canEver(rights, entity, 'read'),
    lists: ({ entity, where }) => ({ entity, whole: where === null }),
  },
  record: ALWAYS_OPEN,
  form: { isOpen: ({ entity }, _model, rights) => canEver(rights, entity, 'create'), lists: () => null },
  page: ALWAYS_OPEN,
};

function kindOf<S extends Screen>(screen: S): NavigationKind<S> {
  return KINDS[screen.kind] as unknown as NavigationKind<S>; // the table pairs each kind with its screens
}

function isReachable(screen: Screen, model: Model, rights: Rights): boolean {
  return !screen.path.includes(':') && kindOf(screen).isOpen(screen, model, rights);
}

const listOf = (screen: Screen) => kindOf(screen).lists(screen);

/** Without a menu: the written screens, else the standard lists. */
function unwritten(model: Model, rights: Rights): readonly Screen[] {
  const open = model.screens.filter((screen) => isReachable(screen, model, rights));
  const written = open.filter((screen) => screen.written);
  const listed = new Set(written.map((screen) => listOf(screen)?.entity));
  const lists = open.filter((screen) => {
    const list = listOf(screen);
    return !screen.written && list !== null && !listed.has(list.entity);
  });
  return [...written, ...lists];
}

/** The navigation of this reader: the menu of the specification, with the number of records that wait. */
export function navigationGroups(
  model: Model,
  rights: Rights,
  home: HomeAnswer | undefined,
): readonly NavigationGroup[] {
  const counted = new Set<string>();
  const item = (screen: Screen): NavigationItem => {
    const list = listOf(screen);
    const entry =
      list?.whole === true && !counted.has(list.entity)
        ? home?.waiting.find((each) => each.entity === list.entity)
        : undefined;
    if (entry) counted.add(entry.entity);
    return { screen, waiting: entry && entry.total > 0 ? entry.total : null };
  };
  if (model.menu.length === 0) return [{ id: null, items: unwritten(model, rights).map(item) }];
  return model.menu
    .map((group) => ({
      id: group.id,
      items: group.screens
        .flatMap((id) => model.screens.filter((screen) => screen.id === id).slice(0, 1))
        .filter((screen) => isReachable(screen, model, rights))
        .map(item),
    }))
    .filter((group) => group.items.length > 0);
}

/** The entry of the start page, and the groups without it. */
export function partStart(
  groups: readonly NavigationGroup[],
  start: Screen,
): { readonly start: NavigationItem; readonly rest: readonly NavigationGroup[] } {
  const found = groups.flatMap(({ items }) => items).find(({ screen }) => screen === start);
  const rest = groups.map((group) => ({ ...group, items: group.items.filter(({ screen }) => screen !== start) }));
  return { start: found ?? { screen: start, waiting: null }, rest: rest.filter(({ items }) => items.length > 0) };
}
