import type { ListScreen } from '@ninefold/model';

/** The address of a view. */
export function viewPath({ path }: Pick<ListScreen, 'path'>, id: string): string {
  return `${path}?${new URLSearchParams({ view: id }).toString()}`;
}
