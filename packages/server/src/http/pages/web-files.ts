import { readFile } from 'node:fs/promises';
import { Refusal } from '../../refusal.ts';
import { openRoute, part, type Call, type Route } from '../service/route.ts';
import { acceptedEncoding, type Encoding } from '../answers/encoding.ts';
import type { BuiltFile } from '../service/built-web.ts';
import { OF_DOCUMENTS } from './security-headers.ts';

/** Types that are no documents: scripts and style sheets. */
const PART_OF_A_PAGE = /^text\/(?:javascript|css)\b/;

/** They are filled in as they are sent, at other addresses. */
const PAGES: ReadonlySet<string> = new Set(['index.html', 'sign-in.html']);

async function read({ service, request, reply }: Call): Promise<Buffer> {
  const path = part(request, '*');
  const file = PAGES.has(path) ? null : service.web.file(path);
  if (!file) throw new Refusal('not_found');
  const [encoding, form] = smallest(file, request.headers['accept-encoding']?.toString());
  const bytes = await readFile(form).catch((cause: unknown) => {
    throw new Refusal('not_found', { cause });
  });
  const hashed = /[-.][\w-]{8,}\.\w+$/.test(path);
  reply.headers({
    'content-type': file.type,
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  });
  if (PART_OF_A_PAGE.test(file.type)) OF_DOCUMENTS.forEach((name) => reply.removeHeader(name));
  if (encoding !== null) reply.header('content-encoding', encoding);
  return bytes;
}

function smallest({ plain, br, gz }: BuiltFile, accepted: string | undefined): readonly [Encoding | null, string] {
  const forms = { br, gzip: gz };
  const encoding = acceptedEncoding(
    accepted,
    (['br', 'gzip'] as const).filter((each) => forms[each] !== null),
  );
  return [encoding, (encoding === null ? null : forms[encoding]) ?? plain];
}

/** The built files of the web application, under names that change with their content. */
export const WEB_ROUTE: Route = openRoute('GET', '/_/web/*', read);
