import { callerRoute, part, type Route } from '../service/route.ts';

/** The groups of a chart or table on a screen: `home.by_state`. */
export const BLOCK_ROUTE: Route = callerRoute('GET', '/_/blocks/:block', ({ service, caller, request }) =>
  service.records.blockGroups(caller, part(request, 'block')),
);
