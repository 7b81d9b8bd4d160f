import { afterEach, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import type { Browser } from '../testing/browser.ts';

const FIRST = { name: 'Ina First', email: 'ina@example.com', password: 'a long sentence to remember', language: 'en' };
const STORE = `ninefold: 1
purpose: { name: store, languages: [en, ja], time_zone: Asia/Tokyo }
roles:
  administrator: { asset: all, user: { read: true, update: true, grant: [administrator] }, runtime: [users] }
  clerk: { members: everyone, asset: { read: true } }
entities:
  user: { fields: {} }
  asset: { key: name, fields: { name: { type: string, required: true, unique: true } } }
  shelf: { fields: { name: { type: string, required: true }, width: { type: integer } } }
`;
const ASSETS = { path: 'data/demo/asset.csv', text: 'name\nLamp\nChair\n' };

let desk: Desk;
afterEach(() => desk.close());

/** The first administrator, signed in by the link, of a specification with these sample data. */
async function firstAdministrator(
  ...files: readonly { readonly path: string; readonly text: string }[]
): Promise<Browser> {
  desk = await startDesk({ accounts: false, files: [{ path: 'app.yaml', text: STORE }, ...files] });
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  const made = await browser.call('POST', `/_/setup/${desk.service.setup.token ?? ''}`, { body: FIRST });
  expect(made.status).toBe(200);
  return browser;
}

const state = async (browser: Browser) => (await browser.call('GET', '/_/setup')).json as Record<string, unknown>;
const load = (browser: Browser) => browser.call('POST', '/_/setup/sample-data');
const codeOf = ({ json }: { readonly json: unknown }) => (json as { code: string }).code;
const assets = async (browser: Browser) => ((await browser.call('GET', '/api/asset')).json as { total: number }).total;

test('the first administrator loads the sample data, once', async () => {
  const browser = await firstAdministrator(ASSETS);
  expect(await state(browser)).toMatchObject({ sample_data: 'open' });
  const loaded = await load(browser);
  expect([loaded.status, loaded.json]).toEqual([200, { records: 2 }]);
  expect([await assets(browser), await state(browser)]).toMatchObject([2, { sample_data: 'loaded' }]);
  expect(codeOf(await load(browser))).toBe('sample_data_closed');
  expect(await assets(browser)).toBe(2);
});

test('sample data are out of reach as soon as somebody has made a record, or a second account', async () => {
  const browser = await firstAdministrator(ASSETS);
  desk.wait(1);
  expect((await browser.call('POST', '/api/asset', { body: { name: 'Desk' } })).status).toBe(201);
  expect(await state(browser)).toMatchObject({ sample_data: 'closed' });
  expect(codeOf(await load(browser))).toBe('sample_data_closed');
  expect(await assets(browser)).toBe(1);
});

test('sample data that do not fit what is there name file, row and field, and nothing of them is loaded', async () => {
  const shelves = { path: 'data/demo/shelf.csv', text: 'name,width\nTop,3\n,4\n' };
  const browser = await firstAdministrator(ASSETS, shelves);
  const refused = await load(browser);
  expect(refused.status).toBe(409);
  expect(refused.json).toMatchObject({
    code: 'sample_data_refused',
    params: { file: 'data/demo/shelf.csv', row: 3, field: 'name' },
  });
  expect([await assets(browser), await state(browser)]).toMatchObject([0, { sample_data: 'open' }]);
});

test('what the checker says is told in the language of who reads it; without sample data there is none to load', async () => {
  const browser = await firstAdministrator();
  const { issues, sample_data } = (await state(browser)) as {
    issues: { id: string; message: string }[];
    sample_data: string;
  };
  expect(sample_data).toBe('none');
  expect(issues.map(({ id }) => id)).toContain('NF1103');
  const japanese = (await browser.call('GET', '/_/setup?lng=ja')).json as { issues: { message: string }[] };
  expect(japanese.issues[0]?.message).not.toBe(issues[0]?.message);
});

test('who does not care for users is told nothing and loads nothing', async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: STORE }, ASSETS] });
  const bo = await desk.signedIn('bo@example.com');
  expect([codeOf(await load(bo)), (await bo.call('GET', '/_/setup')).status]).toEqual(['forbidden', 403]);
  expect((await desk.browser().call('GET', '/_/setup')).status).toBe(401);
});
