import { Input } from '@mantine/core';
import { useState } from 'react';
import type { Field } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { useFieldTexts } from '../contract/field-place.ts';
import { inputAria, type InputProps } from '../contract/input-kind.ts';
import styles from './dates.module.css';

interface MomentTextProps {
  readonly input: InputProps<Field>;
  /** Typed text as a value, or null where it is not one. */
  readonly parse: (text: string) => string | null;
  /** The value as the field shows it at rest; null where it is no value but typed text. */
  readonly write: (value: string) => string | null;
  /** The value in full, under the field. */
  readonly read: (value: string) => string;
  /** The same day in the Japanese era, if the field and the language show eras. */
  readonly era: (value: string) => string | null;
  readonly form: string;
  /** The day of the value, for the calendar. */
  readonly dayOf: (value: string) => string | null;
  /** The value after choosing another day. */
  readonly withDay: (value: string | null, day: string) => string | null;
}

/** A day or a moment as text, with its reading under it and a calendar beside it. */
export function MomentText({ input, parse, write, read, era, form, dayOf, withDay }: MomentTextProps) {
  const { t } = useTexts();
  const ownLabel = useFieldTexts(input.place).label(input.field);
  const [typed, setTyped] = useState<string | null>(null);
  const raw = typeof input.value === 'string' ? input.value : null;
  const shown = raw === null ? null : write(raw);
  const eraText = raw !== null && shown !== null ? era(raw) : null;
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
        <CalendarButton
          label={input.label ?? ownLabel}
          date={raw !== null && shown !== null ? dayOf(raw) : null}
          onPick={(day) => input.onChange(withDay(shown === null ? null : raw, day))}
        />
      </div>
      <p id={readingId} className={styles['reading']}>
        {raw !== null && shown !== null ? read(raw) : t('inputs.form', { form })}
        {eraText !== null && <span data-nf-era>{eraText}</span>}
      </p>
    </div>
  );
}
