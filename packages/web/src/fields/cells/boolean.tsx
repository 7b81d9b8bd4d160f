import type { BooleanField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

/** Yes and no are words, because words can be printed and read aloud. */
function BooleanCell({ value }: CellProps<BooleanField>) {
  const { t } = useTexts();
  return <>{value === true ? t('inputs.yes') : t('inputs.no')}</>;
}

export const booleanCell: CellKind<BooleanField> = {
  ...PLAIN_CELL,
  Cell: BooleanCell,
  room: 'short',
  words: (value, { boolean }) => boolean(value === 'true'),
};
