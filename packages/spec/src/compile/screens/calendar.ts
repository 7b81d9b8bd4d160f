import {
  isOneOption,
  isOneReference,
  typeOf,
  type CalendarLayout,
  type Field,
  type GanttLayout,
  type MapLayout,
} from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Shapes } from '../entities/entities.ts';
import type { Context } from '../reading/context.ts';
import { daysAt } from '../reading/days.ts';
import { KEYS } from '../reading/keys.ts';
import { meantHolidays } from '../reading/meant-codes.ts';
import { isOpen, knownKeys, knownNames, mapAt, nameAt, required } from '../reading/read.ts';
import { HOLIDAY_PLACES, NO_HOLIDAYS } from './holiday-places.ts';

type Shape = Shapes[string];

/** When the records of a calendar are: between days, or between moments. Null where that is not said (then reported). */
export function calendarOf(ctx: Context, map: LocatedMap, entity: Shape): CalendarLayout | null {
  const calendar = partOf(ctx, map, 'calendar');
  if (calendar === null) return null;
  const { from, to } = periodOf(ctx, calendar, entity, ['from']);
  const per = rowsOf(ctx, calendar, entity);
  const closed = daysAt(ctx, calendar, 'closed');
  const holidays = holidaysOf(ctx, calendar);
  return from === null ? null : { from: from.id, to: to?.id ?? null, per, closed, holidays };
}

/** Whose public holidays a calendar marks. Null where it says nothing, or what is not known (then reported). */
function holidaysOf(ctx: Context, map: LocatedMap): string | null {
  const name = nameAt(ctx, map, 'holidays');
  if (name === null || name.text === NO_HOLIDAYS || HOLIDAY_PLACES.includes(name.text)) return name?.text ?? null;
  ctx.report('NF0119', name.spot, { name: name.text, nearest: meantHolidays(name.text, HOLIDAY_PLACES) });
  return null;
}

/** From when to when the bars of a Gantt chart are. Null where that is not said (then reported). */
export function ganttOf(ctx: Context, map: LocatedMap, entity: Shape): GanttLayout | null {
  const gantt = partOf(ctx, map, 'gantt');
  if (gantt === null) return null;
  const { from, to } = periodOf(ctx, gantt, entity, ['from', 'to']);
  const per = rowsOf(ctx, gantt, entity);
  return from === null || to === null ? null : { from: from.id, to: to.id, per };
}

/** Where the records of a map are. Null where that is not said (then reported). */
export function mapLayoutOf(ctx: Context, map: LocatedMap, entity: Shape): MapLayout | null {
  const part = partOf(ctx, map, 'map');
  if (part === null) return null;
  const [lat, lon] = (['lat', 'lon'] as const).map((key) => {
    if (!isOpen(part, key)) required(ctx, part, key);
    return fieldOf(ctx, part, { key, entity, fits: (field) => typeOf(field, entity.id).kind === 'number' });
  });
  return lat && lon ? { lat: lat.id, lon: lon.id } : null;
}

const MOMENTS: ReadonlySet<string> = new Set(['date', 'datetime']); // kinds: types of values

/** What stands under a layout; null where nothing does (then reported). */
function partOf(ctx: Context, map: LocatedMap, key: 'calendar' | 'gantt' | 'map'): LocatedMap | null {
  const part = mapAt(ctx, map, key);
  if (part !== null) knownKeys(ctx, part, KEYS[key], key);
  else if (!isOpen(map, key)) required(ctx, map, key);
  return part;
}

interface FieldsOfPeriod {
  readonly from: Field | null;
  readonly to: Field | null;
}

/** The fields of a period, of one type. */
function periodOf(ctx: Context, map: LocatedMap, entity: Shape, needed: readonly string[]): FieldsOfPeriod {
  for (const key of needed) if (!isOpen(map, key)) required(ctx, map, key);
  const fits = (field: Field): boolean => MOMENTS.has(typeOf(field, entity.id).kind);
  const from = fieldOf(ctx, map, { key: 'from', entity, fits });
  const to = fieldOf(ctx, map, { key: 'to', entity, fits });
  const isRead = from !== null && to !== null && !ctx.broken.has(from) && !ctx.broken.has(to);
  if (isRead && from.type !== to.type) ctx.report('NF0312', map.spot, { name: to.type, expected: from.type });
  return { from, to };
}

/** The field for whose values there are rows. */
function rowsOf(ctx: Context, map: LocatedMap, entity: Shape): string | null {
  return (
    fieldOf(ctx, map, { key: 'per', entity, fits: (field) => isOneReference(field) || isOneOption(field) })?.id ?? null
  );
}

interface Wanted {
  readonly key: string;
  readonly entity: Shape;
  readonly fits: (field: Field) => boolean;
}

/** The field that a key names. Null where there is none, or where it does not fit (then reported). */
function fieldOf(ctx: Context, map: LocatedMap, { key, entity, fits }: Wanted): Field | null {
  const name = nameAt(ctx, map, key);
  if (name === null) return null;
  const [known] = knownNames(ctx, 'NF0202', [name], Object.keys(entity.fields));
  const field = known === undefined ? undefined : entity.fields[known];
  if (!field) return null;
  if (!ctx.broken.has(field) && !fits(field)) ctx.report('NF0312', name.spot, { name: field.type }); // a broken one is told at its place
  return field;
}
