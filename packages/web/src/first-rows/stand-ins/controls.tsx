import type { ReactNode } from 'react';
import styles from '../first-rows.module.css';

/** A box as large as the one of the application, with the room of its label. */
export function Checkbox({ label }: { readonly label?: ReactNode }) {
  return (
    <span className={styles['checkbox']}>
      <span className={styles['box']} />
      <span className={styles['label']}>{label}</span>
    </span>
  );
}
