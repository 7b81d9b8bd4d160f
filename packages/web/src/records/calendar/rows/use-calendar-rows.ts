import { isOneReference, isOneOption, type Entity, type Field, type ListState } from '@ninefold/model';
import { useOffersQuery } from '../../../base/calls/offers-api.ts';
import { useMe } from '../../../base/model/use-model.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import type { CalendarRow } from '../base/calendar-shared.ts';
import { useEntries } from '../events/use-entries.ts';

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

type Asked = Omit<Parameters<typeof useEntries>[0], 'row' | 'first' | 'skip'>;

/**
 * What the rows of a calendar stand for: the options of a choice, or the records that a reference may name, then those without. At last
 * come the records that name what no row stands for, such as what their reader may not see, where some are on these days.
 */
export function useCalendarRows(asked: Asked, per: string | null): Rows {
  const { t, option, language } = useTexts();
  const { entity, state } = asked;
  const field = per === null ? undefined : entity.fields[per];
  const { target, isError, currentData } = useNamed(entity, field);
  const { compare } = new Intl.Collator(language, { numeric: true });
  const blank: readonly CalendarRow[] =
    field === undefined || field.required ? [] : [{ value: null, title: t('calendar.without') }];
  const chosen = useChosen(state, field);
  const wanted = (all: readonly CalendarRow[]): readonly CalendarRow[] =>
    chosen === null ? all : all.filter(({ value }) => value !== null && chosen.has(value));
  const records = (currentData?.items ?? [])
    .map(({ id, title }) => ({ value: id, title: title ?? id }))
    .toSorted((one, other) => compare(one.title, other.title));
  const rows = wanted([...records, ...blank]);
  const others = { value: null, title: t('calendar.others'), except: rows.map(({ value }) => value) };
  const skip = target === null || currentData === undefined;
  const { entries } = useEntries({ ...asked, row: others, first: 1, skip });
  if (field === undefined) return { rows: [], more: 0, isClosed: false };
  if (isOneOption(field)) {
    const options = field.options.map((value) => ({ value, title: option(entity.id, field.id, value) }));
    return { rows: wanted([...options, ...blank]), more: 0, isClosed: false };
  }
  if (currentData === undefined) return { rows: null, more: 0, isClosed: isError };
  const more = Math.max(0, (currentData.total ?? 0) - currentData.items.length);
  return { rows: entries.length > 0 ? [...rows, others] : rows, more: chosen === null ? more : 0, isClosed: false };
}

/** The records that a reference may name, as far as there are rows for them. */
function useNamed(entity: Entity, field: Field | undefined) {
  const target = isOneReference(field) ? field.to : null;
  const readsRecord = isOneReference(field) && (field.where?.reads.some((path) => path.startsWith('record.')) ?? false);
  const isOfField = isOneReference(field) && field.where !== null && !readsRecord;
  const params = new URLSearchParams({ size: String(MOST_ROWS), ...(isOfField ? { entered: '{}' } : {}) });
  const path = isOfField ? `${entity.id}.${field.id}` : (target ?? '');
  const { currentData, isError } = useOffersQuery(
    { path, target: target ?? '', query: params.toString() },
    { skip: target === null },
  );
  return { target, currentData, isError };
}

/** The values that the filters of the list leave; null where they leave all. */
function useChosen({ filters }: ListState, field: Field | undefined): ReadonlySet<string> | null {
  const me = useMe();
  const named = filters.filter((filter) => filter.field === field?.id && (filter.op === 'eq' || filter.op === 'in'));
  if (named.length === 0) return null;
  return new Set(named.flatMap(({ value }) => value.split(',')).map((value) => (value === 'me' ? me.id : value)));
}
