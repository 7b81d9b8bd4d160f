import {
  addToDate,
  daysBetween,
  type Entity,
  idOf,
  isReference,
  NAMED_SPANS,
  type NamedSpan,
  type Scope,
  startOfDay,
  systemField,
  typeOf,
  type Wire,
} from '@ninefold/model';
import { badParameter, type Filter } from './list-params.ts';

/**
 * The same filters with values in the place of their names: `me` for the caller, and names of spans of days, whose comparisons are
 * with their first day and the first day after them. A week begins on a Monday.
 */
export function withNamedValues(entity: Entity, filters: readonly Filter[], scope: Scope): readonly Filter[] {
  return filters.flatMap((filter) => {
    const kind = kindOf(entity, filter.field);
    if (kind === 'person') return [{ ...filter, value: withMe(filter.value, scope) }];
    const span = spanIn(filter.value);
    return kind === null || span === undefined ? [filter] : comparisons(filter, SPANS[span](scope), { kind, scope });
  });
}

type Kind = 'person' | 'day' | 'moment';

function kindOf(entity: Entity, name: string): Kind | null {
  if (name === 'created_by' || name === 'changed_by') return 'person';
  if (entity.lifecycle && name === 'state_since') return 'moment';
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : systemField(name);
  if (!field) return null;
  if (isReference(field)) return field.to === 'user' ? 'person' : null;
  const { kind } = typeOf(field, entity.id);
  return kind === 'date' ? 'day' : kind === 'datetime' ? 'moment' : null;
}

function withMe(value: string, { user }: Scope): string {
  const me = idOf(user as Wire); // the caller as a record
  return value
    .split(',')
    .map((one) => (one === 'me' ? (me ?? one) : one))
    .join();
}

/** The first day of a span and the first day after it; null: beyond the calendar. */
type Days = readonly [first: string | null, after: string | null];

const MONDAY = '1970-01-05';

function moved(day: string, by: { readonly months?: number; readonly days?: number }): string | null {
  return addToDate(day, { months: 0, days: 0, ms: 0, ...by });
}

const dayFrom =
  (from: number) =>
  ({ today }: Scope): Days => [moved(today, { days: from }), moved(today, { days: from + 1 })];

const weekFrom =
  (from: number) =>
  ({ today }: Scope): Days => {
    const sinceMonday = (((daysBetween(MONDAY, today) % 7) + 7) % 7) - 7 * from;
    return [moved(today, { days: -sinceMonday }), moved(today, { days: 7 - sinceMonday })];
  };

const monthFrom =
  (from: number) =>
  ({ today }: Scope): Days => {
    const first = `${today.slice(0, 7)}-01`;
    return [moved(first, { months: from }), moved(first, { months: from + 1 })];
  };

const SPANS: Readonly<Record<NamedSpan, (scope: Scope) => Days | 'now'>> = {
  now: () => 'now',
  yesterday: dayFrom(-1),
  today: dayFrom(0),
  tomorrow: dayFrom(1),
  last_week: weekFrom(-1),
  this_week: weekFrom(0),
  next_week: weekFrom(1),
  last_month: monthFrom(-1),
  this_month: monthFrom(0),
  next_month: monthFrom(1),
};

function spanIn(value: string): NamedSpan | undefined {
  return NAMED_SPANS.find((name) => name === value.trim());
}

/** What a comparison with a span says of its first day and of the first day after it. */
const COMPARED: Readonly<Record<string, readonly (readonly [op: string, end: 0 | 1])[]>> = {
  eq: [
    ['ge', 0],
    ['lt', 1],
  ],
  lt: [['lt', 0]],
  le: [['lt', 1]],
  gt: [['ge', 1]],
  ge: [['ge', 0]],
};

function comparisons(
  filter: Filter,
  span: Days | 'now',
  { kind, scope }: { readonly kind: 'day' | 'moment'; readonly scope: Scope },
): readonly Filter[] {
  if (span === 'now') return [{ ...filter, value: kind === 'day' ? scope.today : scope.now }];
  const compared = Object.hasOwn(COMPARED, filter.op) ? COMPARED[filter.op] : undefined;
  if (compared === undefined) throw badParameter(`f.${filter.field}`);
  return compared.map(([op, end]) => {
    const day = span[end];
    const value = kind === 'day' || day === null ? day : startOfDay(day, scope.timeZone);
    if (value === null) throw badParameter(`f.${filter.field}`);
    return { ...filter, op, value };
  });
}
