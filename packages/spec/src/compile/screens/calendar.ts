import { typeOf, type CalendarLayout, type Field } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Shapes } from '../entities/entities.ts';
import type { Context } from '../reading/context.ts';
import { KEYS } from '../reading/keys.ts';
import { isOpen, knownKeys, knownNames, mapAt, nameAt, required } from '../reading/read.ts';

type Shape = Shapes[string];

/** When the records of a calendar are: between days, or between moments. Null where that is not said (then reported). */
export function calendarOf(ctx: Context, map: LocatedMap, entity: Shape): CalendarLayout | null {
  const calendar = mapAt(ctx, map, 'calendar');
  if (calendar === null) {
    if (!isOpen(map, 'calendar')) required(ctx, map, 'calendar');
    return null;
  }
  knownKeys(ctx, calendar, KEYS.calendar, 'calendar');
  if (!isOpen(calendar, 'from')) required(ctx, calendar, 'from');
  const from = momentOf(ctx, calendar, 'from', entity);
  const to = momentOf(ctx, calendar, 'to', entity);
  if (from === null) return null;
  const isRead = to !== null && !ctx.broken.has(from) && !ctx.broken.has(to);
  if (isRead && from.type !== to.type) ctx.report('NF0312', calendar.spot, { name: to.type });
  return { from: from.id, to: to?.id ?? null };
}

const MOMENTS: ReadonlySet<string> = new Set(['date', 'datetime']); // kinds: types of values

/** The date or datetime that a key names. */
function momentOf(ctx: Context, map: LocatedMap, key: 'from' | 'to', { id, fields }: Shape): Field | null {
  const name = nameAt(ctx, map, key);
  if (name === null) return null;
  const [known] = knownNames(ctx, 'NF0202', [name], Object.keys(fields));
  const field = known === undefined ? undefined : fields[known];
  if (!field) return null;
  if (ctx.broken.has(field)) return field; // it is told at its place
  if (!MOMENTS.has(typeOf(field, id).kind)) ctx.report('NF0312', name.spot, { name: field.type });
  return field;
}
