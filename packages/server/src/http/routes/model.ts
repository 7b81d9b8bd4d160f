import { memoizedWeakly, type ModelAnswer } from '@ninefold/model';
import { shownMe } from '../../records/people/shown-me.ts';
import { narrowedModel } from '../answers/narrowed-model.ts';
import { callerRoute, type CallerCall, type Route } from '../service/route.ts';
import { ASKED_AGAIN } from '../answers/send-answer.ts';

async function read({ service, caller, reply }: CallerCall): Promise<string> {
  const model = modelText(narrowedModel(service.application.model, caller.rights));
  const me: ModelAnswer['me'] = shownMe({ model: service.application.model, clock: service.clock }, caller);
  reply.header('cache-control', ASKED_AGAIN).type('application/json; charset=utf-8');
  return `{"model":${model},"me":${JSON.stringify(me)}}`;
}

/** The same part of the model is sent to all users with the same roles, so its text is made once. */
const modelText = memoizedWeakly((model: ModelAnswer['model']) => JSON.stringify(model));

/** What the signed-in user may see of the model. */
export const MODEL_ROUTE: Route = callerRoute('GET', '/_/model', read);
