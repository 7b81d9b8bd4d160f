import { canEver, type Model, type Rights, type Screen } from '@ninefold/model';
import type { HomeAnswer } from '../home/home-api.ts';

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

function isReachable(screen: Screen, model: Model, rights: Rights): boolean {
  if (screen.path.includes(':')) return false;
  if (screen.kind === 'form') return canEver(rights, screen.entity, 'create');
  if (screen.kind === 'list') return screen.entity in model.entities && canEver(rights, screen.entity, 'read');
  return true;
}

/** Without a menu: the written screens, else the standard lists. */
function unwritten(model: Model, rights: Rights): readonly Screen[] {
  const open = model.screens.filter((screen) => isReachable(screen, model, rights));
  const written = open.filter((screen) => screen.written);
  const listed = new Set(written.flatMap((screen) => (screen.kind === 'list' ? [screen.entity] : [])));
  const lists = open.filter((screen) => !screen.written && screen.kind === 'list' && !listed.has(screen.entity));
  return [...written, ...lists];
}

/** The navigation of this reader: the menu of the specification, with the work that waits. */
export function navigationGroups(
  model: Model,
  rights: Rights,
  home: HomeAnswer | undefined,
): readonly NavigationGroup[] {
  const counted = new Set<string>();
  const item = (screen: Screen): NavigationItem => {
    const entry =
      screen.kind === 'list' && screen.where === null && !counted.has(screen.entity)
        ? home?.waiting.find((each) => each.entity === screen.entity)
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
