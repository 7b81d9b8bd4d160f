import type { Entity } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SmallSelect } from '../../kit/controls/small-select.tsx';
import type { Sorting } from './sorting.ts';
import styles from './sorting.module.css';

interface SortBoxProps extends Sorting {
  readonly entity: Entity;
}

/** The order of records that stand under no column heads. */
export function SortBox({ entity, columns, sort, onSort }: SortBoxProps) {
  const { t, field } = useTexts();
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
  const nowText = (): string => {
    const by = now.replace(/^-/, '');
    if (by === '') return t('cards.unsorted');
    return t(now === by ? 'cards.ascending' : 'cards.descending', { field: field(entity.id, by) });
  };
  return (
    <SmallSelect
      label={t('cards.sort')}
      value={now}
      options={offered.some(({ value }) => value === now) ? offered : [{ value: now, text: nowText() }, ...offered]}
      className={styles['sort']}
      onChange={(value) => onSort([value])}
    />
  );
}
