import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { control, errorsOf, field, fill, pick, submitButton } from './harness/form.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: assets, languages: [en, ja], time_zone: Asia/Tokyo }
entities:
  team: { title: name, key: name, label: Team, label_many: Teams, fields: { name: { type: string, required: true, unique: true, label: Name } } }
  asset:
    title: code
    label: Asset
    label_many: Assets
    fields:
      code: { type: string, required: true, unique: true, max: 20, label: Code }
      place:
        type: object
        label: Place
        hint: Where it stands.
        fields:
          room: { type: string, max: 10, label: Room }
          name: { type: string, translated: true, required: true, max: 12, label: Name, hint: What people call it. }
          whom: { type: reference, to: [user, team], required: true, label: Keeper, inverse: keeps }
roles:
  boss: { members: everyone, asset: all, team: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  assets: { path: /assets, list: asset, columns: [code, place, place.name, place.whom], sort: [code] }
`;
const JA = {
  entities: {
    team: { label: 'チーム', fields: { name: { label: '名前' } } },
    asset: {
      label: '備品',
      fields: {
        code: { label: '番号' },
        place: {
          label: '場所',
          fields: { room: { label: '部屋' }, name: { label: '呼び名' }, whom: { label: '担当' } },
        },
      },
    },
  },
};

const suite = withProductAndBrowser(() =>
  startApplication({
    'app.yaml': SPECIFICATION,
    'locales/ja/app.json': JSON.stringify(JA),
    'data/demo/team.csv': 'name\nOps\n',
    'data/demo/asset.csv':
      'code,place.room,place.name,place.name.ja,place.whom.team\nseed,101,Hall,広間,Ops\nplain,102,Attic,,Ops\nbare,,,,\n',
    ...ADA,
  }),
);

const group = (page: Page, id: string) => page.locator(`[data-nf-object="${id}"]`);
const legend = (page: Page, id: string) => group(page, id).locator('> legend');

test(
  'a form has the languages of a part side by side, and a picker for each entity, under the name of the object',
  { timeout: 180_000 },
  async () => {
    const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
    await open(page, '/asset/new');
    await fill(page, 'code', 'typed');
    expect(await legend(page, 'place').innerText()).toBe('Place');
    expect(await legend(page, 'place.name').innerText()).toBe('Name');
    expect(await legend(page, 'place.whom').innerText()).toBe('Keeper');
    const labels = await group(page, 'place').locator('label').allInnerTexts();
    expect(labels.map((label) => label.split('\n')[0])).toEqual(['Room', 'English', '日本語', 'User', 'Team']);
    expect(await group(page, 'place.whom').innerText()).toContain('Fill one of these at most.');
    expect(await group(page, 'place').locator('> p').innerText()).toBe('Where it stands.');
    await fill(page, 'place.name.ja', '屋上'); // what is filled asks for what is required in it
    await expect.poll(() => group(page, 'place.whom').innerText()).toContain('Fill one of these.');
    await submitButton(page).click();
    await expect.poll(() => errorsOf(page, 'place.name')).toEqual(['required']);
    await expect.poll(() => errorsOf(page, 'place.whom.user')).toEqual(['required']);
    const summary = page.locator('[data-nf-summary]');
    expect(await summary.innerText()).toContain('Place – Keeper');
    expect(await axeViolations(page)).toEqual([]);
    await fill(page, 'place.name', 'Roof');
    await pick(page, 'place.whom.user', 'Ada');
    await pick(page, 'place.whom.team', 'Ops');
    expect(await control(page, 'place.whom.user').inputValue()).toBe('');
    await submitButton(page).click();
    await page.locator('[data-nf-record]').waitFor();
    expect(await group(page, 'place').locator('dt').allInnerTexts()).toEqual(['Room', 'Name', 'Keeper', 'Team']);
    expect(await field(page, 'place.name').locator('dd').innerText()).toBe('Roof');
    const { items } = (await (await context.request.get('/api/asset?f.code=eq:typed')).json()) as ListBody;
    expect(items[0]).toMatchObject({
      place: { room: null, name: { en: 'Roof', ja: '屋上' }, whom: { user: null, team: { title: 'Ops' } } },
    });
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  },
);

test('a list shows an object whole and by part, as its reader reads it', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'ja' });
  await open(page, '/assets');
  const row = page.locator('tbody tr', { hasText: 'seed' });
  await row.waitFor();
  expect(await row.locator('td[data-nf-field="place"]').innerText()).toBe('101, 広間, Ops');
  expect(await row.locator('td[data-nf-field="place.name"]').innerText()).toBe('広間');
  expect(await row.locator('td[data-nf-field="place.whom"]').innerText()).toBe('Ops');
  expect(await page.locator('th[data-nf-field="place.whom"]').innerText()).toContain('場所：担当');
  const plain = page.locator('tbody tr', { hasText: 'plain' });
  expect(await plain.locator('td[data-nf-field="place"]').innerText()).toBe('102, Attic, Ops');
  await context.close();
});

test('a part of a part is edited, its change is told by name, and a copy and a draft take it over', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  const { items } = (await (await context.request.get('/api/asset?f.code=eq:seed')).json()) as ListBody;
  const id = String(items[0]?.['id']);
  await open(page, `/asset/${id}`);
  await group(page, 'place').waitFor();
  await page.locator('[data-nf-edit]').first().click();
  expect(await control(page, 'place.name.ja').inputValue()).toBe('広間');
  await fill(page, 'place.name.ja', '大広間');
  await pick(page, 'place.whom.user', 'Ada');
  await submitButton(page).click();
  await expect.poll(async () => group(page, 'place').innerText()).toContain('Ada');
  const record = (await (await context.request.get(`/api/asset/${id}`)).json()) as object;
  expect(record).toMatchObject({
    place: { room: '101', name: { en: 'Hall', ja: '大広間' }, whom: { user: { title: 'Ada' }, team: null } },
  });
  await open(page, `/asset/${id}`);
  await expect.poll(() => page.locator('main').innerText()).toContain('Place – Name – 日本語');
  await open(page, `/asset/new?copy=${id}`);
  await expect.poll(() => control(page, 'place.name.ja').inputValue()).toBe('大広間');
  expect(await control(page, 'place.whom.user').inputValue()).toBe('Ada');
  await fill(page, 'place.name.ja', '写し');
  await page.locator('[data-nf-draft-kept]').waitFor();
  await page.close();
  const again = await context.newPage();
  await open(again, `/asset/new?copy=${id}`);
  await again.locator('[data-nf-draft-restore]').first().click();
  await expect.poll(() => control(again, 'place.name.ja').inputValue()).toBe('写し');
  await context.close();
});
