import { narrow, type Model, type Rights } from '@ninefold/model';

const plans = new WeakMap<Model, WeakMap<Rights, Model>>();

/** The part of the model for these rights, made once. */
export function narrowedModel(model: Model, rights: Rights): Model {
  const known = plans.get(model) ?? new WeakMap<Rights, Model>();
  plans.set(model, known);
  const part = known.get(rights) ?? narrow(model, rights);
  known.set(rights, part);
  return part;
}
