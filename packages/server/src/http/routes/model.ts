import { memoizedWeakly, withShownBlocks, type ModelAnswer, type WithLimits } from '@ninefold/model';
import { scopeOf } from '../../records/context/context.ts';
import { shownMe } from '../../records/people/shown-me.ts';
import { narrowedModel } from '../answers/narrowed-model.ts';
import type { Caller } from '../../records/context/records.ts';
import type { Service } from '../service/service.ts';
import { callerRoute, type CallerCall, type Route } from '../service/route.ts';
import { viewsOf } from './people/list-views.ts';
import { ASKED_AGAIN } from '../answers/send-answer.ts';

/** The part of the model that a caller may see, themselves, and their lists. */
export async function modelAnswer(service: Service, caller: Caller): Promise<ModelAnswer> {
  const context = { model: service.application.model, clock: service.clock, limitsNow: service.limits.now };
  const narrowed = narrowedModel(context.model, caller.rights);
  const shown = withShownBlocks(narrowed, context.model, scopeOf(context, caller));
  return {
    model: withLimitsOf(shown)(service.limits.now()),
    me: shownMe(context, caller),
    lists: await viewsOf(service, caller),
  };
}

async function read({ service, caller, reply }: CallerCall): Promise<string> {
  const { model, me, lists } = await modelAnswer(service, caller);
  reply.header('cache-control', ASKED_AGAIN).type('application/json; charset=utf-8');
  return `{"model":${modelText(model)},"me":${JSON.stringify(me)},"lists":${JSON.stringify(lists)}}`;
}

/** The same part of the model is sent to all users with the same roles, so its text is made once, unless blocks are not shown now. */
const modelText = memoizedWeakly((model: ModelAnswer['model']) => JSON.stringify(model));

/** With the limits as they are set now; the same model until one is set. */
const withLimitsOf = memoizedWeakly((model: ModelAnswer['model']) =>
  memoizedWeakly(({ limits }: WithLimits) => (limits === model.limits ? model : { ...model, limits })),
);

/** What the signed-in user may see of the model. */
export const MODEL_ROUTE: Route = callerRoute('GET', '/_/model', read);
