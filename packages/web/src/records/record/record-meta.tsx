import type { RecordValue } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './record.module.css';

/** Who made the record and who changed it last. */
export function RecordMeta({ record }: { readonly record: RecordValue }) {
  const { t } = useTexts();
  const format = useFormat();
  const line = (key: string, at: string, by: RecordValue['created_by']) => {
    const name = titleOf(by);
    return name === null
      ? t(`record.${key}_at`, { time: format.instant(at) })
      : t(`record.${key}_by`, { time: format.instant(at), name });
  };
  return (
    <p className={styles['meta']}>
      {line('created', record.created_at, record.created_by)}
      {record.version > 1 && <> · {line('changed', record.changed_at, record.changed_by)}</>}
    </p>
  );
}
