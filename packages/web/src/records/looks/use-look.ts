import { PLAIN_LOOK, type ListLook, type ListView } from '@ninefold/model';
import { useListViews } from '../../base/model/use-model.ts';

/** How the reader sees a list: as they have chosen for it or for the view, else as the view was saved. */
export function useLook(screen: string, view: ListView | null): ListLook {
  const { looks } = useListViews();
  return looks[view?.id ?? screen] ?? view?.look ?? PLAIN_LOOK;
}
