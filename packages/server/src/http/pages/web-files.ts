import { Refusal } from '../../refusal.ts';
import { openRoute, part, type Call, type Route } from '../route.ts';
import type { BuiltFile } from './built-web.ts';

async function read({ service, request, reply }: Call): Promise<Buffer> {
  const path = part(request, '*');
  const file = path === 'index.html' ? null : service.web.file(path);
  if (!file) throw new Refusal('not_found');
  const hashed = /[-.][\w-]{8,}\.\w+$/.test(path);
  reply.headers({
    'content-type': file.type,
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  });
  const [encoding, bytes] = smallest(file, String(request.headers['accept-encoding'] ?? ''));
  if (encoding !== null) reply.header('content-encoding', encoding);
  return bytes;
}

function smallest({ plain, br, gz }: BuiltFile, accepted: string): readonly [string | null, Buffer] {
  const accepts = (encoding: string): boolean =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted);
  if (br && accepts('br')) return ['br', br];
  if (gz && accepts('gzip')) return ['gzip', gz];
  return [null, plain];
}

/** The built files of the web application, under names that change with their content. */
export const WEB_ROUTE: Route = openRoute('GET', '/_/web/*', read);
