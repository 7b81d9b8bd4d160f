import { Refusal } from '../../refusal.ts';
import { type CallerCall, callerRoute, type Route } from '../service/route.ts';
import { queryText } from '../service/query-text.ts';

const AGAIN_SECONDS = 30;

/** Where a page continues: after the last event that it received, as the browser says by itself or the page in the address. */
function placeOf({ request }: CallerCall): string | null {
  const place = request.headers['last-event-id'] ?? queryText(request, 'after');
  return typeof place === 'string' ? place : null;
}

function headersOf({ reply }: CallerCall): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/**
 * Server-sent events: `ready` with `{ known }` (false: what happened since the last event is not known), then `changed` with ids by
 * entity (null: many), of records that the reader may read. It ends with the session.
 */
export const LIVE_ROUTE: Route = callerRoute('GET', '/_/live', async (call) => {
  const { service, caller, request, reply, visitor } = call;
  reply.headers({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  if (request.method === 'HEAD' || visitor.token === null) return;
  if (service.standing.isStopping) throw new Refusal('stopping');
  const reader = { token: visitor.token, caller };
  if (!service.live.open(reader, reply.raw, placeOf(call), headersOf(call)))
    throw new Refusal('too_many_requests', { params: { seconds: AGAIN_SECONDS } });
  reply.hijack();
});
