import { Button, Popover } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Entity } from '@ninefold/model';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import { FilterEditor } from './filter-editor.tsx';
import { filterables, type Filterable } from './filterable.ts';
import styles from './filters.module.css';
import type { Filter } from './list-state.ts';

interface AddFilterProps {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** Whether a picker in the form shows its list, which Esc closes first. */
function isListOpen(): boolean {
  return document.querySelector('[data-nf-filter-form] [aria-expanded="true"]') !== null;
}

/** Chooses a field, then what to look for in it. */
export function AddFilter({ entity, filters, onChange }: AddFilterProps) {
  const { t, field } = useTexts();
  const rights = useRights();
  const [open, setOpen] = useState(false);
  const [about, setAbout] = useState<Filterable | null>(null);
  const all = useMemo(() => filterables(entity, rights), [entity, rights]);
  const close = (): void => {
    setOpen(false);
    setAbout(null);
  };
  const apply = (found: readonly Filter[]): void => {
    onChange([...filters.filter((filter) => filter.field !== about?.id), ...found]);
    close();
  };
  return (
    <Popover
      opened={open}
      onChange={(next) => (next ? setOpen(true) : close())}
      closeOnEscape={false}
      trapFocus
      returnFocus
      withRoles
      shadow="md"
      position="bottom-start"
      width={320}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ListFilter size={16} aria-hidden />}
          onClick={() => (open ? close() : setOpen(true))}
          data-nf-add-filter
        >
          {t('list.add_filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        onKeyDown={(event) => event.key === 'Escape' && !isListOpen() && close()}
        aria-label={about ? t('list.filter_by', { field: field(entity.id, about.id) }) : t('list.add_filter')}
      >
        {about === null ? (
          <ul className={styles['fieldMenu']}>
            {all.map((each, index) => (
              <li key={each.id}>
                <button
                  type="button"
                  data-autofocus={index === 0 || undefined}
                  onClick={() => setAbout(each)}
                  data-nf-filter={each.id}
                >
                  {field(entity.id, each.id)}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <>
            <p className={styles['filterTitle']}>{field(entity.id, about.id)}</p>
            <FilterEditor
              key={about.id}
              entity={entity}
              about={about}
              current={filters.filter((filter) => filter.field === about.id)}
              onApply={apply}
            />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
