import { isDate, parseDate, type DateField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { MomentText } from './moment-text.tsx';
import { useDateForm } from '../dates/use-date-form.ts';

function DateInput(props: InputProps<DateField>) {
  const format = useFormat();
  const form = useDateForm();
  return (
    <MomentText
      input={props}
      parse={(text) => parseDate(text, { today: props.scope.today, language: format.locale })}
      write={(value) => (isDate(value) ? format.digits(value) : null)}
      read={(value) => format.readDate(value)}
      era={(value) => (props.field.era ? format.era(value) : null)}
      form={form}
      dayOf={(value) => value}
      withDay={(_, day) => day}
    />
  );
}

export const dateInput: InputKind<DateField> = { Input: DateInput, isGroup: false, filter: 'range' };
