import { NO_TIMED_FILTERS, type Entity, type ListState } from '@ninefold/model';
import { AddFilter } from '../filters/add-filter.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import styles from './list.module.css';
import { SearchBox } from '../../kit/controls/search-box.tsx';

interface ListToolbarProps {
  readonly entity: Entity;
  readonly state: ListState;
  /** What narrows the list, as a call says it. */
  readonly query: string;
  readonly onChange: (next: Partial<ListState>, goesOn?: boolean) => void;
}

/** Search, filters, and what they are set to. */
export function ListToolbar({ entity, state, query, onChange }: ListToolbarProps) {
  return (
    <div className={styles['toolbar']}>
      <SearchBox value={state.search} onSearch={(search, goesOn) => onChange({ search }, goesOn)} />
      <AddFilter
        entity={entity}
        filters={state.filters}
        query={query}
        due={state.due}
        onChange={(filters) => onChange({ filters })}
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
    </div>
  );
}

/** Nothing narrows the list. */
export const CLEARED: Partial<ListState> = {
  ...NO_TIMED_FILTERS,
  ...{ filters: [], where: null, block: null, waiting: null, search: '' },
};
