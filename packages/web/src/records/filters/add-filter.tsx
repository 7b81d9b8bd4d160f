import { Button, Popover } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Entity, Filter } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { Loading } from '../../kit/messages/loading.tsx';

const FilterMenu = lazy(async () => ({ default: (await import('./filter-menu.tsx')).FilterMenu }));

interface AddFilterProps {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  /** What narrows the list, as a call says it. */
  readonly query: string;
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** Whether a picker in the form shows its list, which Esc closes first. */
function isListOpen(): boolean {
  return document.querySelector('[data-nf-filter-form] [aria-expanded="true"]') !== null;
}

/** Chooses a field, then what to look for in it. */
export function AddFilter({ entity, filters, query, onChange }: AddFilterProps) {
  const { t, field } = useTexts();
  const [open, setOpen] = useState(false);
  const [about, setAbout] = useState<string | null>(null);
  const close = (): void => {
    setOpen(false);
    setAbout(null);
  };
  const apply = (next: readonly Filter[]): void => {
    onChange(next);
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
        aria-label={about ? t('list.filter_by', { field: field(entity.id, about) }) : t('list.add_filter')}
      >
        <Boundary place={{ part: 'filter', entity: entity.id }}>
          <Suspense fallback={<Loading />}>
            <FilterMenu entity={entity} filters={filters} query={query} onAsk={setAbout} onChange={apply} />
          </Suspense>
        </Boundary>
      </Popover.Dropdown>
    </Popover>
  );
}
