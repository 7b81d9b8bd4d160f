import type { Entity, ListLook, ListScreen, ListView } from '@ninefold/model';
import { useMemo } from 'react';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { columnsOf, listedColumns, type Column } from '../rows/columns.ts';
import { useLook } from './use-look.ts';

/** How the reader sees a list, with the columns that this gives. */
export function useListLook(
  entity: Entity,
  screen: ListScreen,
  view: ListView | null,
): {
  readonly look: ListLook;
  readonly columns: readonly Column[];
} {
  const model = useModel();
  const rights = useRights();
  const look = useLook(screen.id, view);
  const columns = useMemo(() => {
    const chosen =
      look.columns === null
        ? []
        : columnsOf(
            entity,
            look.columns.map(({ id }) => id),
            rights,
          );
    return chosen.length > 0 ? chosen : columnsOf(entity, listedColumns(model, screen), rights);
  }, [entity, model, screen, rights, look]);
  return { look, columns };
}
