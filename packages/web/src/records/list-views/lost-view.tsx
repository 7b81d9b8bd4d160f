import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './list-views.module.css';

/** Stands above a list whose address names a view that this reader does not have. */
export function LostView() {
  const { t } = useTexts();
  return (
    <output className={styles['lost']} data-nf-view-lost>
      {t('views.lost')}
    </output>
  );
}
