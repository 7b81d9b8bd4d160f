import { useMemo } from 'react';
import {
  currencySign,
  digitDate,
  showDate,
  showInstant,
  showMoney,
  showNumber,
  showPercent,
  showTriangle,
} from '@ninefold/model';
import { useModel } from '../model/use-model.ts';
import { useTexts } from '../texts/use-texts.tsx';
import { usePreferredLanguages } from './preferred-languages.ts';
import { withRegion } from './region.ts';
import { readDate, readEra, readInstant, showAbout, showNearDay, showRelative, showTime } from './times.ts';

/** Values as the reader's language and the application's time zone have them. */
export interface Format {
  readonly language: string;
  /** The language with the region of the browser: what days and times are written and read in. */
  readonly locale: string;
  readonly timeZone: string;
  number(value: string | number, scale?: number): string;
  money(value: string, currency: string, scale: number): string;
  percent(value: string, scale: number): string;
  /** A shown number of a field that asks for △ before negatives. */
  triangle(shown: string, field: { readonly triangle: boolean }): string;
  currency(code: string): string;
  date(date: string): string;
  /** In digits, as a date field shows it. */
  digits(date: string): string;
  /** In full, with the weekday. */
  readDate(date: string): string;
  /** A day in the Japanese era, or null in every other language. */
  era(date: string): string | null;
  instant(instant: string): string;
  /** A day in a row of a table: as near as yesterday, today and tomorrow by their names, else without the year of `today`. */
  nearDay(date: string, today: string): string;
  time(instant: string): string;
  readInstant(instant: string): string;
  /** How long something lasts, in its largest unit alone. */
  about(ms: number): string;
  /** `now` in milliseconds. */
  relative(instant: string, now: number): string;
}

export function useFormat(): Format {
  return useFormatIn(useModel().timeZone);
}

/** The same where nobody may be signed in. */
export function useFormatIn(timeZone: string): Format {
  const { language } = useTexts();
  const preferred = usePreferredLanguages();
  return useMemo(() => {
    const locale = withRegion(language, preferred);
    return {
      language,
      locale,
      timeZone,
      number: (value, scale) => showNumber(value, language, scale),
      money: (value, currency, scale) => showMoney(value, language, currency, scale),
      percent: (value, scale) => showPercent(value, language, scale),
      triangle: (shown, field) => (field.triangle ? showTriangle(shown, language) : shown),
      currency: (code) => currencySign(language, code),
      date: (date) => showDate(date, locale),
      digits: (date) => digitDate(date, locale),
      readDate: (date) => readDate(date, locale),
      era: (date) => (language.startsWith('ja') ? readEra(date) || null : null),
      instant: (instant) => showInstant(instant, locale, timeZone),
      nearDay: (date, today) => showNearDay(date, today, { language, locale }),
      time: (instant) => showTime(instant, locale, timeZone),
      readInstant: (instant) => readInstant(instant, locale, timeZone),
      about: (ms) => showAbout(ms, language),
      relative: (instant, now) => showRelative(instant, { language, timeZone }, now),
    };
  }, [language, preferred, timeZone]);
}
