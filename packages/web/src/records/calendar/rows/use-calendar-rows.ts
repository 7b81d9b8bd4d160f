import { isOneReference, isOneOption, type Entity, type ListState } from '@ninefold/model';
import { useOffersQuery } from '../../../base/calls/offers-api.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import type { CalendarRow } from '../base/calendar-shared.ts';

/** So many rows of records are shown at most. */
export const MOST_ROWS = 100;

interface Rows {
  /** Null while they are asked for. */
  readonly rows: readonly CalendarRow[] | null;
  /** How many there are beside them. */
  readonly more: number;
  /** Whether the reader may see none of them: their records are then shown together, and hidden nowhere. */
  readonly isClosed: boolean;
}

/** What the rows of a calendar stand for: the options of a choice, or the records that a reference may name; at last those without. */
export function useCalendarRows(entity: Entity, per: string | null, state: ListState): Rows {
  const { t, option, language } = useTexts();
  const field = per === null ? undefined : entity.fields[per];
  const target = isOneReference(field) ? field.to : null;
  const readsRecord = isOneReference(field) && (field.where?.reads.some((path) => path.startsWith('record.')) ?? false);
  const isOfField = isOneReference(field) && field.where !== null && !readsRecord;
  const params = new URLSearchParams({ size: String(MOST_ROWS), ...(isOfField ? { entered: '{}' } : {}) });
  const path = isOfField ? `${entity.id}.${field.id}` : (target ?? '');
  const { currentData, isError } = useOffersQuery(
    { path, target: target ?? '', query: params.toString() },
    { skip: target === null },
  );
  if (field === undefined) return { rows: [], more: 0, isClosed: false };
  const blank: readonly CalendarRow[] = field.required ? [] : [{ value: null, title: t('calendar.without') }];
  const chosen = chosenOf(state, field.id);
  const wanted = (all: readonly CalendarRow[]): readonly CalendarRow[] =>
    chosen === null ? all : all.filter(({ value }) => value !== null && chosen.has(value));
  if (isOneOption(field)) {
    const options = field.options.map((value) => ({ value, title: option(entity.id, field.id, value) }));
    return { rows: wanted([...options, ...blank]), more: 0, isClosed: false };
  }
  if (currentData === undefined) return { rows: null, more: 0, isClosed: isError };
  const { compare } = new Intl.Collator(language, { numeric: true });
  const records = currentData.items
    .map(({ id, title }) => ({ value: id, title: title ?? id }))
    .toSorted((one, other) => compare(one.title, other.title));
  const more = Math.max(0, (currentData.total ?? 0) - currentData.items.length);
  return { rows: wanted([...records, ...blank]), more: chosen === null ? more : 0, isClosed: false };
}

/** The values that the filters of the list leave; null where they leave all. */
function chosenOf({ filters }: ListState, field: string): ReadonlySet<string> | null {
  const named = filters.filter((filter) => filter.field === field && (filter.op === 'eq' || filter.op === 'in'));
  return named.length === 0 ? null : new Set(named.flatMap(({ value }) => value.split(',')));
}
