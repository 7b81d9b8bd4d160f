import { Input } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Field } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { inputAria, type InputProps } from '../contract/input-kind.ts';
import styles from '../dates/dates.module.css';

export interface TypedTextProps {
  readonly input: InputProps<Field>;
  /** Typed text as a value, or null where it is none. */
  readonly parse: (text: string) => string | null;
  /** The value as the field shows it at rest; null where it is no value but typed text. */
  readonly write: (value: string) => string | null;
  /** The value in words, under the field. */
  readonly read: (value: string) => string;
  /** An example of how it is typed. */
  readonly form: string;
  /** What stands beside the input. */
  readonly beside?: ReactNode;
  /** What follows the reading of a value. */
  readonly further?: ReactNode;
}

/** A value that is typed as people write it, with its reading under it. */
export function TypedText({ input, parse, write, read, form, beside, further }: TypedTextProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const raw = typeof input.value === 'string' ? input.value : null;
  const shown = raw === null ? null : write(raw);
  const readingId = `${input.id}-reading`;
  const change = (text: string): void => {
    setTyped(text);
    input.onChange(text.trim() === '' ? null : (parse(text) ?? text));
  };
  return (
    <div className={styles['moment']}>
      <div className={styles['row']}>
        <Input
          {...inputAria(input)}
          aria-describedby={[input.describedBy, readingId].filter(Boolean).join(' ')}
          error={input.invalid}
          autoComplete="off"
          value={typed ?? shown ?? raw ?? ''}
          onFocus={() => setTyped(shown ?? raw ?? '')}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => {
            setTyped(null);
            input.onBlur();
          }}
        />
        {beside}
      </div>
      <p id={readingId} className={styles['reading']}>
        {raw !== null && shown !== null ? read(raw) : t('inputs.form', { form })}
        {further}
      </p>
    </div>
  );
}
