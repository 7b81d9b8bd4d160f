import type { ChoicesField, Wire } from '@ninefold/model';
import { useFieldTexts } from '../contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function ChoicesCell({ field, value, place }: CellProps<ChoicesField>) {
  const texts = useFieldTexts(place);
  const { language } = useTexts();
  const words = Array.isArray(value) ? value.map((option: Wire) => texts.option(field, String(option))) : [];
  return <>{new Intl.ListFormat(language, { type: 'unit' }).format(words)}</>;
}

export const choicesCell: CellKind<ChoicesField> = {
  ...PLAIN_CELL,
  Cell: ChoicesCell,
};
