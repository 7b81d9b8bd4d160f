import { Button } from '@mantine/core';
import {
  boundedOf,
  isReference,
  optionsIn,
  isTimed,
  NAMED_SPANS,
  systemField,
  wordsOf,
  type Entity,
  type Field,
  type Filter,
  type TimedFilters,
} from '@ninefold/model';
import { skipToken } from '@reduxjs/toolkit/query';
import { useFormat } from '../../base/format/use-format.ts';
import { useListQuery } from '../../base/calls/record-api.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { Chip } from './chip.tsx';
import { chipWord } from './chip-word.ts';
import styles from './filters.module.css';
import { lateComponent } from '../../kit/late/late-component.tsx';

/** Few lists are narrowed so: their code is no part of the first page. */
const TimedChips = lateComponent(withLateTexts(async () => (await import('./timed-chips.tsx')).TimedChips));

interface FilterChipsProps {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  readonly where: string | null;
  readonly block: string | null;
  readonly waiting: string | null;
  readonly timed: TimedFilters;
  readonly search: string;
  readonly onChange: (filters: readonly Filter[]) => void;
  readonly onDropWhere: () => void;
  readonly onDropBlock: () => void;
  readonly onDropWaiting: () => void;
  readonly onNarrow: (next: Partial<TimedFilters>) => void;
  readonly onDropSearch: () => void;
  readonly onClear: () => void;
}

/** What the list is narrowed by, each with a way to drop it. */
export function FilterChips(props: FilterChipsProps) {
  const { t, block: name } = useTexts();
  const { entity, filters, where, block, waiting, timed, search } = props;
  const [screen = '', id = ''] = block?.split('.') ?? [];
  const isNamed = where !== null || block !== null || waiting !== null || isTimed(timed);
  if (filters.length === 0 && !isNamed && search === '') return null;
  return (
    <ul className={styles['chips']} aria-label={t('list.filters')}>
      {search !== '' && (
        <Chip text={t('list.chip_search', { text: search })} onDrop={props.onDropSearch} hook="search" />
      )}
      {where !== null && <Chip text={t('list.chip_where')} title={where} onDrop={props.onDropWhere} hook="where" />}
      {waiting !== null && <Chip text={t('home.waiting')} onDrop={props.onDropWaiting} hook="waiting" />}
      {isTimed(timed) && <TimedChips timed={timed} onNarrow={props.onNarrow} />}
      {block !== null && <Chip text={name(screen, id)} onDrop={props.onDropBlock} hook="block" />}
      {filters.map((filter) => (
        <FilterChip
          key={`${filter.field} ${filter.op} ${filter.value}`}
          entity={entity}
          filter={filter}
          onDrop={() => props.onChange(filters.filter((each) => each !== filter))}
        />
      ))}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={props.onClear}>
          {t('list.clear')}
        </Button>
      </li>
    </ul>
  );
}

function FilterChip({ entity, filter, onDrop }: { entity: Entity; filter: Filter; onDrop: () => void }) {
  const { t, field } = useTexts();
  const about = entity.fields[filter.field] ?? systemField(filter.field);
  const words = useWords(entity, filter, about);
  const label = field(entity.id, filter.field);
  const text = (value: string): string => t(`list.chip_${chipWord(filter, about)}`, { field: label, value });
  const hook = `${filter.field}=${filter.op}:${filter.value}`;
  if (isReference(about) && filter.value !== '')
    return <ReferenceChip entity={about.to} id={filter.value} text={text} onDrop={onDrop} hook={hook} />;
  return <Chip text={text(words)} onDrop={onDrop} hook={hook} />;
}

function ReferenceChip(props: {
  entity: string;
  id: string;
  text: (value: string) => string;
  onDrop: () => void;
  hook: string;
}) {
  const { t } = useTexts();
  const ids = props.id.split(',').filter((id) => id !== 'me');
  const query = new URLSearchParams({ 'f.id': `in:${ids.join()}` }).toString();
  const { data } = useListQuery(ids.length === 0 ? skipToken : { entity: props.entity, query });
  const titles = props.id
    .split(',')
    .map((id) =>
      id === 'me'
        ? t('list.me')
        : (data?.items.find((record) => record.id === id)?.title ?? (data ? t('inputs.no_permission') : '…')),
    );
  return <Chip text={props.text(titles.join(', '))} onDrop={props.onDrop} hook={props.hook} />;
}

/** The values of a filter in words. */
function useWords(entity: Entity, filter: Filter, about: Field | null): string {
  const texts = useTexts();
  const { language, timeZone } = useFormat();
  const wording = {
    language,
    timeZone,
    option: (option: string) => texts.option(entity.id, filter.field, option),
    boolean: (value: boolean) => texts.t(value ? 'inputs.yes' : 'inputs.no'),
  };
  const offered = filter.field === 'state' ? Object.keys(entity.lifecycle?.states ?? {}) : optionsIn(about);
  const isOf = filter.op === 'in' || filter.op === 'eq' || filter.op === 'ne';
  const one = (value: string): string => {
    if (isOf && value !== '' && offered?.includes(value) === false) return texts.t('record.step_unknown');
    if (filter.field === 'state') return texts.state(entity.id, value);
    const span = NAMED_SPANS.find((name) => name === value);
    if (span !== undefined && about !== null && boundedOf(about.type) === 'moment') return texts.t(`list.span_${span}`);
    return about === null ? value : wordsOf(about, value, wording);
  };
  return filter.op === 'in' ? filter.value.split(',').map(one).join(', ') : one(filter.value);
}
