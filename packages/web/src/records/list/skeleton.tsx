import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './list.module.css';

/** Rows of the height of real ones, before the first answer. */
export function ListSkeleton({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  const { t } = useTexts();
  return (
    <output className={styles['skeleton']} aria-label={t('list.loading')} data-nf-skeleton>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['skeletonRow']} aria-hidden>
          {Array.from({ length: columns }, (__, column) => (
            <span key={column} />
          ))}
        </div>
      ))}
    </output>
  );
}
