import { Button, CloseButton } from '@mantine/core';
import type { Entity, Field } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import { useListQuery } from '../record/record-api.ts';
import { useTexts } from '../texts/use-texts.ts';
import styles from './list.module.css';
import type { Filter } from './list-state.ts';
import { systemField } from './system-fields.ts';

interface FilterChipsProps {
  readonly entity: Entity;
  readonly filters: readonly Filter[];
  readonly where: string | null;
  readonly search: string;
  readonly onChange: (filters: readonly Filter[]) => void;
  readonly onDropWhere: () => void;
  readonly onDropSearch: () => void;
  readonly onClear: () => void;
}

/** What the list is narrowed by, each with a way to drop it. */
export function FilterChips(props: FilterChipsProps) {
  const { t } = useTexts();
  const { entity, filters, where, search } = props;
  if (filters.length === 0 && where === null && search === '') return null;
  return (
    <ul className={styles['chips']} aria-label={t('list.filters')}>
      {search !== '' && (
        <Chip text={t('list.chip_search', { text: search })} onDrop={props.onDropSearch} hook="search" />
      )}
      {where !== null && <Chip text={t('list.chip_where')} title={where} onDrop={props.onDropWhere} hook="where" />}
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

function Chip({ text, title, onDrop, hook }: { text: string; title?: string; onDrop: () => void; hook: string }) {
  const { t } = useTexts();
  return (
    <li className={styles['chip']} data-nf-chip={hook} title={title}>
      <span>{text}</span>
      <CloseButton size="sm" aria-label={t('list.drop', { text })} onClick={onDrop} />
    </li>
  );
}

function FilterChip({ entity, filter, onDrop }: { entity: Entity; filter: Filter; onDrop: () => void }) {
  const { t, field } = useTexts();
  const about = entity.fields[filter.field] ?? systemField(filter.field);
  const words = useWords(entity, filter, about);
  const reference = about?.type === 'reference' || about?.type === 'references' ? about : null;
  const label = field(entity.id, filter.field);
  const text = (value: string): string => t(`list.chip_${isOneOf(filter) ? 'eq' : filter.op}`, { field: label, value });
  const hook = `${filter.field}=${filter.op}:${filter.value}`;
  if (reference && filter.value !== '')
    return <ReferenceChip entity={reference.to} id={filter.value} text={text} onDrop={onDrop} hook={hook} />;
  return <Chip text={text(words)} onDrop={onDrop} hook={hook} />;
}

/** One of a single value is that value. */
function isOneOf({ op, value }: Filter): boolean {
  return op === 'in' && !value.includes(',');
}

function ReferenceChip(props: {
  entity: string;
  id: string;
  text: (value: string) => string;
  onDrop: () => void;
  hook: string;
}) {
  const { t } = useTexts();
  const { data } = useListQuery({
    entity: props.entity,
    query: new URLSearchParams({ 'f.id': `in:${props.id}` }).toString(),
  });
  const titles = props.id
    .split(',')
    .map((id) => data?.items.find((record) => record.id === id)?.title ?? t('inputs.no_permission'));
  return (
    <Chip text={props.text(data === undefined ? '…' : titles.join(', '))} onDrop={props.onDrop} hook={props.hook} />
  );
}

/** The values of a filter in words. */
function useWords(entity: Entity, filter: Filter, about: Field | null): string {
  const texts = useTexts();
  const format = useFormat();
  const one = (value: string): string => {
    if (filter.field === 'state') return texts.state(entity.id, value);
    switch (about?.type) {
      case 'choice':
      case 'choices':
        return texts.option(entity.id, filter.field, value);
      case 'boolean':
        return texts.t(value === 'true' ? 'inputs.yes' : 'inputs.no');
      case 'date':
        return format.date(value);
      case 'datetime':
        return format.instant(value);
      case 'integer':
      case 'number':
      case 'money':
      case 'percent':
        return format.number(value);
      default:
        return value;
    }
  };
  return filter.op === 'in' ? filter.value.split(',').map(one).join(', ') : one(filter.value);
}
