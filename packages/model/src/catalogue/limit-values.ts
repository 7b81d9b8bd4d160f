import type { LimitEntry } from '../ir/limit.ts';
import type { Model } from '../ir/model.ts';
import type { Wire } from '../wire/answers.ts';

type Values = Readonly<Record<string, Wire>>;

const always = new WeakMap<Model, Values>();
const onDay = new WeakMap<Model, { readonly day: string; readonly values: Values }>();

/** The values of limits that hold on every day, in wire form: those of the runtime and of limits without dates. One that is not shown is missing. */
export function limitValues(model: Model): Values {
  let values = always.get(model);
  if (!values) {
    const shown = Object.values(model.limits).filter((limit) => limit.value !== null);
    values = Object.fromEntries(shown.map((limit) => [limit.id, limit.value]));
    always.set(model, values);
  }
  return values;
}

/** The values that `limits.x` reads on a day (`2026-03-05`). One that is not shown is missing, so that nothing that reads it is decided. */
export function limitValuesOn(model: Model, day: string): Values {
  const known = onDay.get(model);
  if (known?.day === day) return known.values;
  const dated = Object.values(model.limits).filter((limit) => limit.dated.length > 0);
  const ofDay = Object.fromEntries(dated.map((limit) => [limit.id, valueOn(limit, day)]));
  const values = dated.length === 0 ? limitValues(model) : { ...limitValues(model), ...ofDay };
  onDay.set(model, { day, values });
  return values;
}

/** What a dated limit is on a day; blank before its first. */
export function valueOn({ dated }: LimitEntry, day: string): LimitEntry['value'] {
  return dated.findLast(({ from }) => from <= day)?.value ?? null;
}
