import type { Entity, ListAnswer, ListDefaults, ListLook, ListScreen, ListState, ListView } from '@ninefold/model';
import { GroupChoice } from '../grouping/group-choice.tsx';
import { QuickFilters } from '../filters/quick-filters.tsx';
import { LostView } from '../list-views/lost-view.tsx';
import { ViewBar } from '../list-views/view-bar.tsx';
import { useSetLook } from '../looks/use-set-look.ts';
import { ColumnsMenu } from '../looks/columns-menu.tsx';
import type { Column } from '../rows/columns.ts';
import { useLastPage } from './use-last-page.ts';
import styles from './extras.module.css';

export { LayoutSwitch } from './layout-switch.tsx';

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
      <ColumnsMenu className={styles['button']} entity={entity} columns={columns} look={look} onChange={setLook}>
        <GroupChoice entity={entity} state={state} onChange={onChange} />
      </ColumnsMenu>
    </>
  );
}
