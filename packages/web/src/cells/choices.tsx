import type { ChoicesField, Wire } from '@ninefold/model';
import { useFieldTexts } from '../inputs/field-place.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { CellProps } from './cell-props.ts';

export function ChoicesCell({ field, value, place }: CellProps<ChoicesField>) {
  const texts = useFieldTexts(place);
  const { language } = useTexts();
  const words = Array.isArray(value) ? value.map((option: Wire) => texts.option(field, String(option))) : [];
  return <>{new Intl.ListFormat(language, { type: 'unit' }).format(words)}</>;
}
