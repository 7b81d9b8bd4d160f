import { Refusal } from '../../refusal.ts';
import { callerRoute, type Route } from '../route.ts';

const NEWEST = 200;

/** The newest reported faults, for roles that care for them. */
export const FAULTS_ROUTE: Route = {
  ...callerRoute('GET', '/_/faults', async ({ service, caller }) => {
    if (!caller.rights.runtime.includes('faults')) throw new Refusal('forbidden');
    return { items: await service.faults.newest(NEWEST) };
  }),
  pageToo: true,
};
