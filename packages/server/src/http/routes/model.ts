import { createHash } from 'node:crypto';
import type { Model, ModelAnswer } from '@ninefold/model';
import { narrowedModel } from '../narrowed-model.ts';
import { callerRoute, type CallerCall, type Route } from '../route.ts';
import { isUnchanged } from '../steps/unchanged.ts';

async function read({ service, caller, request, reply }: CallerCall): Promise<string | undefined> {
  const model = modelText(narrowedModel(service.application.model, caller.rights));
  const body = `{"model":${model},"me":${JSON.stringify(caller.me satisfies ModelAnswer['me'])}}`;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (isUnchanged(request, etag)) {
    reply.code(304);
    return undefined;
  }
  reply.type('application/json; charset=utf-8');
  return body;
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
