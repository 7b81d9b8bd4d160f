import { Input } from '@mantine/core';
import type { TextField } from '@ninefold/model';
import { inputAria, type InputProps } from './input-props.ts';
import styles from './inputs.module.css';

export function TextInput(props: InputProps<TextField>) {
  const { value, onChange, onBlur, invalid } = props;
  return (
    <Input
      component="textarea"
      {...inputAria(props)}
      error={invalid}
      multiline
      rows={props.label === undefined ? 4 : 1}
      classNames={{ input: styles[props.label === undefined ? 'text' : 'textSmall'] ?? '' }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
