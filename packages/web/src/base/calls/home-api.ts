import type { ListAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

/** A number of records; `at_least` where it was not counted to the end. */
export interface Count {
  readonly total: number;
  readonly total_is: 'exact' | 'at_least';
}

/** The records of an entity of which it is the reader's turn. */
export interface WaitingRecords extends Count {
  readonly entity: string;
  /**
   * How many are in each state in which it can be the reader's turn; none where there are too many to count. `field` holds the
   * state: `state`, or the field of a further life cycle. `by` is what `waiting` of the list says to find them.
   */
  readonly states: readonly {
    readonly field: string;
    readonly state: string;
    readonly by: string;
    readonly total: number;
  }[];
}

/** `GET /_/home` */
export interface HomeAnswer {
  /** Per entity, the records of which it is this user's turn; `waiting=me` finds them in a list. */
  readonly waiting: readonly WaitingRecords[];
  /** The figures of the blocks, by `<screen>.<block>`. */
  readonly counts: Readonly<Record<string, Count>>;
}

/** What a small list on a screen asks for. */
export interface SmallList {
  readonly entity: string;
  /** What the list shows: the records of a block, as `home.late`, those of which it is the reader's turn, or that wait for their approval. */
  readonly of: { readonly screen: string } | { readonly waiting: 'me' } | { readonly awaited: 'me' };
  readonly sort: readonly string[];
  readonly rows: number;
}

function listParams({ of, sort, rows }: SmallList): Record<string, string> {
  return {
    ...of,
    ...(sort.length === 0 ? {} : { sort: sort.join(',') }),
    size: String(rows),
    total: 'none',
  };
}

const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    home: build.query<HomeAnswer, void>({ query: () => '/_/home', providesTags: ['home'] }),
    smallList: build.query<ListAnswer, SmallList>({
      query: (list) => ({ url: `/api/${list.entity}`, params: listParams(list) }),
      providesTags: (_answer, _error, { entity }) => [{ type: 'list', id: entity }],
    }),
  }),
});

export const { useHomeQuery, useSmallListQuery } = homeApi;
