import type { Entity, ListState } from '@ninefold/model';
import { AddFilter } from '../filters/add-filter.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import styles from './list.module.css';
import { SearchBox } from '../../kit/controls/search-box.tsx';

interface ListToolbarProps {
  readonly entity: Entity;
  readonly state: ListState;
  /** What narrows the list, as a call says it. */
  readonly query: string;
  readonly onChange: (next: Partial<ListState>) => void;
}

/** Search, filters, and what they are set to. */
export function ListToolbar({ entity, state, query, onChange }: ListToolbarProps) {
  return (
    <div className={styles['toolbar']}>
      <SearchBox value={state.search} onSearch={(search) => onChange({ search })} />
      <AddFilter entity={entity} filters={state.filters} query={query} onChange={(filters) => onChange({ filters })} />
      <FilterChips
        entity={entity}
        filters={state.filters}
        where={state.where}
        block={state.block}
        waiting={state.waiting}
        search={state.search}
        onChange={(filters) => onChange({ filters })}
        onDropWhere={() => onChange({ where: null })}
        onDropBlock={() => onChange({ block: null })}
        onDropWaiting={() => onChange({ waiting: false })}
        onDropSearch={() => onChange({ search: '' })}
        onClear={() => onChange(CLEARED)}
      />
    </div>
  );
}

/** Nothing narrows the list. */
export const CLEARED: Partial<ListState> = { filters: [], where: null, block: null, waiting: false, search: '' };
