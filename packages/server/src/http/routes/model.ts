import { createHash } from 'node:crypto';
import { narrow, type Model, type ModelAnswer, type Rights } from '@ninefold/model';
import { callerRoute, type CallerCall, type Route } from '../route.ts';
import { isUnchanged } from '../steps/unchanged.ts';

const plans = new WeakMap<Model, WeakMap<Rights, Model>>();

/** The part of the model for these rights, made once. */
function narrowed(model: Model, rights: Rights): Model {
  const known = plans.get(model) ?? new WeakMap<Rights, Model>();
  plans.set(model, known);
  const part = known.get(rights) ?? narrow(model, rights);
  known.set(rights, part);
  return part;
}

async function read({ service, caller, request, reply }: CallerCall): Promise<string | undefined> {
  const answer: ModelAnswer = { model: narrowed(service.application.model, caller.rights), me: caller.me };
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
