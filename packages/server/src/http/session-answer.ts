import { limitValues, RUNTIME_LIMITS, type SessionAnswer } from '@ninefold/model';
import type { FastifyRequest } from 'fastify';
import { ownDsn } from '../intake/dsn.ts';
import type { Caller } from '../records/records.ts';
import { shownMe } from '../records/people/shown-me.ts';
import { namesFor } from './cookies.ts';
import { isDemoOpen } from './demo-open.ts';
import type { Service } from './service.ts';

/** What the page has to know before anything else; public, so it says nothing of the model but its name. */
export async function sessionAnswer(
  service: Service,
  request: FastifyRequest,
  caller: Caller | null,
): Promise<SessionAnswer> {
  const { model } = service.application;
  const names = namesFor(service, request);
  const values = limitValues(model);
  const limits = Object.keys(RUNTIME_LIMITS).map(
    (id) => [id, values[id] ?? RUNTIME_LIMITS[id]?.value ?? null] as const,
  );
  return {
    me: caller === null ? null : shownMe({ model, clock: service.clock }, caller),
    password: caller !== null && (await service.credentials.find(caller.me.id)) !== null,
    demo: isDemoOpen(service, request) ? await service.records.demoAccounts() : null,
    setup: await service.setup.isOpen(),
    name: model.name,
    languages: model.languages,
    limits: Object.fromEntries(limits) as SessionAnswer['limits'],
    intake: service.elsewhere?.dsn ?? ownDsn(request.protocol, request.host),
    cookies: { xsrf: names.xsrf, language: names.language },
    model_hash: model.hash,
  };
}
