import { RUNTIME_LIMITS } from '../catalogue/runtime-limits.ts';
import type { LimitEntry } from '../ir/limit.ts';
import type { Model } from '../ir/model.ts';
import { memoized, memoizedWeakly } from './memo.ts';
import { todayIn } from './time.ts';
import type { Scope } from './value.ts';
import type { Wire } from '../wire/answers.ts';

type Values = Readonly<Record<string, Wire>>;

/** The values of limits that hold on every day, in wire form: those of the runtime and of limits without dates. One that is not shown is missing. */
export const limitValues = memoizedWeakly((model: Model): Values => {
  const shown = Object.values(model.limits).filter((limit) => limit.value !== null);
  return Object.fromEntries(shown.map(({ id, to, value }) => [id, to === null ? value : { id: value }]));
});

/** Of the last day that was asked for. */
const valuesOfDay = memoizedWeakly((model: Model) =>
  memoized((day: string): Values => {
    const dated = Object.values(model.limits).filter((limit) => limit.dated.length > 0);
    const ofDay = Object.fromEntries(dated.map((limit) => [limit.id, valueOn(limit, day)]));
    return dated.length === 0 ? limitValues(model) : { ...limitValues(model), ...ofDay };
  }, 1),
);

/** A number by which the runtime itself works: what the specification says, or the runtime's own where that is no positive number. */
export function runtimeLimit(model: Model, id: string): number {
  const value = Number(limitValues(model)[id]);
  return value > 0 ? value : Number(RUNTIME_LIMITS[id]?.value);
}

/** The values that `limits.x` reads on a day (`2026-03-05`). One that is not shown is missing, so that nothing that reads it is decided. */
export function limitValuesOn(model: Model, day: string): Values {
  return valuesOfDay(model)(day);
}

/** What a dated limit is on a day; blank before its first. */
export function valueOn({ dated }: LimitEntry, day: string): LimitEntry['value'] {
  return dated.findLast(({ from }) => from <= day)?.value ?? null;
}

/** What expressions see at an instant beside records and people: its day in the model's time zone, and the limits of that day. */
export function scopeAt(model: Model, now: string): Scope {
  const today = todayIn(model.timeZone, now);
  return { user: null, limits: limitValuesOn(model, today), now, today, timeZone: model.timeZone };
}
