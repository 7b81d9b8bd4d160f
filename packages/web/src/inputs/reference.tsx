import { idOf, type ReferenceField } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import type { InputProps } from './input-props.ts';
import { RecordPicker, titleOf } from './record-picker.tsx';

/** The chosen record is kept whole, so that expressions can read what they need of it; only its id is sent. */
export function ReferenceInput(props: InputProps<ReferenceField>) {
  const { t } = useTexts();
  const { value } = props;
  const shown = idOf(value) === null ? '' : (titleOf(value) ?? t('inputs.no_permission'));
  return (
    <RecordPicker
      input={props}
      shown={shown}
      onPick={(record) => props.onChange(record)}
      onClear={() => props.onChange(null)}
    />
  );
}
