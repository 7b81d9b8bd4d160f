import { expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { store } from './store.ts';

const probe = api.injectEndpoints({
  endpoints: (build) => ({ storeProbe: build.query<{ readonly open: number }, string>({ query: (url) => url }) }),
});

test('seed: a central store with asynchronous actions: the page dispatches a call and reads its answer from the one state', async () => {
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, 'https://desk.example'), init);
      }
    },
  );
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const read = () => probe.endpoints.storeProbe.select('/api/ticket')(store.getState());
  const call = store.dispatch(probe.endpoints.storeProbe.initiate('/api/ticket'));
  expect(read().status).toBe('pending');
  await vi.waitFor(() => {
    answer(Response.json({ open: 3 }));
    expect(read().status).toBe('fulfilled');
  }, 30_000);
  expect(read().data).toEqual({ open: 3 });
  call.unsubscribe();
  await call;
  vi.unstubAllGlobals();
});
