import { memoizedWeakly, narrow, type Model, type Rights } from '@ninefold/model';

const parts = memoizedWeakly((model: Model) => memoizedWeakly((rights: Rights) => narrow(model, rights)));

/** The part of the model for these rights, made once. */
export function narrowedModel(model: Model, rights: Rights): Model {
  return parts(model)(rights);
}
