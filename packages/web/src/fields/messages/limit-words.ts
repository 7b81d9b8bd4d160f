import { currencyDecimals, showClock, showSpan, type LimitEntry } from '@ninefold/model';
import type { Format } from '../../base/format/use-format.ts';
import type { Texts } from '../../base/texts/make-texts.ts';

/** What a value of a limit is shown by: `currency` is that of the application, null where it has none. */
interface Means {
  readonly format: Format;
  readonly currency: string | null;
  readonly option: Texts['limitOption'];
}

/** A value of a limit in words; of a list each by itself. */
export function limitWords(limit: LimitEntry, value: string | number, means: Means): string {
  return LIMITS[limit.type](value, means, limit);
}

/** How a limit of a type is read. */
type ShowLimit = (value: string | number, means: Means, limit: LimitEntry) => string;

const asIs: ShowLimit = String;
const asNumber: ShowLimit = (value, { format }) => format.number(value);

const LIMITS: Readonly<Record<LimitEntry['type'], ShowLimit>> = {
  string: asIs,
  text: asIs,
  integer: asNumber,
  number: (value, { format }, limit) => format.number(value, limit.scale ?? undefined),
  money: (value, { format, currency }) =>
    currency === null ? format.number(value) : format.money(String(value), currency, currencyDecimals(currency)),
  percent: (value, { format }) => format.percent(String(value), String(value).split('.')[1]?.length ?? 0),
  boolean: asIs,
  date: (value, { format }) => format.date(String(value)),
  dates: (value, { format }) => format.date(String(value)),
  datetime: (value, { format }) => format.instant(String(value)),
  reference: asIs,
  duration: (value, { format }) => showSpan(String(value), format.language),
  time: (value, { format }) => showClock(String(value), format.locale),
  choice: (value, { option }, { id }) => option(id, String(value)),
};
