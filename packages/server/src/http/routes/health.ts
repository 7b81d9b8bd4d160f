import { openRoute, type Call, type Route } from '../service/route.ts';

/** What `/health` and `/ready` answer under `status`. */
type Status = 'ready' | 'starting' | 'stopping' | 'storage_away' | 'storage_damaged' | 'other_specification';

function statusOf({ service }: Call): Status {
  const { trouble, isStopping } = service.standing;
  if (trouble === 'other_specification' || trouble === 'storage_away' || trouble === 'storage_damaged') return trouble;
  if (isStopping) return 'stopping';
  return service.web.state === 'building' ? 'starting' : 'ready';
}

function answer(call: Call, status: Status, isFine: boolean): { readonly status: Status } {
  if (!isFine) call.reply.code(503).header('retry-after', '1');
  return { status };
}

/** 200 as soon as calls and pages are answered, and until the server has ended. 503 where its storage is away, or follows another specification. */
const HEALTH_ROUTE: Route = openRoute('GET', '/health', async (call) => {
  const status = statusOf(call);
  return answer(call, status, status === 'ready' || status === 'stopping');
});

/** 200 where a proxy may send calls here: not once the server has been told to stop, although it still answers. */
const READY_ROUTE: Route = openRoute('GET', '/ready', async (call) => {
  const status = statusOf(call);
  return answer(call, status, status === 'ready');
});

/** How a server is, for whoever sends calls to it. */
export const HEALTH_ROUTES: readonly Route[] = [HEALTH_ROUTE, READY_ROUTE];
