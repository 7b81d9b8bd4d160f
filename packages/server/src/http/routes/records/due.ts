import { callerRoute, type Route } from '../../service/route.ts';
import { parametersOf } from '../../service/query-text.ts';

/** What will happen by itself to the records that the caller may read. A browser that opens the address gets the page. */
export const DUE_ROUTE: Route = {
  ...callerRoute('GET', '/_/due', ({ service, caller, request }) =>
    service.records.duePage(caller, parametersOf(request)),
  ),
  pageToo: true,
  forKeys: true,
};
