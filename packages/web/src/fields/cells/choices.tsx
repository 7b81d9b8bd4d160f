import type { ChoicesField, Wire } from '@ninefold/model';
import { useFieldTexts } from '../contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { OptionMark } from './option-mark.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function ChoicesCell({ field, value, place }: CellProps<ChoicesField>) {
  const texts = useFieldTexts(place);
  const { language } = useTexts();
  const chosen = Array.isArray(value) ? value.map((option: Wire) => String(option)) : [];
  const words = chosen.map((option) => texts.option(field, option));
  const parts = new Intl.ListFormat(language, { type: 'unit' }).formatToParts(words);
  const before = (index: number): number => parts.slice(0, index).filter((part) => part.type === 'element').length;
  return parts.map((part, index) =>
    part.type === 'literal' ? (
      part.value
    ) : (
      <OptionMark key={index} field={field} option={chosen[before(index)] ?? ''} word={part.value} />
    ),
  );
}

export const choicesCell: CellKind<ChoicesField> = {
  ...PLAIN_CELL,
  Cell: ChoicesCell,
};
