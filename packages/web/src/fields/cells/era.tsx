import { useFormat } from '../../base/format/use-format.ts';
import styles from './cells.module.css';

/** A day in the Japanese era, under the date; nothing in other languages. */
export function Era({ date }: { readonly date: string | null }) {
  const era = useFormat().era(date ?? '');
  return era === null ? null : (
    <span className={styles['era']} data-nf-era>
      {era}
    </span>
  );
}
