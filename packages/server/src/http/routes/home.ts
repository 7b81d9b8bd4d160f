import { scopeOf } from '../../records/context/context.ts';
import { blockCounts } from '../../home/block-counts.ts';
import { waitingFor, type Count, type Waiting } from '../../home/waiting.ts';
import { callerRoute, type CallerCall, type Route } from '../service/route.ts';

interface HomeAnswer {
  readonly waiting: readonly Waiting[];
  readonly counts: Readonly<Record<string, Count>>;
}

async function read({ service, caller }: CallerCall): Promise<HomeAnswer> {
  const { model } = service.application;
  return service.records.together(caller, async (records) => ({
    waiting: await waitingFor(model, records, caller),
    counts: await blockCounts(
      model,
      records,
      caller,
      scopeOf({ model, clock: service.clock, limitsNow: service.limits.now }, caller),
    ),
  }));
}

/** What waits for the caller, and the figures of the screens. A browser that opens the address gets the page. */
export const HOME_ROUTE: Route = { ...callerRoute('GET', '/_/home', read), pageToo: true };
