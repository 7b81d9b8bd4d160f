import { limitValues, memoizedWeakly, type Model, type Scope } from '@ninefold/model';

/** The limits whose values stand as long as the specification does: nobody sets them while the application runs. */
export const fixedLimits: (model: Model) => Scope['limits'] = memoizedWeakly((model) => {
  const fixed = Object.values(model.limits).filter(({ editableBy }) => editableBy.length === 0);
  return limitValues({ limits: Object.fromEntries(fixed.map((limit) => [limit.id, limit])) });
});
