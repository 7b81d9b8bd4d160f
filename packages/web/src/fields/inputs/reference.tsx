import { idOf, isLineReference, type ReferenceField } from '@ninefold/model';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { titleOf } from '../cells/record-link.tsx';
import { LineReferenceInput } from './line-reference.tsx';
import { leftover, leftoverIn } from '../contract/leftover.ts';
import { RecordPicker } from '../pickers/record-picker.tsx';
import { useTitled } from '../pickers/use-titled.ts';

/** The value is the whole chosen record, so that expressions can read its fields. Only its id is sent. */
function ReferenceInput(props: InputProps<ReferenceField>) {
  const { t } = useTexts();
  const { field, value } = props;
  const { record } = useMe();
  const id = idOf(value);
  const isOwn = id !== null && Object.values(record).some((held) => idOf(held) === id); // as of the default `= user.team`: the session has ids alone
  const titled = useTitled(field, isOwn ? value : null);
  const shown = id === null ? '' : (titleOf(isOwn ? titled : value) ?? t('inputs.no_permission'));
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

function ReferenceOrLine(props: InputProps<ReferenceField>) {
  const { field } = props;
  return isLineReference(field) ? <LineReferenceInput {...props} field={field} /> : <ReferenceInput {...props} />;
}

export const referenceInput: InputKind<ReferenceField> = {
  Input: ReferenceOrLine,
  isGroup: false,
  filter: 'record',
  isPick: (value) => idOf(value) !== null,
  readsRecord: ({ where }) => where !== null,
};
