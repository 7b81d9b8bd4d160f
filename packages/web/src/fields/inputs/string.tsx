import { Input } from '@mantine/core';
import type { StringField } from '@ninefold/model';
import { inputAria, type InputKind, type InputProps } from '../contract/input-kind.ts';

const KINDS = {
  email: { inputMode: 'email', autoComplete: 'email' },
  url: { inputMode: 'url', autoComplete: 'url' },
  phone: { inputMode: 'tel', autoComplete: 'tel' },
  code: { inputMode: 'text', autoComplete: 'off' },
} as const;

/** Codes and addresses become half-width when the field is left; names and free text never change. */
function StringInput(props: InputProps<StringField>) {
  const { field, value, onChange, onBlur, invalid } = props;
  const text = typeof value === 'string' ? value : '';
  const leave = (): void => {
    const plain = field.format === null ? text : text.normalize('NFKC');
    if (plain !== text) onChange(plain);
    onBlur();
  };
  return (
    <Input
      {...(field.format === null ? { autoComplete: 'off' } : KINDS[field.format])}
      {...inputAria(props)}
      error={invalid}
      lang={field.language ?? undefined}
      value={text}
      spellCheck={field.format === null}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

export const stringInput: InputKind<StringField> = { Input: StringInput, isGroup: false, filter: 'text' };
