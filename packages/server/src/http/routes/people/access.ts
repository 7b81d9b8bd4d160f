import { rolesOpening, type AccessAnswer } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { callerRoute, type Route } from '../../service/route.ts';
import { queryText } from '../../service/query-text.ts';

/** The roles that open an address of the application, for whoever may not open it. */
export const ACCESS_ROUTE: Route = callerRoute('GET', '/_/access', async ({ service, request }) => {
  const roles = rolesOpening(service.application.model, queryText(request, 'path') ?? '');
  if (roles === null) throw new Refusal('unknown_route');
  const answer: AccessAnswer = { roles };
  return answer;
});
