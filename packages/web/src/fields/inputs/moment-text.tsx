import type { Field } from '@ninefold/model';
import { CalendarButton } from '../dates/calendar-button.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { useFieldTexts } from '../contract/field-place.ts';
import type { InputProps } from '../contract/input-kind.ts';
import { TypedText, type TypedTextProps } from './typed-text.tsx';

const NoTime = lateComponent(withLateTexts(async () => (await import('./no-time.tsx')).NoTime));

interface MomentTextProps extends Pick<TypedTextProps, 'parse' | 'write' | 'read' | 'form'> {
  readonly input: InputProps<Field>;
  /** The same day in the Japanese era, if the field and the language show eras. */
  readonly era: (value: string) => string | null;
  /** The day of the value, for the calendar. */
  readonly dayOf: (value: string) => string | null;
  /** The value after choosing another day. */
  readonly withDay: (value: string | null, day: string) => string | null;
  /** Whether the value is a moment of which only the day was given. */
  readonly isDayAlone?: boolean;
}

/** A day or a moment as text, with its reading under it and a calendar beside it. */
export function MomentText({ input, era, dayOf, withDay, isDayAlone = false, ...text }: MomentTextProps) {
  const ownLabel = useFieldTexts(input.place).label(input.field);
  const value = typeof input.value === 'string' && text.write(input.value) !== null ? input.value : null;
  const eraText = value === null ? null : era(value);
  return (
    <TypedText
      input={input}
      {...text}
      beside={
        <CalendarButton
          label={input.label ?? ownLabel}
          date={value === null ? null : dayOf(value)}
          onPick={(day) => input.onChange(withDay(value, day))}
        />
      }
      further={
        <>
          {eraText !== null && <span data-nf-era>{eraText}</span>}
          {isDayAlone && value !== null && <NoTime />}
        </>
      }
    />
  );
}
