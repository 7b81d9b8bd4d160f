import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { REFUSED_BEFORE_READING } from './testing/refused-before-reading.ts';
import { REFUSED_BY_RIGHTS } from './testing/refused-by-rights.ts';

let desk: Desk;
const browsers = new Map<string, Browser>();
const ids: Record<string, string> = {};

beforeAll(async () => {
  desk = await startDesk();
  browsers.set('nobody', desk.browser());
  await browserOf('nobody').call('GET', '/_/session');
  for (const who of ['ada', 'bo', 'cleo', 'dan']) browsers.set(who, await desk.signedIn(`${who}@example.com`));
  ids['mine'] = await noteOf('ada', { code: 'MINE', subject: 'Ada writes', amount: 5 });
  ids['theirs'] = await noteOf('bo', { code: 'THEIRS', subject: 'Bo writes' });
  ids['empty'] = await noteOf('ada', { code: 'EMPTY', subject: 'No amount' });
});
afterAll(() => desk.close());

async function noteOf(who: string, body: unknown): Promise<string> {
  const answer = await browserOf(who).call('POST', '/api/note', { body });
  return (answer.json as { id: string }).id;
}

function browserOf(who: string): Browser {
  const browser = browsers.get(who);
  if (!browser) throw new Error(`nobody is called ${who}`);
  return browser;
}

/** Everything that a write could have changed. */
async function everything(): Promise<string> {
  const tables = ['note', '_history', 'user', '_credential'];
  const rows = await Promise.all(tables.map((table) => desk.database.read.all(`SELECT * FROM "${table}"`, [])));
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

describe('what is refused gets its entry of the catalogue, and nothing changes', () => {
  test.each([...REFUSED_BEFORE_READING, ...REFUSED_BY_RIGHTS])(
    '$what: $code',
    async ({ as, call: [method, url], status, code, has = [], hasNot = [], ...sent }) => {
      const before = await everything();
      const answer = await browserOf(as).call(method, url, sent);
      expect(answer.json).toMatchObject({ type: `/_/errors/${code}`, code, status });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect((answer.json as { request_id: string }).request_id).toBe(answer.headers['x-request-id']);
      expect((answer.json as { title: string }).title).not.toBe(code);
      for (const text of has) expect(answer.text).toContain(text);
      for (const text of hasNot) expect(answer.text).not.toContain(text);
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(await everything()).toBe(before);
    },
  );

  test('none of it was a defect of ours', () => {
    expect(desk.log).toEqual([]);
  });

  test('a record out of sight and one that is not there are answered alike', async () => {
    const [hidden, missing] = await Promise.all([
      browserOf('ada').call('GET', '/api/note/THEIRS'),
      browserOf('ada').call('GET', '/api/note/NEVER'),
    ]);
    const shape = (text: string): string => text.replace(/"request_id":"[^"]+"/, '');
    expect(shape(hidden.text)).toBe(shape(missing.text));
  });
});
