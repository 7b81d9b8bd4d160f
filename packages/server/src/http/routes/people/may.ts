import { Refusal } from '../../../refusal.ts';
import { callerRoute, part, type Route } from '../../service/route.ts';

/** The server's own verdicts for one record. */
export const MAY_ROUTE: Route = callerRoute('GET', '/_/may/:entity/:id', ({ service, caller, request }) =>
  service.records.may(caller, part(request, 'entity'), part(request, 'id')),
);

/** The same for many records: for how many of them each action is possible. */
export const MAY_MANY_ROUTE: Route = callerRoute('POST', '/_/may/:entity', ({ service, caller, request }) => {
  if (request.body === undefined) throw new Refusal('not_json');
  return service.records.mayMany(caller, part(request, 'entity'), request.body);
});
