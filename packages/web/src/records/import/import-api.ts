import type { ImportAnswer, SlashedOrder } from '@ninefold/model';
import { EVERYTHING } from '../../base/calls/record-api.ts';
import { api } from '../../base/store/api.ts';

/** The file to send, and how the server should read it. */
export interface ImportCall {
  readonly entity: string;
  readonly file: File;
  readonly mode: 'try' | 'all' | 'each';
  /** Fields by which rows find records; null: as the server chooses. */
  readonly match: string | null;
  /** What each column fills; null: as the server knows them. */
  readonly columns: readonly (string | null)[] | null;
  /** How 03/04/2024 is read where the column does not show it. */
  readonly dates: SlashedOrder;
  /** What stands before the decimals of 1,250 where the column does not show it. */
  readonly decimals: 'comma' | 'point';
  readonly once: string;
}

/** The call that imports a file. */
export const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    importFile: build.mutation<ImportAnswer, ImportCall>({
      query: ({ entity, file, mode, match, columns, dates, decimals, once }) => {
        const params = new URLSearchParams({ mode, dates, decimals, rejects: 'file' });
        if (match !== null) params.set('match', match);
        if (columns !== null) params.set('columns', columns.map((field) => field ?? '').join(','));
        return {
          url: `/api/${entity}/import?${params.toString()}`,
          method: 'POST',
          body: file,
          headers: { 'Content-Type': typeOf(file.name), ...(mode === 'try' ? {} : { 'Idempotency-Key': once }) },
        };
      },
      invalidatesTags: (_, error, { mode }) => (error || mode === 'try' ? [] : EVERYTHING),
    }),
  }),
});

export const { useImportFileMutation } = importApi;

/** The name that JSON lines have beside `application/jsonl`: that one begins like JSON, and what sends the call would take the header away from a file. */
const JSON_LINES = 'application/x-ndjson';

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.xlsx$/i, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/\.(?:jsonl|ndjson)$/i, JSON_LINES],
];

function typeOf(name: string): string {
  return TYPES.find(([ending]) => ending.test(name))?.[1] ?? 'text/csv';
}
