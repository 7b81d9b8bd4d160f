import { Refusal } from '../../refusal.ts';
import { callerRoute, part, type Route } from '../route.ts';

/** Who changed what of a record since a version that the caller has seen. */
export const CHANGES_ROUTE: Route = callerRoute(
  'GET',
  '/_/changes/:entity/:id',
  async ({ service, caller, request }) => {
    const since = (request.query as Readonly<Record<string, unknown>>)['since'];
    if (typeof since !== 'string' || !/^\d{1,15}$/.test(since)) throw new Refusal('bad_request');
    return {
      items: await service.records.changes(caller, part(request, 'entity'), part(request, 'id'), Number(since)),
    };
  },
);
