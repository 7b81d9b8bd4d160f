import type { FaultsAnswer } from '@ninefold/model';
import { callerRoute, type Route } from '../service/route.ts';
import { needRight } from '../steps/need-right.ts';

const NEWEST = 100;

/** The newest reported faults of the server, of people who are signed in and of everybody else, for roles with the right to them. */
export const FAULTS_ROUTE: Route = {
  ...callerRoute('GET', '/_/faults', async ({ service, caller }) => {
    needRight({ caller }, 'faults');
    const answer: FaultsAnswer = { items: await service.faults.newest(NEWEST) };
    return answer;
  }),
  pageToo: true,
  forKeys: true,
};
