import { isDate, PLAIN_FIELD, type DateField } from '@ninefold/model';
import { useScope } from '../../base/model/use-model.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import classes from './audit.module.css';

interface DayInputProps {
  readonly id: string;
  readonly label: string;
  /** An ISO date, or what was typed and is none. */
  readonly value: string;
  /** Whether a text that is no date is refused: somebody has tried to use it. */
  readonly tried: boolean;
  readonly onChange: (value: string) => void;
}

const DAY: DateField = { ...PLAIN_FIELD, id: 'day', type: 'date', era: false };

/** A day that narrows the log, typed and shown as in every form. */
export function DayInput({ id, label, value, tried, onChange }: DayInputProps) {
  const told = useTold();
  const scope = useScope();
  const wrong = tried && !isDayOrNone(value);
  return (
    <div className={classes['day']}>
      <label htmlFor={id}>{label}</label>
      {wrong && (
        <p id={`${id}-error`} role="alert" className={classes['wrong']} data-nf-error="bad_date">
          {told.text({ code: 'bad_date', params: {} })}
        </p>
      )}
      <FieldInput
        field={DAY}
        place={{ entity: '' }}
        id={id}
        value={value === '' ? null : value}
        onChange={(next) => onChange(typeof next === 'string' ? next : '')}
        onBlur={() => undefined}
        invalid={wrong}
        required={false}
        describedBy={wrong ? `${id}-error` : undefined}
        label={label}
        scope={scope}
      />
    </div>
  );
}

/** Whether a text is a day, or empty. */
export function isDayOrNone(text: string): boolean {
  return text === '' || isDate(text);
}
