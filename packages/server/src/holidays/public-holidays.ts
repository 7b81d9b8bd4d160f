import { addToDate, type Holiday } from '@ninefold/model';

const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;
/** A day on which clocks are set lacks an hour. */
const SUMMER_TIME_HOURS = 2;

/** What the library calls a language instead, or in some places. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  ja: ['jp'],
  cs: ['cz'],
  ka: ['ge'],
  nb: ['no'],
  nn: ['no'],
};

/** Of which place and years the holidays are asked for, and the language of their names. */
export interface HolidaysAsked {
  /** A country (ISO 3166), as `DE`, or a part of one, as `DE-BY`. */
  readonly place: string;
  readonly from: number;
  readonly to: number;
  /** Two or three letters. */
  readonly language: string;
}

/**
 * The public holidays of a place by day, without what is observed for a part of the day only; none where the place is not known. Names are
 * in the language asked for where the library has them, else in English or the place's own language.
 */
export async function publicHolidays({ place, from, to, language }: HolidaysAsked): Promise<readonly Holiday[]> {
  const { default: Holidays } = await import('date-holidays'); // a megabyte of rules that most servers never need
  const [country = '', part] = place.split(/-(.*)/);
  const known = new Holidays();
  if (!Object.hasOwn(known.getCountries(), country)) return [];
  if (part !== undefined && !Object.hasOwn(known.getStates(country) ?? {}, part)) return [];
  known.init(
    { country, ...(part === undefined ? {} : { state: part }) },
    { types: ['public'], languages: [language, ...(OTHER_NAMES[language] ?? []), 'en'] },
  );
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return years
    .flatMap((year) => known.getHolidays(year))
    .flatMap(({ date, start, end, name }) => {
      const hours = (end.getTime() - start.getTime()) / HOUR_MS;
      const days = Math.floor((hours + SUMMER_TIME_HOURS) / DAY_HOURS);
      return Array.from({ length: days }, (_, index) => index).flatMap((later) => {
        const day = addToDate(date.slice(0, 10), { months: 0, days: later, ms: 0 });
        return day === null ? [] : [{ day, name }];
      });
    })
    .sort((one, other) => one.day.localeCompare(other.day));
}
