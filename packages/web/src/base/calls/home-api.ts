import type { ListAnswer } from '@ninefold/model';
import { api } from '../store/api.ts';

/** A number of records; `at_least` where it was not counted to the end. */
export interface Count {
  readonly total: number;
  readonly total_is: 'exact' | 'at_least';
}

/** `GET /_/home` */
export interface HomeAnswer {
  /** Per entity, the records whose next step this user may take; `where` finds them in a list. */
  readonly waiting: readonly ({ readonly entity: string; readonly where: string } & Count)[];
  /** The figures of the blocks, by `<screen>.<block>`. */
  readonly counts: Readonly<Record<string, Count>>;
}

/** What a small list on a screen asks for. */
export interface SmallList {
  readonly entity: string;
  /** The block, as `home.late`. */
  readonly block: string;
  readonly sort: readonly string[];
  readonly rows: number;
}

function listParams({ block, sort, rows }: SmallList): Record<string, string> {
  return {
    screen: block,
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
