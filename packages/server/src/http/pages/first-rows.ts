import { setTimeout as waited } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { DrawFirstRows, ListAnswer } from '@ninefold/model';
import type { Caller } from '../../records/context/records.ts';
import { acceptedLanguages } from '../../locales/reader-language.ts';
import { Refusal } from '../../refusal.ts';
import { modelAnswer } from '../answers/model-answer.ts';
import { listAnswer } from '../answers/list-answer.ts';
import { languageOf } from '../service/language.ts';
import { asking } from '../service/route.ts';
import type { Service } from '../service/service.ts';
import type { First } from './first-calls.ts';

/** A page does not wait longer for its rows: it asks for them itself. */
const PATIENCE_MS = 1000;

/** What a page shows until the application has come. */
export interface DrawnRows {
  readonly html: string;
  /** The address of the call for the rows, and what it answers: JSON. */
  readonly asked: string;
  readonly answer: string;
}

/**
 * The page of a list with its rows, and these as the application asks for them. Null at once: the page shows
 * something else. Null later: the rows take too long, or there are none, or the reader may not see them; the application says so.
 */
export function firstRows(
  service: Service,
  request: FastifyRequest,
  { caller, calls, shows }: First,
): Promise<DrawnRows | null> | null {
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
): Promise<DrawnRows | null> {
  const [draw, model] = await Promise.all([loading, modelAnswer(service, reader)]);
  const { pathname, search } = new URL(request.url, 'http://page');
  let answer = '';
  const html = await draw({
    answer: model,
    name: service.application.model.name,
    place: { pathname, search },
    asked,
    read: async () => {
      const reading = answerAt(service, request, { reader, asked });
      const text = await Promise.race([reading, waited(PATIENCE_MS, null, { ref: false })]);
      if (text === null) return null;
      answer = text;
      return JSON.parse(text) as ListAnswer; // as it is sent
    },
    language: languageOf(service, request),
    preferred: acceptedLanguages(request.headers['accept-language'] ?? ''),
    texts: (language) => appTexts(service, language, reader),
    now: service.clock(),
  });
  return html === null ? null : { html, asked, answer };
}

/** What the call for the rows answers, in the words of the reader: JSON. */
async function answerAt(service: Service, request: FastifyRequest, { reader, asked }: Asked): Promise<string> {
  const { pathname, searchParams } = new URL(asked, 'http://page');
  const entity = pathname.slice('/api/'.length);
  const answer = JSON.stringify(await listAnswer({ service, caller: reader }, { entity, query: searchParams }));
  return service.titleTexts.inJson(answer, languageOf(service, request));
}

function appTexts(service: Service, language: string, { rights }: Caller): Readonly<Record<string, unknown>> | null {
  const file = service.localeFiles(language, 'app', rights);
  return file === null ? null : (JSON.parse(file.body) as Readonly<Record<string, unknown>>); // an object of texts, as it is sent
}
