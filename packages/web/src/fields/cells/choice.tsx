import type { ChoiceField } from '@ninefold/model';
import { useFieldTexts } from '../contract/field-place.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function ChoiceCell({ field, value, place }: CellProps<ChoiceField>) {
  const texts = useFieldTexts(place);
  return <>{texts.option(field, String(value))}</>;
}

export const choiceCell: CellKind<ChoiceField> = {
  ...PLAIN_CELL,
  Cell: ChoiceCell,
  room: 'short',
};
