// On SQLite alone: the document is made of the model and the rights, not of data.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

async function documentOf(email: string): Promise<Document> {
  const browser = await desk.signedIn(email);
  const answer = await browser.call('GET', '/api/openapi.json');
  expect(answer.status).toBe(200);
  return answer.json as Document;
}

test.each(['ada@example.com', 'cleo@example.com', 'dan@example.com'])(
  'the document for %s passes a strict linter',
  async (email) => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: { 'no-server-example.com': 'off', 'operation-4xx-response': 'error' },
    });
    const problems = await lintFromString({ source: JSON.stringify(await documentOf(email)), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  },
);

test('the document describes nothing that its reader may not do', async () => {
  const [ada, cleo] = [await documentOf('ada@example.com'), await documentOf('cleo@example.com')];
  expect(Object.keys(cleo.paths)).toContain('/api/ledger');
  expect(JSON.stringify(ada)).not.toContain('ledger');
});

test('who is not signed in gets no document', async () => {
  expect((await desk.browser().call('GET', '/api/openapi.json')).status).toBe(401);
});
