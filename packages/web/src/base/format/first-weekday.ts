type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
interface WithWeek {
  readonly weekInfo?: { readonly firstDay: number };
  getWeekInfo?(): { readonly firstDay: number };
}

/** Regions whose week begins on Sunday (CLDR 48), for engines that know nothing of weeks. */
const SUNDAY = new Set(
  'AG AS BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'.split(
    ' ',
  ),
);

/** The day a week begins with in the region of a language: 0 is Sunday. Older engines know it as a property, newer ones as a call. */
export function firstWeekday(language: string): Weekday {
  const locale = new Intl.Locale(language).maximize() as Intl.Locale & WithWeek; // not yet in the library's types
  const first =
    locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? (SUNDAY.has(locale.region ?? '') ? 7 : 1);
  return (first % 7) as Weekday; // a remainder of 7
}
