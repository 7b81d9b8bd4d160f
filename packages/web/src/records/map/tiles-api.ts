import type { TilesAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const tilesApi = api.injectEndpoints({
  endpoints: (build) => ({ tiles: build.query<TilesAnswer, void>({ query: () => '/_/tiles' }) }),
});

export const { useTilesQuery } = tilesApi;
