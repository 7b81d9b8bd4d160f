import { Checkbox } from '@mantine/core';
import type { RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './bulk.module.css';
import type { Selection } from './selection.ts';

/** Selects every record of the page; mixed while some are. */
export function SelectPage({ selection, rows }: { readonly selection: Selection; readonly rows: number }) {
  const { t } = useTexts();
  const { length } = selection.records;
  return (
    <Checkbox
      aria-label={t('bulk.select_page')}
      label={<span className={styles['pageLabel']}>{t('bulk.select_page')}</span>}
      checked={length === rows}
      indeterminate={length > 0 && length < rows}
      onChange={selection.togglePage}
      data-nf-select-page
    />
  );
}

/** Selects one record; with Shift also those between it and the one before. */
export function SelectRecord({ selection, record }: { readonly selection: Selection; readonly record: RecordValue }) {
  const { t } = useTexts();
  return (
    <Checkbox
      aria-label={t('bulk.select', { name: record.title ?? record.id })}
      checked={selection.has(record.id)}
      onChange={({ nativeEvent }) => {
        const toggle = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? 'toggleTo' : 'toggle';
        selection[toggle](record.id);
      }}
      data-nf-select={record.id}
    />
  );
}
