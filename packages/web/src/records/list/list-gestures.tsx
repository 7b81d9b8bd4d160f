import type { Entity } from '@ninefold/model';
import { CellEditing } from '../cells/cell-editing.tsx';
import { ListPeek } from '../peek/list-peek.tsx';
import type { Column } from '../rows/columns.ts';
import { useMe } from '../../base/model/use-model.ts';
import { useRangeKeys } from '../rows/use-range-keys.ts';

export { ColumnHandle } from '../looks/column-handle.tsx';

interface ListGesturesProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
}

/** What the pointer and the keys do with the rows of a list. */
export function ListGestures({ entity, columns }: ListGesturesProps) {
  useRangeKeys(useMe().id);
  return (
    <>
      <CellEditing entity={entity} columns={columns} />
      <ListPeek entity={entity} />
    </>
  );
}
