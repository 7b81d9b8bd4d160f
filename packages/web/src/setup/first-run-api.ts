import type { FirstRunAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

const firstRunApi = api.injectEndpoints({
  endpoints: (build) => ({
    firstRun: build.query<FirstRunAnswer, string>({
      query: (language) => `/_/setup?lng=${encodeURIComponent(language)}`,
      providesTags: ['first run'],
    }),
    loadSampleData: build.mutation<{ readonly records: number }, void>({
      query: () => ({ url: '/_/setup/sample-data', method: 'POST' }),
      invalidatesTags: ['first run', 'record', 'list', 'home'],
    }),
  }),
});

export const { useFirstRunQuery, useLoadSampleDataMutation } = firstRunApi;
