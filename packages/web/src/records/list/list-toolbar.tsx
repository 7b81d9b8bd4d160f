import { layoutOf, type Entity, type ListScreen, type ListState } from '@ninefold/model';
import { AddFilter } from '../filters/add-filter.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import { LayoutSwitch } from './late-extras.tsx';
import styles from './list.module.css';
import { SearchBox } from '../../kit/controls/search-box.tsx';
import { CLEARED } from '../rows/cleared.ts';
import type { Column } from '../rows/columns.ts';

interface ListToolbarProps {
  readonly entity: Entity;
  /** The screen that says how the list can be drawn; null: as a table alone. */
  readonly screen: ListScreen | null;
  readonly columns: readonly Column[];
  readonly state: ListState;
  /** What narrows the list, as a call says it. */
  readonly query: string;
  /** Whether the layouts can be chosen here. */
  readonly hasLayouts: boolean;
  readonly onChange: (next: Partial<ListState>, goesOn?: boolean) => void;
}

/** Search, filters, and what they are set to. */
export function ListToolbar({ entity, screen, columns, state, query, hasLayouts, onChange }: ListToolbarProps) {
  return (
    <div className={styles['toolbar']}>
      <SearchBox value={state.search} onSearch={(search, goesOn) => onChange({ search }, goesOn)} />
      <AddFilter
        entity={entity}
        filters={state.filters}
        query={query}
        due={state.due}
        sorting={{ columns, sort: state.sort, onSort: (sort) => onChange({ sort }) }}
        grouping={screen !== null && layoutOf(screen, state.layout) === 'table' ? { state, onChange } : null}
        onChange={(filters, goesOn) => onChange({ filters }, goesOn)}
        onNarrow={onChange}
      />
      <FilterChips
        entity={entity}
        filters={state.filters}
        where={state.where}
        block={state.block}
        waiting={state.waiting}
        timed={state}
        search={state.search}
        onChange={(filters) => onChange({ filters })}
        onDropWhere={() => onChange({ where: null })}
        onDropBlock={() => onChange({ block: null })}
        onDropWaiting={() => onChange({ waiting: null })}
        onNarrow={onChange}
        onDropSearch={() => onChange({ search: '' })}
        onClear={() => onChange(CLEARED)}
      />
      {hasLayouts && <LayoutSwitch screen={screen} state={state} onChange={onChange} />}
    </div>
  );
}
