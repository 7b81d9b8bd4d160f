import { memoizedWeakly, type ModelAnswer } from '@ninefold/model';
import { modelAnswer } from '../answers/model-answer.ts';
import { callerRoute, type CallerCall, type Route } from '../service/route.ts';
import { ASKED_AGAIN } from '../answers/send-answer.ts';

async function read({ service, caller, reply }: CallerCall): Promise<string> {
  const { model, me, lists } = await modelAnswer(service, caller);
  reply.header('cache-control', ASKED_AGAIN).type('application/json; charset=utf-8');
  return `{"model":${modelText(model)},"me":${JSON.stringify(me)},"lists":${JSON.stringify(lists)}}`;
}

/** The same part of the model is sent to all users with the same roles, so its text is made once, unless blocks are not shown now. */
const modelText = memoizedWeakly((model: ModelAnswer['model']) => JSON.stringify(model));

/** What the signed-in user may see of the model. */
export const MODEL_ROUTE: Route = callerRoute('GET', '/_/model', read);
