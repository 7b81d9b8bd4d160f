import type { AuditAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The log grows with every act: what was read before is never shown again.
    audit: build.query<AuditAnswer, string>({ query: (query) => `/_/audit?${query}`, keepUnusedDataFor: 0 }),
  }),
});

export const { useAuditQuery } = auditApi;
