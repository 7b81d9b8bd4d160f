import { type Every, type Expression, isTime } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { names } from '../../expressions/walk.ts';
import type { Context } from '../reading/context.ts';
import { daysAt } from '../reading/days.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, mapAt, nameAt, namesAt, required, textAt, unknown, wholeAt } from '../reading/read.ts';

/** The days of a week, as they are written. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** One of these says on which days; each says all of it. */
const DAYS = ['days', 'weekday', 'month_day'] as const;
const MOST_DAYS = 366;

/** `every: { weekday: mon, nth: 1, at: "08:00" }`, the calendar of a reaction. */
export function everyOf(ctx: Context, map: LocatedMap, reaction: string): Every | null {
  const node = mapAt(ctx, map, 'every');
  if (node === null) return null;
  knownKeys(ctx, node, KEYS.every, 'every');
  const [first, second] = DAYS.filter((key) => node.entries.has(key));
  const twice = second === undefined ? undefined : node.entries.get(second);
  if (first === undefined) ctx.report('NF0431', node.spot, { name: reaction });
  if (first !== undefined && twice) ctx.report('NF0112', twice.keySpot, { first, second: second ?? '' });
  const count = node.entries.get('nth');
  if (count && !node.entries.has('weekday')) ctx.report('NF0432', count.keySpot);
  return {
    days: node.entries.has('days') ? wholeAt(ctx, node, { key: 'days', bounds: [1, MOST_DAYS], otherwise: 1 }) : null,
    weekdays: weekdaysOf(ctx, node),
    monthDay: dayOrLast(ctx, node, 'month_day', 31),
    nth: dayOrLast(ctx, node, 'nth', 4),
    at: timeOf(ctx, node),
    skip: skipOf(ctx, node, reaction),
  };
}

function weekdaysOf(ctx: Context, map: LocatedMap): readonly number[] {
  return namesAt(ctx, map, 'weekday').flatMap((name) => {
    const index = WEEKDAYS.findIndex((day) => day === name.text);
    if (index === -1) unknown(ctx, 'NF0110', name, WEEKDAYS);
    return index === -1 ? [] : [index + 1];
  });
}

function dayOrLast(ctx: Context, map: LocatedMap, key: string, most: number): number | 'last' | null {
  const name = nameAt(ctx, map, key);
  if (name === null) return null;
  return name.text === 'last' ? 'last' : wholeAt(ctx, map, { key, bounds: [1, most], otherwise: 1 });
}

/** No time is assumed: it decides whose day it disturbs. */
function timeOf(ctx: Context, map: LocatedMap): string {
  const text = required(ctx, map, 'at') ? textAt(ctx, map, 'at') : null;
  const node = get(map, 'at');
  if (text !== null && node !== null && !isTime(text)) ctx.report('NF0301', node.spot, { type: 'time', form: 'value' });
  return text !== null && isTime(text) ? text : '00:00';
}

/** Days that are known before: a list of limits. */
function skipOf(ctx: Context, map: LocatedMap, reaction: string): Expression | null {
  const skip = daysAt(ctx, map, 'skip');
  const moving = skip?.tree && ['now', 'today', 'users_with'].find((one) => names(skip.tree, [one]));
  if (moving) ctx.report('NF0417', get(map, 'skip')?.spot ?? map.spot, { name: reaction, found: moving });
  return skip;
}
