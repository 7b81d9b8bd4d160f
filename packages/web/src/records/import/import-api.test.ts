import { configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../base/store/api.ts';
import { sessionReducer } from '../../base/store/session-slice.ts';
import { importApi } from './import-api.ts';

afterEach(() => vi.unstubAllGlobals());

test('a file is sent under the media type of its ending', async () => {
  const sent: (string | null)[] = [];
  const PlainRequest = Request;
  // A browser resolves an address against the page; this environment has no page.
  // oxlint-disable-next-line func-style
  const WithBase = function (input: string, init?: RequestInit) {
    return new PlainRequest(new URL(input, 'https://desk.example'), init);
  };
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('Request', WithBase);
  vi.stubGlobal('fetch', async ({ headers }: Request) => {
    sent.push(headers.get('content-type'));
    return new Response('{}');
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionReducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
  for (const name of ['people.csv', 'people.jsonl', 'people.XLSX']) {
    const call = { match: null, columns: null, dates: 'day_first', decimals: 'point', once: '' } as const;
    const file = new File(['{}'], name);
    await store.dispatch(importApi.endpoints.importFile.initiate({ entity: 'user', mode: 'try', file, ...call }));
  }
  expect(sent).toEqual([
    'text/csv',
    'application/x-ndjson',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
});
