import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';

/** The one client of the server; each subject injects its own endpoints. Errors are `Failure`. */
export const api = createApi({
  baseQuery,
  tagTypes: ['session', 'model', 'record', 'list', 'home', 'first run', 'conversation', 'notification'],
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
