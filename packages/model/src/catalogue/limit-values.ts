import type { Model } from '../ir/model.ts';
import type { Wire } from '../wire/answers.ts';

const cache = new WeakMap<Model, Readonly<Record<string, Wire>>>();

/** The values that `limits.x` reads, in wire form. */
export function limitValues(model: Model): Readonly<Record<string, Wire>> {
  let values = cache.get(model);
  if (!values) {
    values = Object.fromEntries(Object.values(model.limits).map((limit) => [limit.id, limit.value]));
    cache.set(model, values);
  }
  return values;
}
