import { Button } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { Entity, Filter, TimedFilters } from '@ninefold/model';
import type { Grouping, Sorting } from '../sorting/sorting.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { LatePopover } from '../../kit/floating/late-popover.tsx';
import { useNarrow } from '../../kit/floating/use-narrow.ts';
import { Loading } from '../../kit/messages/loading.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const FilterMenu = lateComponent(
  withLateTexts(async () => (await import('./filter-menu.tsx')).FilterMenu),
  Loading,
);

interface AddFilterProps {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  /** What narrows the list, as a call says it. */
  readonly query: string;
  /** The days that `due=` says. */
  readonly due: string | null;
  /** The order of the list, which heads of columns change where there is room for them. */
  readonly sorting: Sorting;
  /** Null where the list is no table. */
  readonly grouping: Grouping | null;
  /** `goesOn`: it follows another change of what is being typed. */
  readonly onChange: (filters: readonly Filter[], goesOn: boolean) => void;
  readonly onNarrow: (next: Partial<TimedFilters>) => void;
}

/** Whether a picker in the form shows its list, which Esc and a press elsewhere close first. */
function isListOpen(): boolean {
  return document.querySelector('[data-nf-filter-form] [aria-expanded="true"]') !== null;
}

/** Says at what is typed that it cannot be read, as Enter does. */
function sayUnread(): void {
  document.querySelector<HTMLFormElement>('[data-nf-filter-form]')?.requestSubmit();
}

/** Chooses a field, then what to look for in it. What cannot be read is said before it is dropped. */
export function AddFilter({ entity, filters, query, due, sorting, grouping, onChange, onNarrow }: AddFilterProps) {
  const { t } = useTexts();
  const narrow = useNarrow();
  const title = t(narrow ? 'list.sort_and_filter' : 'list.add_filter');
  const [open, setOpen] = useState(false);
  const [about, setAbout] = useState<string | null>(null);
  // Told: at what is typed it has been said that it cannot be read.
  const [unread, setUnread] = useState<boolean | 'told'>(false);
  const close = (): void => {
    setOpen(false);
    setAbout(null);
    setUnread(false);
  };
  const leave = (): void => {
    if (isListOpen()) return;
    if (unread !== true) return close();
    setUnread('told');
    sayUnread();
  };
  return (
    <LatePopover
      look={{
        label: about ? t('list.filter_by', { field: about }) : title,
        sheet: true,
        position: 'bottom-start',
        width: 320,
        closeOnEscape: false,
        closeOnClickOutside: !unread,
        onKeyDown: (event) => event.key === 'Escape' && !isListOpen() && close(),
      }}
      opening={{ opened: open, onChange: (next) => (next ? setOpen(true) : leave()) }}
      target={(target) => (
        <Button variant="default" leftSection={<ListFilter size={16} aria-hidden />} data-nf-add-filter {...target}>
          {title}
        </Button>
      )}
    >
      <Boundary place={{ part: 'filter', entity: entity.id }}>
        <FilterMenu
          entity={entity}
          filters={filters}
          query={query}
          due={due}
          sorting={narrow ? sorting : null}
          grouping={narrow ? grouping : null}
          onAsk={setAbout}
          onUnread={(next) => setUnread((before) => next && (before || next))}
          onChange={onChange}
          onDone={close}
          onNarrow={(next) => {
            onNarrow(next);
            close();
          }}
        />
      </Boundary>
    </LatePopover>
  );
}
