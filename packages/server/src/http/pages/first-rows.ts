import { setTimeout as waited } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { DrawFirstRows, ListAnswer } from '@ninefold/model';
import type { Caller } from '../../records/context/records.ts';
import { acceptedLanguages } from '../../locales/reader-language.ts';
import { Refusal } from '../../refusal.ts';
import { modelAnswer } from '../routes/model.ts';
import { listAnswer } from '../routes/records/records.ts';
import { languageOf } from '../service/language.ts';
import { asking } from '../service/route.ts';
import type { Service } from '../service/service.ts';
import type { First } from './first-calls.ts';

/** A page does not wait longer for its rows: it asks for them itself. */
const PATIENCE_MS = 150;

/**
 * The page of a list with its rows as HTML, which the reader sees until the application has come. Null at once: the page shows
 * something else. Null later: the rows take too long, or there are none, or the reader may not see them; the application says so.
 */
export function firstRows(
  service: Service,
  request: FastifyRequest,
  { caller, calls, shows }: First,
): Promise<string | null> | null {
  const [asked] = calls.find(([url]) => url.startsWith('/api/')) ?? [];
  const { drawFirstRows } = service.web;
  if (drawFirstRows === null || caller === null || shows !== 'list' || asked === undefined) return null;
  const reader = asking(service, request, caller);
  return drawn(service, request, { reader, asked, loading: drawFirstRows() }).catch((error: unknown) => {
    if (!(error instanceof Refusal))
      service.reporter.report(error, { id: request.id, method: 'GET', route: 'first rows', user: caller.me.id });
    return null;
  });
}

interface Asked {
  readonly reader: Caller;
  /** The address of the call for the rows. */
  readonly asked: string;
}

async function drawn(
  service: Service,
  request: FastifyRequest,
  { reader, asked, loading }: Asked & { readonly loading: Promise<DrawFirstRows> },
): Promise<string | null> {
  const [draw, answer] = await Promise.all([loading, modelAnswer(service, reader)]);
  const { pathname, search } = new URL(request.url, 'http://page');
  return draw({
    answer,
    name: service.application.model.name,
    place: { pathname, search },
    asked,
    read: () => Promise.race([rowsAt(service, request, { reader, asked }), waited(PATIENCE_MS, null, { ref: false })]),
    language: languageOf(service, request),
    preferred: acceptedLanguages(request.headers['accept-language'] ?? ''),
    texts: (language) => appTexts(service, language, reader),
    now: service.clock(),
  });
}

/** What the call for the rows answers, in the words of the reader. */
async function rowsAt(
  service: Service,
  request: FastifyRequest,
  { reader, asked }: Asked,
): Promise<ListAnswer> {
  const { pathname, searchParams } = new URL(asked, 'http://page');
  const entity = pathname.slice('/api/'.length);
  const answer = JSON.stringify(await listAnswer({ service, caller: reader }, { entity, query: searchParams }));
  return JSON.parse(service.titleTexts.inJson(answer, languageOf(service, request))) as ListAnswer; // as it is sent
}

function appTexts(service: Service, language: string, { rights }: Caller): Readonly<Record<string, unknown>> | null {
  const file = service.localeFiles(language, 'app', rights);
  return file === null ? null : (JSON.parse(file.body) as Readonly<Record<string, unknown>>); // an object of texts, as it is sent
}
