import { Input } from '@mantine/core';
import type { TextField } from '@ninefold/model';
import { inputAria, type InputKind, type InputProps } from '../contract/input-kind.ts';
import styles from './inputs.module.css';

function TextInput(props: InputProps<TextField>) {
  const { field, value, onChange, onBlur, invalid } = props;
  return (
    <Input
      component="textarea"
      {...inputAria(props)}
      error={invalid}
      lang={field.language ?? undefined}
      multiline
      rows={props.label === undefined ? 4 : 1}
      classNames={{ input: styles[props.label === undefined ? 'text' : 'textSmall'] ?? '' }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}

export const textInput: InputKind<TextField> = { Input: TextInput, isGroup: false, filter: 'text' };
