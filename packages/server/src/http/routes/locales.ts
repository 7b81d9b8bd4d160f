import { Refusal } from '../../refusal.ts';
import { openRoute, part, type Call, type Route } from '../service/route.ts';
import { isUnchanged } from '../answers/send-answer.ts';

async function read({ service, request, reply, visitor }: Call): Promise<string | undefined> {
  const name = part(request, 'file');
  const namespace = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
  const file = service.localeFiles(part(request, 'language'), namespace, visitor.caller?.rights ?? null);
  if (!file) throw new Refusal('not_found');
  reply.headers({ etag: file.etag, 'cache-control': 'private, no-cache', vary: 'cookie' });
  if (isUnchanged(request, file.etag)) {
    reply.code(304);
    return undefined;
  }
  reply.type('application/json; charset=utf-8');
  return file.body;
}

/** Language files by language and namespace, `/_/locales/ja/app.json`. */
export const LOCALES_ROUTE: Route = openRoute('GET', '/_/locales/:language/:file', read);
