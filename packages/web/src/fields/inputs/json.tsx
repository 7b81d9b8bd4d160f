import { Input } from '@mantine/core';
import { useState } from 'react';
import { showJson, type JsonField } from '@ninefold/model';
import { inputAria, type InputKind, type InputProps } from '../contract/input-kind.ts';
import styles from './json.module.css';

/** What was typed stays as it was typed: a text that took another form when it is left would move what is pressed next. */
function JsonInput(props: InputProps<JsonField>) {
  const { value, onChange, onBlur, invalid } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typeof value === 'string' ? value : '';
  const shown = typed !== null && typed.trim() === text.trim() ? typed : showJson(text);
  return (
    <Input
      component="textarea"
      {...inputAria(props)}
      error={invalid}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      multiline
      rows={props.label === undefined ? 4 : 1}
      classNames={{ input: styles[props.label === undefined ? 'json' : 'jsonSmall'] ?? '' }}
      value={shown}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        onChange(next.trim() === '' ? null : next);
      }}
      onBlur={onBlur}
    />
  );
}

export const jsonInput: InputKind<JsonField> = { Input: JsonInput, isGroup: false, filter: null };
