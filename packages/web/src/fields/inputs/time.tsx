import { isTime, parseTime, showClock, type TimeField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { TypedText } from './typed-text.tsx';

function TimeInput(props: InputProps<TimeField>) {
  const { locale } = useFormat();
  return (
    <TypedText
      input={props}
      parse={parseTime}
      write={(value) => (isTime(value) ? value : null)}
      read={(value) => showClock(value, locale)}
      form="08:30"
    />
  );
}

export const timeInput: InputKind<TimeField> = { Input: TimeInput, isGroup: false, filter: 'range' };
