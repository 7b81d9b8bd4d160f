import { join } from 'node:path';
import type { ListAnswer, SessionAnswer } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFolder } from '../specification/read-folder.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { FUZZ_TIMES, fuzzRuns } from '../testing/fuzz-runs.ts';
import { sentCalls, type Ids, type SentCall } from '../testing/openapi/arbitrary.ts';
import { readDocument, type ReadDocument, type Schema } from '../testing/openapi/document.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { TEST_DIALECT } from '../testing/test-database.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/service-desk');

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ files: await readFolder(EXAMPLE), folder: EXAMPLE, demo: true, accounts: false });
}, 60_000);
afterAll(() => desk.close());

async function signedIn(person: string): Promise<Browser> {
  const browser = desk.browser();
  const { demo } = (await browser.call('GET', '/_/session')).json as SessionAnswer;
  const account = demo?.find(({ email }) => email.startsWith(`${person}@`));
  expect((await browser.call('POST', '/_/session', { body: { demo: account?.id } })).status).toBe(200);
  return browser;
}

/** Ids of records that this person sees, some of each entity. */
async function idsFor(browser: Browser, document: ReadDocument): Promise<Ids> {
  const lists = document.calls.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const pages = await Promise.all(
    lists.map(async ({ path }) => {
      const { items } = (await browser.call('GET', `${path}?size=20`)).json as ListAnswer;
      return [path.split('/')[2] ?? '', items.map(({ id }) => id)] as const;
    }),
  );
  return new Map(pages);
}

async function contradiction(browser: Browser, document: ReadDocument, sent: SentCall): Promise<string | null> {
  const { call, url, headers, body } = sent;
  const answer = await browser.call(call.method, url, {
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status >= 500) return `status ${answer.status}: ${answer.text} (${desk.log.at(-1) ?? ''})`;
  const type = String(answer.headers['content-type'] ?? '');
  return document.contradiction(call, answer.status, type, sentBody(type, answer));
}

/** JSON as its value, files as their text. */
function sentBody(type: string, answer: Answer): unknown {
  if (type === '') return null;
  return type.includes('json') && !type.includes('jsonl') ? answer.json : answer.text;
}

test.each(['rita', 'alan', 'mona', 'ada'])(
  '%s: whatever is sent to the calls of the document, no answer contradicts it and none is a fault',
  async (person) => {
    const browser = await signedIn(person);
    const document = readDocument((await browser.call('GET', '/api/openapi.json')).json as Schema);
    const ids = await idsFor(browser, document);
    expect([...ids.values()].flat().length).toBeGreaterThan(5);
    await fc.assert(
      fc.asyncProperty(sentCalls(document, ids), async (sent) => {
        expect(await contradiction(browser, document, sent)).toBeNull();
      }),
      fuzzRuns(300, TEST_DIALECT === 'postgres' ? 60 : 150),
    );
  },
  120_000 * FUZZ_TIMES,
);
