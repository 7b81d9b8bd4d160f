import type { Model, ModelAnswer } from '@ninefold/model';
import { shownMe } from '../../records/people/shown-me.ts';
import { narrowedModel } from '../narrowed-model.ts';
import { callerRoute, type CallerCall, type Route } from '../route.ts';
import { ASKED_AGAIN } from '../send-answer.ts';

async function read({ service, caller, reply }: CallerCall): Promise<string> {
  const model = modelText(narrowedModel(service.application.model, caller.rights));
  const me: ModelAnswer['me'] = shownMe({ model: service.application.model, clock: service.clock }, caller);
  reply.header('cache-control', ASKED_AGAIN).type('application/json; charset=utf-8');
  return `{"model":${model},"me":${JSON.stringify(me)}}`;
}

const texts = new WeakMap<Model, string>();

/** The same part of the model goes out to everybody of the same roles: its text is made once. */
function modelText(model: ModelAnswer['model']): string {
  const text = texts.get(model) ?? JSON.stringify(model);
  texts.set(model, text);
  return text;
}

/** What the signed-in user may see of the model. */
export const MODEL_ROUTE: Route = callerRoute('GET', '/_/model', read);
