import type { AccessAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    access: build.query<AccessAnswer, string>({
      query: (path) => `/_/access?${new URLSearchParams({ path }).toString()}`,
    }),
  }),
});

export const { useAccessQuery } = accessApi;
