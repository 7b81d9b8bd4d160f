import { createHash } from 'node:crypto';
import type { ModelAnswer } from '@ninefold/model';
import { narrowedModel } from '../narrowed-model.ts';
import { callerRoute, type CallerCall, type Route } from '../route.ts';
import { isUnchanged } from '../steps/unchanged.ts';

async function read({ service, caller, request, reply }: CallerCall): Promise<string | undefined> {
  const answer: ModelAnswer = { model: narrowedModel(service.application.model, caller.rights), me: caller.me };
  const body = JSON.stringify(answer);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (isUnchanged(request, etag)) {
    reply.code(304);
    return undefined;
  }
  reply.type('application/json; charset=utf-8');
  return body;
}

/** What the signed-in user may see of the model. */
export const MODEL_ROUTE: Route = callerRoute('GET', '/_/model', read);
