type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
interface WithWeek {
  readonly weekInfo?: { readonly firstDay: number };
  getWeekInfo?(): { readonly firstDay: number };
}

/** The day a week begins with in a language: 0 is Sunday. Older engines know it as a property, newer ones as a call. */
export function firstWeekday(language: string): Weekday {
  const locale = new Intl.Locale(language).maximize() as Intl.Locale & WithWeek; // not yet in the library's types
  const first = locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1;
  return (first % 7) as Weekday; // a remainder of 7
}
