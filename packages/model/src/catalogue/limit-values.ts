import type { Model } from '../ir/model.ts';
import type { Wire } from '../wire/answers.ts';

const cache = new WeakMap<Model, Readonly<Record<string, Wire>>>();

/** The values that `limits.x` reads, in wire form. One that is not shown is missing, so that nothing that reads it is decided. */
export function limitValues(model: Model): Readonly<Record<string, Wire>> {
  let values = cache.get(model);
  if (!values) {
    const shown = Object.values(model.limits).filter((limit) => limit.value !== null);
    values = Object.fromEntries(shown.map((limit) => [limit.id, limit.value]));
    cache.set(model, values);
  }
  return values;
}
