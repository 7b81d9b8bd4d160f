import type { HolidaysAnswer } from '@ninefold/model';
import { api } from '../../../base/store/api.ts';

export interface HolidaysAsked {
  readonly place: string;
  /** Years. */
  readonly from: string;
  readonly to: string;
  readonly language: string;
}

const holidaysApi = api.injectEndpoints({
  endpoints: (build) => ({
    holidays: build.query<HolidaysAnswer, HolidaysAsked>({
      query: ({ place, ...params }) => ({ url: `/_/holidays/${place}`, params }),
    }),
  }),
});

export const { useHolidaysQuery } = holidaysApi;
