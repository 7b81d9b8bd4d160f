import { textAt } from '../../locales/texts.ts';
import { languageOf } from '../service/language.ts';
import { callerRoute, type CallerCall, type Route } from '../service/route.ts';

async function read({ service, caller, request, reply }: CallerCall): Promise<string> {
  const { openApi } = await import('@ninefold/spec');
  const { model, texts } = service.application;
  const languages = [languageOf(service, request), model.languages[0] ?? ''];
  const document = openApi(model, {
    rights: caller.rights,
    server: service.site.originOf(request),
    text: (key) =>
      languages.map((language) => textAt(texts[language], key.split('.'))).find((text) => text !== null) ?? null,
  });
  reply.type('application/json; charset=utf-8');
  return JSON.stringify(document);
}

/** The calls that the caller may make, as an OpenAPI 3.1 document. */
export const OPEN_API_ROUTE: Route = callerRoute('GET', '/api/openapi.json', read);
