import { Fragment } from 'react';
import type { ReferencesField, Wire } from '@ninefold/model';
import { idOf } from '@ninefold/model';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import styles from './cells.module.css';
import { RecordLink } from './record-link.tsx';

function ReferencesCell({ field, value, compact }: CellProps<ReferencesField>) {
  const targets: readonly Wire[] = Array.isArray(value) ? value : [];
  if (compact)
    return targets.map((target, index) => (
      <Fragment key={idOf(target)}>
        {index > 0 && ', '}
        <RecordLink entity={field.to} value={target} />
      </Fragment>
    ));
  return (
    <ul className={styles['inline']}>
      {targets.map((target) => (
        <li key={idOf(target)}>
          <RecordLink entity={field.to} value={target} />
        </li>
      ))}
    </ul>
  );
}

export const referencesCell: CellKind<ReferencesField> = { ...PLAIN_CELL, Cell: ReferencesCell, isColumn: false };
