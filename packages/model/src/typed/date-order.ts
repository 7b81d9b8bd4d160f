/** The order in which a language writes a numeric date. */
export interface DateOrder {
  readonly monthFirst: boolean;
  /** `2026/03/05` in Japanese: the order and separators, as parts to fill. */
  readonly parts: readonly ({ readonly text: string } | { readonly part: 'year' | 'month' | 'day' })[];
}

const orders = new Map<string, DateOrder>();
const names = new Map<string, ReadonlyMap<string, number>>();

/** The order in which a display language writes numeric dates. */
export function dateOrderOf(language: string): DateOrder {
  let order = orders.get(language);
  if (!order) {
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
    order = { monthFirst: ranks.indexOf('month') < ranks.indexOf('day'), parts };
    orders.set(language, order);
  }
  return order;
}

/** Month names, long and short, of the language and of English, in lower case without dots. */
export function monthNamesOf(language: string): ReadonlyMap<string, number> {
  let found = names.get(language);
  if (!found) {
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
    found = new Map(pairs.filter(([name]) => !/^\d/.test(name)));
    names.set(language, found);
  }
  return found;
}
