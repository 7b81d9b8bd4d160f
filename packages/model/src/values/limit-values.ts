import { RUNTIME_LIMITS } from '../catalogue/runtime-limits.ts';
import type { DatedValue, LimitEntry, LimitHeld } from '../ir/limit.ts';
import type { Model } from '../ir/model.ts';
import { memoized, memoizedWeakly } from './memo.ts';
import { todayIn } from './time.ts';
import type { Scope } from './value.ts';
import type { Wire } from '../wire/answers.ts';

type Values = Readonly<Record<string, Wire>>;
type Limits = Model['limits'];

/** What decides the values of limits at an instant. */
export type WithLimits = Pick<Model, 'limits' | 'timeZone'>;

/** What a limit was set to while the application ran: one value, or values from a day on. */
export type Held = Pick<LimitEntry, 'value' | 'dated'>;

/** The limits that were set while the application ran, by id. */
export type LimitsHeld = Readonly<Record<string, Held>>;

const heldByLimits = memoizedWeakly((limits: Limits): Values => {
  const shown = Object.values(limits).filter((limit) => limit.value !== null);
  return Object.fromEntries(shown.map((limit) => [limit.id, wireOf(limit, limit.value)]));
});

/** The values of limits that hold on every day, in wire form: those of the runtime and of limits without dates. One that is not shown is missing. */
export function limitValues({ limits }: Pick<Model, 'limits'>): Values {
  return heldByLimits(limits);
}

function wireOf({ to }: LimitEntry, value: LimitHeld): Wire {
  return to === null || typeof value !== 'string' ? value : { id: value };
}

/** Of the last day that was asked for. */
const valuesOfDay = memoizedWeakly((limits: Limits) =>
  memoized((day: string): Values => {
    const dated = Object.values(limits).filter((limit) => limit.dated.length > 0);
    const ofDay = dated.flatMap((limit) => [...valueOn(limit, day), ...slotsOf(limit)]);
    return dated.length === 0 ? heldByLimits(limits) : { ...heldByLimits(limits), ...Object.fromEntries(ofDay) };
  }, 1),
);

/** A number by which the runtime itself works: what the specification says, or the runtime's own where that is no positive number. */
export function runtimeLimit(model: Pick<Model, 'limits'>, id: string): number {
  const value = Number(limitValues(model)[id]);
  return value > 0 ? value : Number(RUNTIME_LIMITS[id]?.value);
}

/** The values that `limits.x` reads on a day (`2026-03-05`). One that is not shown is missing, so that nothing that reads it is decided. */
export function limitValuesOn({ limits }: Pick<Model, 'limits'>, day: string): Values {
  return valuesOfDay(limits)(day);
}

/** What a dated limit is on a day; blank before its first, and missing where the record of that day is not there. */
function valueOn(limit: LimitEntry, day: string): readonly (readonly [string, Wire])[] {
  const held = limit.dated.findLast(({ from }) => from <= day);
  if (held !== undefined && held.value === null) return [];
  return [[limit.id, held === undefined ? null : wireOf(limit, held.value)]];
}

/** The name under which expressions read a day of a limit whose days are only known while the application runs, or the value from it on. */
export function slotName(id: string, index: number, part: keyof Pick<DatedValue, 'from' | 'value'>): string {
  return `${id}#${String(index)}.${part}`;
}

/** The limit that expressions read under a name. */
export function limitOfSlot(name: string): string {
  return name.split('#')[0] ?? name;
}

function slotsOf(limit: LimitEntry): readonly (readonly [string, Wire])[] {
  return Array.from({ length: limit.most }, (_, index) => limit.dated[index]).flatMap((held, index) => [
    [slotName(limit.id, index, 'from'), held?.from ?? null] as const,
    [slotName(limit.id, index, 'value'), held === undefined ? null : wireOf(limit, held.value)] as const,
  ]);
}

/** Whether two limits hold the same. */
export function isSameHeld(a: Held, b: Held): boolean {
  const plain = ({ value: one, dated }: Held): string =>
    JSON.stringify([one, dated.map(({ from, value }) => [from, value])]);
  return plain(a) === plain(b);
}

/** The limits as they were set while the application ran. */
export function withLimits(limits: Limits, held: LimitsHeld): Limits {
  const set = Object.entries(held).flatMap(([id, { value, dated }]) => {
    const limit = Object.hasOwn(limits, id) ? limits[id] : undefined;
    if (limit === undefined) return [];
    const other: Pick<LimitEntry, 'set'> = isSameHeld(limit, { value, dated }) ? {} : { set: true };
    return [[id, { ...limit, value, dated, named: null, ...other }] as const];
  });
  return set.length === 0 ? limits : { ...limits, ...Object.fromEntries(set) };
}

/** What expressions see at an instant beside records and people: its day in the model's time zone, and the limits of that day. */
export function scopeAt(model: WithLimits, now: string): Scope {
  const today = todayIn(model.timeZone, now);
  return { user: null, limits: limitValuesOn(model, today), now, today, timeZone: model.timeZone };
}
