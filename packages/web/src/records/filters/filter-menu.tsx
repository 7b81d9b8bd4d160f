import { useId, useMemo, useState, type ReactNode } from 'react';
import type { Entity, Filter, TimedFilters } from '@ninefold/model';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SortBox } from '../sorting/sort-box.tsx';
import { DueDays } from './due-days.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { filterables, isOfRecord, type Filterable } from './filterable.ts';
import { GroupChoice } from '../grouping/group-choice.tsx';
import type { Grouping, Sorting } from '../sorting/sorting.ts';
import { timedChoices } from './timed-choices.ts';
import styles from './filters.module.css';

interface FilterMenuProps {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  /** What narrows the list, as a call says it. */
  readonly query: string;
  readonly due: string | null;
  /** Null where the list itself is sorted. */
  readonly sorting: Sorting | null;
  /** Null where the list cannot be grouped, or its columns have the choice. */
  readonly grouping: Grouping | null;
  /** Tells what is asked about, for the name of what is open. */
  readonly onAsk: (name: string) => void;
  /** Tells whether something is typed that cannot be read: it is not to be lost by a press elsewhere. */
  readonly onUnread: (unread: boolean) => void;
  readonly onChange: (filters: readonly Filter[], goesOn: boolean) => void;
  readonly onDone: () => void;
  readonly onNarrow: (next: Partial<TimedFilters>) => void;
}

/** What the fields are about. */
const PARTS = [
  { part: 'fields', has: (each: Filterable) => !isOfRecord(each) },
  { part: 'record', has: isOfRecord },
] as const;

/** Choices under what they are about. */
function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <>
      <p id={id}>{heading}</p>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  );
}

/** The menu may arrive after the popover has opened, and takes the focus then. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The fields that a list can be narrowed by, then the form of the one that was chosen. */
export function FilterMenu(props: FilterMenuProps) {
  const { entity, filters, query, due, sorting, grouping, onAsk, onUnread, onChange, onDone, onNarrow } = props;
  const { t, field } = useTexts();
  const rights = useRights();
  const [about, setAbout] = useState<Filterable | 'days' | null>(null);
  const all = useMemo(() => filterables(entity, rights), [entity, rights]);
  const choose = (each: Filterable): void => {
    setAbout(each);
    onAsk(field(entity.id, each.id));
  };
  const timed = timedChoices(entity, rights);
  const askDays = (): void => {
    setAbout('days');
    onAsk(t('list.timed_days'));
  };
  if (about === null) {
    return (
      <>
        <div className={styles['order']}>
          {sorting && <SortBox entity={entity} {...sorting} />}
          {grouping && <GroupChoice entity={entity} {...grouping} />}
        </div>
        <div className={styles['fieldMenu']}>
          {PARTS.map(({ part, has }) => (
            <Part key={part} heading={t(`list.filter_${part}`)}>
              {all.filter(has).map((each) => (
                <li key={each.id}>
                  <button
                    type="button"
                    ref={each === all[0] ? takeFocus : undefined}
                    onClick={() => choose(each)}
                    data-nf-filter={each.id}
                  >
                    {field(entity.id, each.id)}
                  </button>
                </li>
              ))}
            </Part>
          ))}
          {timed.length > 0 && (
            <Part heading={t('list.filter_timed')}>
              {timed.map(({ id, sets }) => (
                <li key={id}>
                  <button type="button" onClick={() => (sets === null ? askDays() : onNarrow(sets))} data-nf-timed={id}>
                    {t(`list.timed_${id}`)}
                  </button>
                </li>
              ))}
            </Part>
          )}
        </div>
      </>
    );
  }
  if (about === 'days') {
    return (
      <>
        <p className={styles['filterTitle']}>{t('list.timed_days')}</p>
        <DueDays entity={entity} query={query} due={due} onUnread={onUnread} onApply={onNarrow} />
      </>
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
        onApply={(found, goesOn) =>
          onChange([...filters.filter((filter) => filter.field !== about.id), ...found], goesOn)
        }
        onUnread={onUnread}
        onDone={onDone}
      />
    </>
  );
}
