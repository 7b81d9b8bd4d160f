import type { BooleanField } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import type { CellProps } from './cell-props.ts';

/** Words, not marks: they print and read aloud. */
export function BooleanCell({ value }: CellProps<BooleanField>) {
  const { t } = useTexts();
  return <>{value === true ? t('inputs.yes') : t('inputs.no')}</>;
}
