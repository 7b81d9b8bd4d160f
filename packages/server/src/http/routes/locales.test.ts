// On SQLite alone: texts come from files, and from no database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk, type Desk } from '../../testing/start-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

test.each(['en', 'ja'])('errors and checks of the runtime come in %s without signing in', async (language) => {
  for (const namespace of ['errors', 'checks']) {
    const answer = await desk.browser().call('GET', `/_/locales/${language}/${namespace}.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(answer.json as object).length).toBeGreaterThan(10);
  }
});

test.each([
  ['en', { purpose: { name: 'Desk' } }],
  ['ja', { $source: { purpose: { name: 'Desk' } } }],
])('without a session the application tells nothing but its name, in %s', async (language, told) => {
  const answer = await desk.browser().call('GET', `/_/locales/${language}/app.json`);
  expect(answer.json).toEqual(told);
  expect((await desk.browser().call('GET', `/_/locales/${language}/page.handbook.json`)).status).toBe(404);
});

test('with a session it tells the names of what the user may see, and no others', async () => {
  const ada = await desk.signedIn('ada@example.com');
  const texts = (await ada.call('GET', '/_/locales/en/app.json')).text;
  expect(texts).toContain('Keep it below 1000.');
  expect(texts).toContain('"subject"');
  for (const hidden of ['ledger', 'Secret', 'House']) expect(texts).not.toContain(hidden);
  const cleo = await desk.signedIn('cleo@example.com');
  const more = (await cleo.call('GET', '/_/locales/en/app.json')).text;
  for (const shown of ['ledger', 'Secret', 'House']) expect(more).toContain(shown);
});

test('a page is told in its languages to who may open it', async () => {
  const ada = await desk.signedIn('ada@example.com');
  expect((await ada.call('GET', '/_/locales/ja/page.handbook.json')).json).toEqual({ markdown: '# 手引き\n' });
  const cleo = await desk.signedIn('cleo@example.com');
  expect((await cleo.call('GET', '/_/locales/en/page.house.json')).json).toEqual({ markdown: '# House rules\n' });
});

test('a file that the browser has is not sent again, and never one of another reader', async () => {
  const open = desk.browser();
  const first = await open.call('GET', '/_/locales/en/app.json');
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const known = { headers: { 'if-none-match': String(first.headers['etag']) } };
  const again = await open.call('GET', '/_/locales/en/app.json', known);
  expect([again.status, again.text]).toEqual([304, '']);
  const ada = await desk.signedIn('ada@example.com');
  expect((await ada.call('GET', '/_/locales/en/app.json', known)).status).toBe(200);
});

test.each(['constructor', '__proto__', 'app', 'errors.json', 'page', 'page.', '%00', 'errors%2f'])(
  '%s.json is not there',
  async (name) => {
    const ada = await desk.signedIn('ada@example.com');
    const answer = await ada.call('GET', `/_/locales/${name === 'app' ? 'constructor' : 'en'}/${name}.json`);
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([404, 'not_found']);
  },
);
