import { lazy, Suspense } from 'react';
import { loadLateTexts } from '../../base/texts/i18n.ts';
import { lateCode } from '../../kit/dialogs/late-code.ts';
import type { ListExtrasProps } from './list-extras.tsx';
import styles from './list.module.css';

const ListExtras = lazy(async () => {
  const [{ ListExtras: Extras }] = await lateCode(() => Promise.all([import('./list-extras.tsx'), loadLateTexts()]));
  return { default: Extras };
});

/** The place above a list for what comes after its first rows. */
export function LateExtras({ isLate, ...props }: ListExtrasProps & { readonly isLate: boolean }) {
  return (
    <div className={styles['extras']}>
      <Suspense>{isLate && <ListExtras {...props} />}</Suspense>
    </div>
  );
}
