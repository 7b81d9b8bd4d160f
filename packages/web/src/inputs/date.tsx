import { isDate, parseDate, type DateField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { InputProps } from './input-props.ts';
import { MomentText } from './moment-text.tsx';
import { useDateForm } from './use-date-form.ts';

export function DateInput(props: InputProps<DateField>) {
  const format = useFormat();
  const form = useDateForm();
  return (
    <MomentText
      input={props}
      parse={(text) => parseDate(text, { today: props.scope.today, language: format.language })}
      write={(value) => (isDate(value) ? format.digits(value) : null)}
      read={(value) => format.readDate(value)}
      era={(value) => (props.field.era ? format.era(value) : null)}
      form={form}
      dayOf={(value) => value}
      withDay={(_, day) => day}
    />
  );
}
