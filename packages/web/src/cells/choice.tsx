import type { ChoiceField } from '@ninefold/model';
import { useFieldTexts } from '../inputs/field-place.ts';
import type { CellProps } from './cell-props.ts';

export function ChoiceCell({ field, value, place }: CellProps<ChoiceField>) {
  const texts = useFieldTexts(place);
  return <>{texts.option(field, String(value))}</>;
}
