import type { BlockGroups } from '@ninefold/model';
import { api } from '../store/api.ts';

/** A block of a screen, as `home.by_state`, and the entity whose records it shows. */
interface AskedBlock {
  readonly entity: string;
  readonly block: string;
}

const blockApi = api.injectEndpoints({
  endpoints: (build) => ({
    blockGroups: build.query<BlockGroups, AskedBlock>({
      query: ({ block }) => `/_/blocks/${block}`,
      providesTags: (_answer, _error, { entity }) => [{ type: 'list', id: entity }],
    }),
  }),
});

export const { useBlockGroupsQuery } = blockApi;
