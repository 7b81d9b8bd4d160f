import type { ListExtrasProps } from './list-extras.tsx';
import styles from './list.module.css';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const ListExtras = lateComponent(withLateTexts(async () => (await import('./list-extras.tsx')).ListExtras));

/** The choice among the layouts of a list. */
export const LayoutSwitch = lateComponent(withLateTexts(async () => (await import('./list-extras.tsx')).LayoutSwitch));

/** The place above a list for what comes after its first rows. */
export function LateExtras({ isLate, ...props }: ListExtrasProps & { readonly isLate: boolean }) {
  return <div className={styles['extras']}>{isLate && <ListExtras {...props} />}</div>;
}
