import { Refusal } from '../../refusal.ts';
import { parseEnvelope } from '../../intake/envelope.ts';
import { openRoute, type Call, type Route } from '../route.ts';
import { isSameOrigin } from '../steps/anti-forgery.ts';

async function take({ service, request, visitor }: Call): Promise<{ readonly id: string | null }> {
  if (!isSameOrigin(request)) throw new Refusal('forged');
  const envelope = Buffer.isBuffer(request.body) ? parseEnvelope(request.body) : null;
  if (!envelope) throw new Refusal('bad_request');
  const user = visitor.caller?.me.id ?? null;
  for (const event of envelope.events) await service.reporter.take(event, { source: 'browser', user });
  const id = envelope.events[0]?.['event_id'];
  return { id: typeof id === 'string' ? id.slice(0, 64) : null };
}

function intakeRoute(url: string): Route {
  return { ...openRoute('POST', url, take), withoutAntiForgery: true };
}

/** Takes in what browsers report of themselves, in the Sentry protocol, also in the form that its `tunnel` option posts. */
export const INTAKE_ROUTES: readonly Route[] = [
  intakeRoute('/_/intake/api/:project/envelope/'),
  intakeRoute('/_/intake/'),
  intakeRoute('/_/intake'),
];
