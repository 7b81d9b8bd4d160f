import { createHash } from 'node:crypto';
import { openApi } from '@ninefold/spec';
import { textAt } from '../../locales/texts.ts';
import { languageOf } from '../language.ts';
import { narrowedModel } from '../narrowed-model.ts';
import { callerRoute, type CallerCall, type Route } from '../route.ts';
import { isUnchanged } from '../steps/unchanged.ts';

async function read({ service, caller, request, reply }: CallerCall): Promise<string | undefined> {
  const { model, texts } = service.application;
  const languages = [languageOf(service, request), model.languages[0] ?? ''];
  const document = openApi(narrowedModel(model, caller.rights), {
    rights: caller.rights,
    server: `${request.protocol}://${request.host}`,
    text: (key) =>
      languages.map((language) => textAt(texts[language], key.split('.'))).find((text) => text !== null) ?? null,
  });
  const body = JSON.stringify(document);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (isUnchanged(request, etag)) {
    reply.code(304);
    return undefined;
  }
  reply.type('application/json; charset=utf-8');
  return body;
}

/** The calls that the caller may make, as an OpenAPI 3.1 document. */
export const OPEN_API_ROUTE: Route = callerRoute('GET', '/api/openapi.json', read);
