import { Refusal } from '../../../refusal.ts';
import { callerRoute, part, type Route } from '../../service/route.ts';
import { queryText } from '../../service/query-text.ts';

/** Who changed what of a record since a version that the caller has seen. */
export const CHANGES_ROUTE: Route = callerRoute(
  'GET',
  '/_/changes/:entity/:id',
  async ({ service, caller, request }) => {
    const since = queryText(request, 'since');
    if (since === null || !/^\d{1,15}$/.test(since)) throw new Refusal('bad_request');
    return {
      items: await service.records.changes(caller, part(request, 'entity'), part(request, 'id'), Number(since)),
    };
  },
);
