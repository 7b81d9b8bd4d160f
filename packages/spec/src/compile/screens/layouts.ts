import {
  ALL_LAYOUTS,
  hasOpenCurrency,
  isOneOption,
  LAYOUTS,
  typeOf,
  type BoardLayout,
  type CalendarLayout,
  type Field,
  type GanttLayout,
  type Layout,
  type MapLayout,
} from '@ninefold/model';
import { calendarOf, ganttOf, mapLayoutOf } from './calendar.ts';
import type { LocatedMap } from '../../located.ts';
import type { Shapes } from '../entities/entities.ts';
import type { Context } from '../reading/context.ts';
import { KEYS } from '../reading/keys.ts';
import { knownKeys, knownNames, mapAt, nameAt, namesAt, unknownWord, type Name } from '../reading/read.ts';
import { own } from '../reading/tree.ts';

type Shape = Shapes[string];

interface Layouts {
  readonly layouts: readonly Layout[];
  readonly board: BoardLayout | null;
  readonly calendar: CalendarLayout | null;
  readonly gantt: GanttLayout | null;
  readonly map: MapLayout | null;
}

/** How a list can be drawn. The part that a layout needs, as `board:`, makes it one of the layouts. */
export function layoutsOf(ctx: Context, map: LocatedMap, entity: Shape): Layouts {
  const written = namesAt(ctx, map, 'layouts').flatMap((name) => {
    const layout = ALL_LAYOUTS.find((candidate) => candidate === name.text);
    if (layout === undefined) unknownWord(ctx, name, ALL_LAYOUTS, ALL_LAYOUTS);
    return layout === undefined ? [] : [layout];
  });
  const parts = ALL_LAYOUTS.filter((layout) => map.entries.has(layout) && LAYOUTS[layout].needs === layout);
  const layouts = [...new Set([...written, ...parts])];
  return {
    layouts,
    board: layouts.includes('board') ? boardOf(ctx, map, entity) : null,
    calendar: layouts.includes('calendar') ? calendarOf(ctx, map, entity) : null,
    gantt: layouts.includes('gantt') ? ganttOf(ctx, map, entity) : null,
    map: layouts.includes('map') ? mapLayoutOf(ctx, map, entity) : null,
  };
}

/** Null where there is nothing for its columns to stand for (then reported). */
function boardOf(ctx: Context, map: LocatedMap, entity: Shape): BoardLayout | null {
  const board = mapAt(ctx, map, 'board');
  if (board !== null) knownKeys(ctx, board, KEYS.board, 'board');
  const hasStates = ctx.names.states(entity.id).length > 0;
  const fields = Object.values(entity.fields);
  const named = (fits: (field: Field) => boolean): readonly string[] =>
    fields.filter((field) => ctx.broken.has(field) || fits(field)).map(({ id }) => id); // a broken field is told at its place
  const choices = [...(hasStates ? ['state'] : []), ...named(isOneOption)];
  const sums = named((field) => isSummed(field, entity));
  const by = board === null ? null : nameAt(ctx, board, 'by');
  const sum = board === null ? null : nameAt(ctx, board, 'sum');
  const [summed = null] = sum === null ? [] : fitting(ctx, entity, sum, sums);
  if (by === null && !hasStates) {
    const { keySpot = map.spot } = map.entries.get('board') ?? map.entries.get('layouts') ?? {};
    if (!ctx.names.hasStrayStates) ctx.report('NF0824', keySpot, { entity: entity.id });
    return null;
  }
  const [column] = by === null ? ['state'] : fitting(ctx, entity, by, choices);
  return column === undefined ? null : { by: column, sum: summed };
}

/** A name that is among those that fit. A field that is there and does not fit is told by its type. */
function fitting(ctx: Context, { fields }: Shape, name: Name, fit: readonly string[]): readonly string[] {
  const field = own(fields, name.text);
  if (field === undefined || fit.includes(name.text)) return knownNames(ctx, 'NF0202', [name], fit);
  ctx.report('NF0312', name.spot, { name: field.type });
  return [];
}

/** Whether its values can be added up as they are stored, all in one unit. */
function isSummed(field: Field, { id }: Shape): boolean {
  return typeOf(field, id).kind === 'number' && !hasOpenCurrency(field) && field.computed?.live !== true;
}
