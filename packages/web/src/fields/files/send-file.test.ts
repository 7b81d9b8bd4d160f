import type { UploadAnswer } from '@ninefold/model';
import { expect, test } from 'vitest';
import type { Failure } from '../../base/store/failure.ts';
import { sendFile, type Outcome, type Sending, type UploadCalls } from './send-file.ts';

const LOST: Outcome = { error: { status: 0, code: 'answer_lost', problem: null } };
const refused = (code: Failure['code'], status: number): Outcome => ({ error: { status, code, problem: null } });

/** A server that keeps what arrives; `faults` are what calls answer instead, in turn; null: as they should. */
function server(faults: readonly (Outcome | 'arrived' | null)[]) {
  const left = [...faults];
  const calls: string[] = [];
  const arrived: Blob[] = [];
  let size = 0;
  let received = 0;
  const answer = (): Outcome => {
    const data: UploadAnswer = { id: 'f', name: 'a', size, received, type: received === size ? 'text/plain' : null };
    return { data };
  };
  const api: UploadCalls = {
    begin: async (file) => {
      calls.push('begin');
      ({ size } = file);
      return answer();
    },
    ask: async () => {
      calls.push('ask');
      return answer();
    },
    send: async (_, from, content) => {
      calls.push(`send ${from}`);
      const fault = left.shift() ?? null;
      if (fault !== null && fault !== 'arrived') return fault;
      if (from !== received) return refused('bad_parameter', 400);
      arrived.push(content);
      received += content.size;
      return fault === 'arrived' ? LOST : answer();
    },
  };
  return { api, calls, text: () => new Blob(arrived).text() };
}

async function sent(faults: Parameters<typeof server>[0], more: Partial<Sending> = {}) {
  const own = server(faults);
  const told: (number | string)[] = [];
  const outcome = await sendFile(new File(['0123456789'], 'a.txt'), own.api, {
    piece: 4,
    waits: [1, 2],
    wait: async () => undefined,
    begun: () => undefined,
    failing: ({ code }) => told.push(code),
    progress: (bytes) => told.push(bytes),
    signal: new AbortController().signal,
    ...more,
  });
  return { outcome, told, calls: own.calls, text: await own.text() };
}

test('a file is sent in pieces, and progress is told', async () => {
  const { outcome, told, text } = await sent([]);
  expect(outcome).toMatchObject({ data: { received: 10, type: 'text/plain' } });
  expect([told, text]).toEqual([[4, 8, 10], '0123456789']);
});

test('after a lost connection it goes on where the server is, also where the piece had arrived', async () => {
  const { outcome, calls, text, told } = await sent([null, LOST, 'arrived']);
  expect(outcome).toMatchObject({ data: { received: 10 } });
  expect(told).toEqual([4, 'answer_lost', 'answer_lost', 10]);
  expect(calls).toEqual(['begin', 'send 0', 'send 4', 'ask', 'send 4', 'ask', 'send 8']);
  expect(text).toBe('0123456789');
});

test('it gives up after the last try, at once where it is refused, and where it is ended', async () => {
  expect((await sent([LOST, LOST, LOST, null])).outcome).toEqual(LOST);
  const large = refused('too_large', 413);
  expect(await sent([large])).toMatchObject({ outcome: large, calls: ['begin', 'send 0'] });
  const ended = await sent([], { signal: AbortSignal.abort() });
  expect(ended.calls).toEqual(['begin']);
});

test('a file that is all there and waits for something else is asked about until it is taken', async () => {
  const held = refused('file_not_checked', 503);
  const { outcome, calls, told } = await sent([null, null, held, held, held, held]);
  expect(outcome).toMatchObject({ data: { type: 'text/plain' } });
  expect([calls.length > 8, told]).toEqual([true, expect.arrayContaining(['file_not_checked'])]);
  expect(await sent([null, refused('file_refused', 422)])).toMatchObject({
    outcome: { error: { code: 'file_refused' } },
  });
});
