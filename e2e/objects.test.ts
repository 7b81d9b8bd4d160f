import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { antiForgery, open } from './harness/browser.ts';
import type { ListBody, ProblemBody } from './harness/client.ts';
import { control, errorsOf, field, fill, pick, submitButton } from './harness/form.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: houses, languages: [en, ja], time_zone: Asia/Tokyo, currency: JPY }
entities:
  house:
    title: name
    label: House
    label_many: Houses
    fields:
      name: { type: string, required: true, max: 20, label: Name }
      site:
        type: object
        label: Address
        hint: Where it stands.
        fields:
          zip: { type: string, max: 5, pattern: "[0-9]+", label: Postal code }
          city: { type: string, required: true, label: City, search: true }
          since: { type: date, label: Since }
          kind: { type: choice, options: { flat: { label: Flat }, villa: { label: Villa } }, label: Kind }
          rent: { type: money, min: 0, label: Rent }
          new: { type: boolean, label: New }
      keys: { type: reference, to: [user, house], label: Keys are with, inverse: keys_of }
      helpers: { type: references, to: [user, house], label: Helpers, inverse: helps }
states:
  house:
    initial: there
    states: { there: { label: There }, lent: { label: Lent } }
    transitions:
      hand_over: { label: Hand over, from: there, to: lent, by: boss, input: { whom: { type: reference, to: [user, house], required: true, label: New holder, hint: Who keeps the keys. } }, set: { keys.user: = input.whom.user, keys.house: = input.whom.house } }
rules:
  house: { dear: { check: "blank(record.site.rent) || record.site.rent < 5000", at: site.rent, message: "{{site.rent}} is too much." } }
roles:
  boss: { members: everyone, house: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  houses: { path: /houses, list: house, columns: [name, site, site.city, site.rent, keys], sort: [name] }
`;
const JA = {
  entities: {
    house: {
      label: '家',
      fields: { name: { label: '名前' }, site: { label: '住所', fields: { city: { label: '市' } } } },
    },
  },
};

const HOUSES = 'name,site.zip,site.city\nseed,100,Kyoto\nbare,,\n';

const suite = withProductAndBrowser(() =>
  startApplication({
    'app.yaml': SPECIFICATION,
    'locales/ja/app.json': JSON.stringify(JA),
    'data/demo/house.csv': HOUSES,
    ...ADA,
  }),
);

const group = (page: Page) => page.locator('[data-nf-object="site"]');

/** What is typed, what both sides say about it, and whether it is sent. */
const CASES = [
  [{ 'site.zip': '1' }, { site: { zip: '1' } }, { 'site.city': ['required'] }],
  [{ 'site.zip': 'abc', 'site.city': 'Nara' }, { site: { zip: 'abc', city: 'Nara' } }, { 'site.zip': ['bad_pattern'] }],
  [
    { 'site.zip': '123456', 'site.city': 'Nara' },
    { site: { zip: '123456', city: 'Nara' } },
    { 'site.zip': ['too_long'] },
  ],
  [
    { 'site.zip': '', 'site.city': 'Nara', 'site.rent': '-1' },
    { site: { city: 'Nara', rent: '-1' } },
    { 'site.rent': ['too_small'] },
  ],
  [{ 'site.rent': '6000' }, { site: { city: 'Nara', rent: '6000' } }, { 'site.rent': ['house.dear'] }],
] as const;

test(
  'seed: an object is validated part by part, with the same verdict in the browser and on the server',
  { timeout: 180_000 },
  async () => {
    const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
    await open(page, '/house/new');
    await fill(page, 'name', 'typed');
    expect(await group(page).locator('legend').first().innerText()).toBe('Address');
    expect(await field(page, 'site.zip').innerText()).toContain('Postal code');
    expect(await field(page, 'site.zip').innerText()).not.toContain('Address');
    let calls = 0;
    page.on(
      'request',
      (request) => (calls += request.method() === 'POST' && request.url().endsWith('/api/house') ? 1 : 0),
    );
    for (const [typed, body, expected] of CASES) {
      for (const [id, text] of Object.entries(typed)) await fill(page, id, text);
      await submitButton(page).click();
      for (const [id, codes] of Object.entries(expected)) await expect.poll(() => errorsOf(page, id)).toEqual(codes);
      const headers = await antiForgery(context);
      const answer = await context.request.post('/api/house', { data: { name: 'sent', ...body }, headers });
      expect(answer.status()).toBe(422);
      const { errors } = (await answer.json()) as ProblemBody;
      expect(Object.fromEntries(errors.map(({ path, code }) => [path, [code]]))).toEqual(expected);
    }
    expect(calls).toBe(0);
    const summary = page.locator('[data-nf-summary]');
    expect(await summary.innerText()).toContain('Address – Rent');
    await summary.locator('a').first().click();
    await expect.poll(() => control(page, 'site.rent').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await fill(page, 'site.rent', '90');
    await pick(page, 'keys.user', 'Ada');
    await pick(page, 'keys.house', 'seed');
    expect(await control(page, 'keys.user').inputValue()).toBe(''); // keys are in one place
    await pick(page, 'helpers.user', 'Ada');
    await pick(page, 'helpers.house', 'seed');
    expect(await field(page, 'helpers.user').locator('li').allInnerTexts()).toEqual(['Ada']); // and helpers of both kinds
    await submitButton(page).click();
    await page.locator('[data-nf-record]').waitFor();
    expect(await group(page).innerText()).toContain('Nara');
    const keys = page.locator('[data-nf-object="keys"]');
    expect(await keys.locator('dt').allInnerTexts()).toEqual(['House']);
    expect(await keys.locator('dd').innerText()).toContain('seed');
    const helpers = page.locator('[data-nf-object="helpers"]');
    expect(await helpers.locator('dt').allInnerTexts()).toEqual(['User', 'House']);
    const { items } = (await (await context.request.get('/api/house?f.name=eq:typed')).json()) as ListBody;
    expect(items[0]).toMatchObject({
      site: { zip: null, city: 'Nara', rent: '90' },
      keys: { house: { title: 'seed' } },
      helpers: { user: [{ title: 'Ada' }], house: [{ title: 'seed' }] },
    });
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  },
);

test('an object is read as one, and a list shows it whole and by part', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'ja' });
  await open(page, '/houses');
  const row = page.locator('tbody tr', { hasText: '100, Kyoto' });
  await row.waitFor();
  expect(await row.locator('td[data-nf-field="site"]').innerText()).toBe('100, Kyoto');
  expect(await row.locator('td[data-nf-field="site.city"]').innerText()).toBe('Kyoto');
  expect(await page.locator('th[data-nf-field="site"]').innerText()).toContain('住所');
  expect(await page.locator('th[data-nf-field="site.city"]').innerText()).toContain('住所：市');
  await open(page, '/houses?sort=-site.city&f.site.city=filled');
  await page.locator('tbody tr').first().waitFor();
  expect(await page.locator('main').innerText()).not.toContain('bare');
  await open(page, '/houses');
  await page.locator('tbody tr', { hasText: 'bare' }).locator('[data-nf-open]').click();
  await page.locator('[data-nf-empties]').click();
  await group(page).waitFor();
  expect(await group(page).locator('dt').count()).toBe(0);
  await context.close();
});

test('a part is edited, its change is told by name, and a copy takes the object over', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  const { items } = (await (await context.request.get('/api/house?f.name=eq:seed')).json()) as ListBody;
  const id = String(items[0]?.['id']);
  await open(page, `/house/${id}`);
  await group(page).waitFor();
  await page.locator('[data-nf-edit]').first().click();
  await fill(page, 'site.zip', '200');
  await submitButton(page).click();
  await expect.poll(async () => group(page).innerText()).toContain('200');
  const record = (await (await context.request.get(`/api/house/${id}`)).json()) as object;
  expect(record).toMatchObject({ site: { zip: '200', city: 'Kyoto' } });
  await open(page, `/house/new?copy=${id}`);
  await expect.poll(() => control(page, 'site.city').inputValue()).toBe('Kyoto');
  await open(page, '/house/new?val[site.city]=Ube');
  await expect.poll(() => control(page, 'site.city').inputValue()).toBe('Ube');
  await fill(page, 'site.zip', '7');
  await page.locator('[data-nf-draft-kept]').waitFor();
  await page.close();
  const again = await context.newPage();
  await open(again, '/house/new?val[site.city]=Ube');
  await again.locator('[data-nf-draft-restore]').first().click();
  await expect.poll(() => control(again, 'site.zip').inputValue()).toBe('7');
  expect(await control(again, 'site.city').inputValue()).toBe('Ube');
  await context.close();
});

test('a step asks for a record of one of several entities, and its history says which it was', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  const { items } = (await (await context.request.get('/api/house?f.name=eq:bare')).json()) as ListBody;
  await open(page, `/house/${String(items[0]?.['id'])}`);
  await page.locator('[data-nf-transition="hand_over"]').first().click();
  const send = page.locator('[data-nf-transition-dialog] [data-nf-save]');
  const whom = page.locator('[data-nf-object="whom"]');
  expect(await whom.locator('legend').innerText()).toMatch(/^New holder\s+Required$/);
  expect(await whom.innerText()).toContain('Who keeps the keys. Fill one of these.');
  await send.click();
  const summary = page.locator('[data-nf-summary] a');
  expect(await summary.innerText()).toBe('New holder: Choose a user or a house.');
  expect(await axeViolations(page)).toEqual([]);
  await pick(page, 'input.whom.user', 'Ada');
  await pick(page, 'input.whom.house', 'seed');
  expect(await control(page, 'input.whom.user').inputValue()).toBe('');
  await send.click();
  await expect.poll(() => page.locator('[data-nf-object="keys"] dd').innerText()).toContain('seed');
  const answer = page.locator('[data-nf-input="whom.house"]').first();
  await answer.waitFor();
  expect(await answer.innerText()).toMatch(/New holder – House\s+seed/);
  expect(await page.locator('[data-nf-input="whom.user"]').count()).toBe(0);
  await context.close();
});
