import { useMemo, useState } from 'react';
import type { Entity, Filter } from '@ninefold/model';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { filterables, type Filterable } from './filterable.ts';
import styles from './filters.module.css';

interface FilterMenuProps {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  /** What narrows the list, as a call says it. */
  readonly query: string;
  /** Tells which field is asked about, for the name of what is open. */
  readonly onAsk: (field: string) => void;
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** The menu may arrive after the popover has opened, and takes the focus then. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The fields that a list can be narrowed by, then the form of the one that was chosen. */
export function FilterMenu({ entity, filters, query, onAsk, onChange }: FilterMenuProps) {
  const { field } = useTexts();
  const rights = useRights();
  const [about, setAbout] = useState<Filterable | null>(null);
  const all = useMemo(() => filterables(entity, rights), [entity, rights]);
  const choose = (each: Filterable): void => {
    setAbout(each);
    onAsk(each.id);
  };
  if (about === null) {
    return (
      <ul className={styles['fieldMenu']}>
        {all.map((each, index) => (
          <li key={each.id}>
            <button
              type="button"
              ref={index === 0 ? takeFocus : undefined}
              onClick={() => choose(each)}
              data-nf-filter={each.id}
            >
              {field(entity.id, each.id)}
            </button>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <>
      <p className={styles['filterTitle']}>{field(entity.id, about.id)}</p>
      <FilterEditor
        key={about.id}
        entity={entity}
        about={about}
        query={query}
        current={filters.filter((filter) => filter.field === about.id)}
        onApply={(found) => onChange([...filters.filter((filter) => filter.field !== about.id), ...found])}
      />
    </>
  );
}
