import type { BooleanField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { useFieldTexts } from '../contract/field-place.ts';
import styles from './cells.module.css';

/** Yes and no are words, because words can be printed and read aloud. In a table the name of the field stands where it is true: “Late”. */
function BooleanCell({ field, value, place, compact }: CellProps<BooleanField>) {
  const { t } = useTexts();
  const { label } = useFieldTexts(place);
  if (!compact) return <>{value === true ? t('inputs.yes') : t('inputs.no')}</>;
  if (value !== true)
    return (
      <span className="nf-hidden" data-flag="no">
        {t('inputs.no')}
      </span>
    );
  return (
    <span className={styles['flag']} data-flag="yes">
      {label(field)}
    </span>
  );
}

export const booleanCell: CellKind<BooleanField> = {
  ...PLAIN_CELL,
  Cell: BooleanCell,
  room: 'short',
};
