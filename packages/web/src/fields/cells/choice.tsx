import type { ChoiceField } from '@ninefold/model';
import { useFieldTexts } from '../contract/field-place.ts';
import { OptionMark } from './option-mark.tsx';
import { StateBadge } from './state-badge.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function ChoiceCell({ field, value, place }: CellProps<ChoiceField>) {
  const texts = useFieldTexts(place);
  if (field.cycle !== undefined) return <StateBadge entity={place.entity} state={String(value)} cycle={field.cycle} />;
  return <OptionMark field={field} option={String(value)} word={texts.option(field, String(value))} />;
}

export const choiceCell: CellKind<ChoiceField> = {
  ...PLAIN_CELL,
  Cell: ChoiceCell,
  room: 'short',
};
