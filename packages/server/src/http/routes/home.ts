import { blockCounts } from '../../home/block-counts.ts';
import { waitingFor, type Count, type Waiting } from '../../home/waiting.ts';
import { callerRoute, type CallerCall, type Route } from '../route.ts';

interface HomeAnswer {
  readonly waiting: readonly Waiting[];
  readonly counts: Readonly<Record<string, Count>>;
}

async function read({ service, caller }: CallerCall): Promise<HomeAnswer> {
  const { application, records } = service;
  return {
    waiting: await waitingFor(application.model, records, caller),
    counts: await blockCounts(application.model, records, caller),
  };
}

/** What waits for the caller, and the figures of the screens. A browser that opens the address gets the page. */
export const HOME_ROUTE: Route = { ...callerRoute('GET', '/_/home', read), pageToo: true };
