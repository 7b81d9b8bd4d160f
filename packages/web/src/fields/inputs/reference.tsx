import { idOf, type ReferenceField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { titleOf } from '../cells/record-link.tsx';
import { leftover, leftoverIn } from '../contract/leftover.ts';
import { RecordPicker } from '../pickers/record-picker.tsx';

/** The value is the whole chosen record, so that expressions can read its fields. Only its id is sent. */
function ReferenceInput(props: InputProps<ReferenceField>) {
  const { t } = useTexts();
  const { value } = props;
  const shown = idOf(value) === null ? '' : (titleOf(value) ?? t('inputs.no_permission'));
  return (
    <RecordPicker
      input={props}
      shown={shown}
      leftover={leftoverIn(value)}
      onPick={(record) => props.onChange(record)}
      onLeftover={(text) => props.onChange(leftover(text))}
      onClear={() => props.onChange(null)}
    />
  );
}

export const referenceInput: InputKind<ReferenceField> = {
  Input: ReferenceInput,
  isGroup: false,
  filter: 'record',
  isPick: (value) => idOf(value) !== null,
  readsRecord: ({ where }) => where !== null,
};
