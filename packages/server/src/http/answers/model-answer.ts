import { memoizedWeakly, withShownBlocks, type ModelAnswer, type WithLimits } from '@ninefold/model';
import { viewsOf } from '../../list-views/views-of.ts';
import { scopeOf } from '../../records/context/context.ts';
import type { Caller } from '../../records/context/records.ts';
import { shownMe } from '../../records/people/shown-me.ts';
import type { Service } from '../service/service.ts';
import { narrowedModel } from './narrowed-model.ts';

/** The part of the model that a caller may see, themselves, and their lists. */
export async function modelAnswer(service: Service, caller: Caller): Promise<ModelAnswer> {
  const { model } = service.application;
  const context = { model, clock: service.clock, limitsNow: service.limits.now };
  const shown = withShownBlocks(narrowedModel(model, caller.rights), model, scopeOf(context, caller));
  return {
    model: withLimitsOf(shown)(service.limits.now()),
    me: shownMe(context, caller),
    lists: await viewsOf({ model, listViews: service.listViews }, caller),
  };
}

/** With the limits as they are set now; the same model until one is set. */
const withLimitsOf = memoizedWeakly((model: ModelAnswer['model']) =>
  memoizedWeakly(({ limits }: WithLimits) => (limits === model.limits ? model : { ...model, limits })),
);
