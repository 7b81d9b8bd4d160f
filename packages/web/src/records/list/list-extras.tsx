import type { Entity, ListAnswer, ListDefaults, ListLook, ListScreen, ListState, ListView } from '@ninefold/model';
import { CellEditing } from '../cells/cell-editing.tsx';
import { GroupChoice } from '../grouping/group-choice.tsx';
import { QuickFilters } from '../filters/quick-filters.tsx';
import { LostView } from '../list-views/lost-view.tsx';
import { ViewBar } from '../list-views/view-bar.tsx';
import { useSetLook } from '../looks/use-set-look.ts';
import { ColumnsMenu } from '../looks/columns-menu.tsx';
import { ListPeek } from '../peek/list-peek.tsx';
import type { Column } from '../rows/columns.ts';
import { useMe } from '../../base/model/use-model.ts';
import { useRangeKeys } from '../rows/use-range-keys.ts';
import { useLastPage } from './use-last-page.ts';
import styles from './extras.module.css';

export { ColumnHandle } from '../looks/column-handle.tsx';
export { GroupedTable } from '../grouping/grouped-table.tsx';
export { LayoutSwitch } from './layout-switch.tsx';
export { TotalsRow } from '../looks/totals-row.tsx';

export interface ListExtrasProps {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly columns: readonly Column[];
  readonly state: ListState;
  readonly defaults: ListDefaults;
  readonly view: ListView | null;
  /** The list as the view says it, or as the screen does. */
  readonly origin: ListState;
  readonly look: ListLook;
  /** The records of the present address; undefined until they are there. */
  readonly answer: ListAnswer | undefined;
  /** A change that `goesOn` takes the place of the last in the browser history. */
  readonly onChange: (next: Partial<ListState>, goesOn?: boolean) => void;
}

/** What stands above a list and is not needed for its first rows. */
export function ListExtras(props: ListExtrasProps) {
  const { entity, screen, columns, state, view, look, answer, onChange } = props;
  useLastPage(state, answer, onChange);
  useRangeKeys(useMe().id);
  const setLook = useSetLook(view?.id ?? screen.id);
  return (
    <>
      {state.view !== null && view === null && <LostView />}
      <ViewBar {...props} onLook={setLook} />
      <QuickFilters
        entity={entity}
        columns={columns}
        filters={state.filters}
        onChange={(filters) => onChange({ filters })}
      />
      <CellEditing entity={entity} columns={columns} />
      <ListPeek entity={entity} />
      <ColumnsMenu className={styles['button']} entity={entity} columns={columns} look={look} onChange={setLook}>
        <GroupChoice entity={entity} state={state} onChange={onChange} />
      </ColumnsMenu>
    </>
  );
}
