import type { ListAnswer } from '@ninefold/model';
import { api } from '../../base/store/api.ts';

/** A record, and the entities of the records that refer to it. */
interface RelatedTo {
  readonly entity: string;
  readonly id: string;
  readonly from: readonly string[];
}

/** How many records there are, by the names of the references that lead from them to the record. */
type RelatedCounts = Readonly<Record<string, Pick<ListAnswer, 'total' | 'total_is'>>>;

const relatedApi = api.injectEndpoints({
  endpoints: (build) => ({
    relatedCounts: build.query<RelatedCounts, RelatedTo>({
      query: ({ entity, id }) => `/_/related/${entity}/${encodeURIComponent(id)}`,
      providesTags: (_answer, _error, { from }) => from.map((id) => ({ type: 'list', id })),
    }),
  }),
});

export const { useRelatedCountsQuery } = relatedApi;
