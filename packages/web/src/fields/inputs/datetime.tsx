import { useState } from 'react';
import {
  dateOf,
  instantOf,
  localMs,
  parseDate,
  parseDatetime,
  parseInstant,
  type DatetimeField,
} from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { MomentText } from './moment-text.tsx';
import { useDateForm } from '../dates/use-date-form.ts';

const DAY_MS = 86_400_000;

function DatetimeInput(props: InputProps<DatetimeField>) {
  const format = useFormat();
  const form = useDateForm();
  const { t } = useTexts();
  const { timeZone, today } = props.scope;
  const dayEnds = props.isEnd === true;
  /** The value that came of a day alone. */
  const [ofDay, setOfDay] = useState<string | null>(null);
  const write = (value: string): string | null => {
    const day = parseInstant(value) === null ? null : dateOf(value, timeZone);
    return day === null ? null : `${format.digits(day)} ${clockOf(value, timeZone)}`;
  };
  const withDay = (value: string | null, day: string): string => {
    const time = value === null ? (dayEnds ? DAY_MS - 1 : 0) : localMs(value, timeZone) % DAY_MS;
    const next = new Date(instantOf(Date.parse(`${day}T00:00:00Z`) + time, timeZone)).toISOString();
    if (value === null || value === ofDay) setOfDay(next);
    return next;
  };
  const parse = (text: string): string | null => {
    const asked = { today, language: format.locale };
    const value = parseDatetime(text, { ...asked, timeZone, dayEnds });
    setOfDay(parseDate(text, asked) === null ? null : value);
    return value;
  };
  return (
    <MomentText
      input={props}
      parse={parse}
      write={write}
      read={(value) => format.readInstant(value)}
      era={(value) => (props.field.era ? format.era(dateOf(value, timeZone) ?? '') : null)}
      form={`${form} ${t('inputs.letters_time')}`}
      dayOf={(value) => dateOf(value, timeZone)}
      withDay={withDay}
      isDayAlone={!props.place.isFilter && props.value !== null && props.value === ofDay}
    />
  );
}

function clockOf(instant: string, timeZone: string): string {
  return new Date(localMs(instant, timeZone)).toISOString().slice(11, 16);
}

export const datetimeInput: InputKind<DatetimeField> = { Input: DatetimeInput, isGroup: false, filter: 'range' };
