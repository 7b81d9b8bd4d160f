import { typeOf } from '../field-types/registry.ts';
import { isOneOption, isOneReference } from '../field-types/traits.ts';
import type { Entity } from '../ir/entity.ts';
import type { Expression } from '../ir/expression.ts';
import type { GroupKey } from '../ir/screen.ts';
import { startOfDay } from '../lifecycle/timers.ts';
import { firstDayOf, movedPeriod } from '../values/periods.ts';
import { idOf } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import type { Filter } from '../wire/list-state.ts';

/** What narrows a list to the records of a group. */
export interface GroupFilters {
  readonly filters: readonly Filter[];
  readonly where: string | null;
}

/** The filters of a list that shows the records of a group of a block: those with these values, in the order of the keys. */
export function groupFilters(
  entity: Entity,
  keys: readonly GroupKey[],
  { by, timeZone }: { readonly by: readonly Wire[]; readonly timeZone: string },
): GroupFilters {
  const conditions = keys.flatMap((key, index) =>
    key.by === 'expression' ? conditionOf(key.of, by[index] ?? null) : [],
  );
  const filters = keys.flatMap((key, index) =>
    key.by === 'expression' ? [] : filtersOf(entity, key, { value: by[index] ?? null, timeZone }),
  );
  return { filters, where: conditions.length === 0 ? null : conditions.map((one) => `(${one})`).join(' && ') };
}

function conditionOf({ source, type }: Expression, value: Wire): string {
  if (value === null) return `blank(${source})`;
  if (typeof value === 'boolean') return value ? source : `!(${source})`;
  return `(${source}) == ${type.kind === 'number' ? String(value) : JSON.stringify(value)}`;
}

function filtersOf(
  entity: Entity,
  { field, period }: Extract<GroupKey, { readonly by: 'field' }>,
  { value, timeZone }: { readonly value: Wire; readonly timeZone: string },
): readonly Filter[] {
  if (value === null) return [{ field, op: 'blank', value: '' }];
  const own = Object.hasOwn(entity.fields, field) ? entity.fields[field] : undefined;
  if (period === null) {
    const id = idOf(value);
    const isOne = own === undefined || isOneReference(own) || isOneOption(own);
    return [{ field, op: isOne ? 'in' : 'eq', value: id ?? String(value) }];
  }
  const isDay = own !== undefined && typeOf(own, entity.id).kind === 'date';
  const ends = [firstDayOf(String(value)), firstDayOf(movedPeriod(String(value), period, 1))].map((day) =>
    isDay ? day : startOfDay(day, timeZone),
  );
  const [from = null, to = null] = ends;
  if (isDay && period === 'day') return [{ field, op: 'eq', value: String(value) }];
  return [
    ...(from === null ? [] : [{ field, op: 'ge', value: from } as const]),
    ...(to === null ? [] : [{ field, op: 'lt', value: to } as const]),
  ];
}
