import type { TilesAnswer } from '@ninefold/model';
import { callerRoute, type CallerCall } from '../service/route.ts';

/** Asked by pages that draw a map, so that no other page carries it. */
function read({ service }: CallerCall): Promise<TilesAnswer> {
  const { tiles } = service;
  return Promise.resolve({ url: tiles?.url ?? null, credit: tiles?.credit ?? '' });
}

/** The server of map tiles. */
export const TILES_ROUTE = callerRoute('GET', '/_/tiles', read);
