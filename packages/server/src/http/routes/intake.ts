import { limitValues } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { parseEnvelope } from '../../intake/envelope.ts';
import { openRoute, type Call, type Route } from '../service/route.ts';
import { isSameOrigin } from '../service/visitor.ts';

async function take({ service, request, visitor }: Call): Promise<{ readonly id: string | null }> {
  if (!visitor.byKey && !isSameOrigin(service, request)) throw new Refusal('forged');
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const envelope = parseEnvelope(bytes);
  if (!envelope) throw new Refusal('bad_request');
  const user = visitor.caller?.me.id ?? null;
  const max = Number(limitValues(service.application.model)['intake_anonymous_bytes']);
  if (user === null && bytes.length > max) throw new Refusal('too_large', { params: { max } });
  for (const event of envelope.events)
    await service.reporter.take(event, { source: visitor.byKey ? 'program' : 'browser', user });
  const id = envelope.events[0]?.['event_id'];
  return { id: typeof id === 'string' ? id.slice(0, 64) : null };
}

function intakeRoute(url: string): Route {
  return { ...openRoute('POST', url, take), withoutAntiForgery: true };
}

/**
 * Takes in what browsers report of themselves, and what programs with an API key report, in the Sentry protocol, also in
 * the form that its `tunnel` option posts.
 */
export const INTAKE_ROUTES: readonly Route[] = [
  intakeRoute('/_/intake/api/:project/envelope/'),
  intakeRoute('/_/intake/'),
  intakeRoute('/_/intake'),
];
