import { callerRoute, part, type Route } from '../../service/route.ts';

/** The server's own verdicts for one record. */
export const MAY_ROUTE: Route = callerRoute('GET', '/_/may/:entity/:id', ({ service, caller, request }) =>
  service.records.may(caller, part(request, 'entity'), part(request, 'id')),
);
