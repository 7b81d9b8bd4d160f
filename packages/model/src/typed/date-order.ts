import { memoized } from '../values/memo.ts';

/** The order in which a language writes a numeric date. */
export interface DateOrder {
  readonly monthFirst: boolean;
  /** `2026/03/05` in Japanese: the order and separators, as parts to fill. */
  readonly parts: readonly ({ readonly text: string } | { readonly part: 'year' | 'month' | 'day' })[];
}

/** The order in which a display language writes numeric dates. */
export const dateOrderOf = memoized((language: string): DateOrder => {
  const format = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });
  const parts = format.formatToParts(Date.UTC(2026, 2, 5)).map(({ type, value }) => {
    return type === 'year' || type === 'month' || type === 'day' ? { part: type } : { text: value };
  });
  const ranks = parts.map((part) => ('part' in part ? part.part : ''));
  return { monthFirst: ranks.indexOf('month') < ranks.indexOf('day'), parts };
});

/** Month names, long and short, of the language and of English, in lower case without dots. */
export const monthNamesOf = memoized((language: string): ReadonlyMap<string, number> => {
  const pairs = ['en', language].flatMap((each) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(each, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index): [string, number] => [
        format
          .format(Date.UTC(2026, index, 5))
          .toLowerCase()
          .replaceAll('.', ''),
        index + 1,
      ]);
    }),
  );
  return new Map(pairs.filter(([name]) => !/^\d/.test(name)));
});
