import { openRoute, type Route } from '../route.ts';

/** 200 as soon as calls and pages are answered. */
export const HEALTH_ROUTE: Route = openRoute('GET', '/health', async ({ service, reply }) => {
  const { state } = service.web;
  if (state === 'building') reply.code(503).header('retry-after', '1');
  return { status: state === 'building' ? 'starting' : 'ready' };
});
