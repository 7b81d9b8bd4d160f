import { clockSpan, parseDuration, showSpan, type DurationField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { TypedText } from './typed-text.tsx';

function DurationInput(props: InputProps<DurationField>) {
  const { language } = useFormat();
  return (
    <TypedText
      input={props}
      parse={parseDuration}
      write={clockSpan}
      read={(value) => showSpan(value, language)}
      form="36:30"
    />
  );
}

export const durationInput: InputKind<DurationField> = { Input: DurationInput, isGroup: false, filter: 'range' };
