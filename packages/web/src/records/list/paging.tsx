import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ListAnswer, type ListState, PAGE_SIZES } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SmallSelect } from '../../kit/controls/small-select.tsx';
import { useTotal } from '../rows/use-total.ts';
import styles from './list.module.css';

interface PagingProps {
  readonly state: ListState;
  readonly answer: ListAnswer;
  readonly onChange: (next: Partial<ListState>) => void;
}

/** The position in the list, and the buttons to the other pages. */
export function Paging({ state, answer, onChange }: PagingProps) {
  const { t } = useTexts();
  const format = useFormat();
  const { page, size } = state;
  const first = (page - 1) * size + 1;
  const last = first + answer.items.length - 1;
  const total = useTotal(answer);
  const pages = answer.total === null ? page : Math.max(1, Math.ceil(answer.total / size));
  const hasNext = answer.next !== null || page < pages;
  return (
    <nav className={styles['paging']} aria-label={t('list.paging')}>
      <span className={styles['range']}>
        {answer.items.length === 0
          ? null
          : t('list.range', { first: format.number(first, 0), last: format.number(last, 0), total })}
      </span>
      {(hasNext || page > 1) && (
        <span className={styles['printed']} data-nf-printed-part>
          {t('list.printed', { first: format.number(first, 0), last: format.number(last, 0), total })}
        </span>
      )}
      <SmallSelect
        label={t('list.size')}
        value={String(size)}
        options={PAGE_SIZES.map(String).map((value) => ({ value, text: value }))}
        className={styles['size']}
        onChange={(value) => onChange({ size: Number(value) })}
      />
      <span className={styles['pages']}>
        <Button
          variant="default"
          size="compact-md"
          disabled={page <= 1}
          aria-label={t('list.previous')}
          onClick={() => onChange({ page: page - 1 })}
        >
          <ChevronLeft size={16} aria-hidden className="nf-mirrored" />
        </Button>
        <span aria-current="page">
          {t('list.page', {
            page: format.number(page, 0),
            pages: answer.total_is === 'exact' ? format.number(pages, 0) : '…',
          })}
        </span>
        <Button
          variant="default"
          size="compact-md"
          disabled={!hasNext}
          aria-label={t('list.next')}
          onClick={() => onChange({ page: page + 1 })}
        >
          <ChevronRight size={16} aria-hidden className="nf-mirrored" />
        </Button>
      </span>
    </nav>
  );
}
