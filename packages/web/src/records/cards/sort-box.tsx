import { Input } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';
import type { Entity } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Column } from '../rows/columns.ts';
import styles from './cards.module.css';

interface SortBoxProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly sort: readonly string[];
  readonly onSort: (sort: readonly string[]) => void;
}

/** The order of records that stand under no column heads. */
export function SortBox({ entity, columns, sort, onSort }: SortBoxProps) {
  const { t, field } = useTexts();
  const id = useId();
  const now = sort[0] ?? '';
  const offered = columns
    .filter(({ sortable }) => sortable)
    .flatMap((column) => {
      const name = field(entity.id, column.id);
      return [
        { value: column.id, text: t('cards.ascending', { field: name }) },
        { value: `-${column.id}`, text: t('cards.descending', { field: name }) },
      ];
    });
  // A list may be sorted by what is no column of it.
  const isOther = !offered.some(({ value }) => value === now);
  const by = now.replace(/^-/, '');
  return (
    <div className={styles['sort']}>
      <label htmlFor={id}>{t('cards.sort')}</label>
      <Input
        component="select"
        id={id}
        size="xs"
        pointer
        rightSection={<ChevronsUpDown size={14} aria-hidden />}
        value={now}
        onChange={(event) => onSort([event.currentTarget.value])}
        data-nf-sort
      >
        {isOther && (
          <option value={now}>
            {by === ''
              ? t('cards.unsorted')
              : t(now === by ? 'cards.ascending' : 'cards.descending', { field: field(entity.id, by) })}
          </option>
        )}
        {offered.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Input>
    </div>
  );
}
