import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { control, errorsOf, field, fill, submitButton } from './harness/form.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: claims, languages: [en, ja], time_zone: Asia/Tokyo, currency: JPY }
entities:
  order:
    title: name
    label: Order
    label_many: Orders
    fields:
      name: { type: string, required: true, label: Name, search: true }
      rows: { type: lines, label: Position, fields: { what: { type: string, label: Article }, qty: { type: integer, label: Quantity } } }
  claim:
    title: name
    label: Claim
    label_many: Claims
    fields:
      name: { type: string, required: true, label: Name }
      row: { type: reference, to: order.rows, label: About, where: option.qty > 0 }
      qty: { type: integer, label: Ordered, computed: record.row.qty }
      parts: { type: lines, label: Parts, fields: { row: { type: reference, to: order.rows, label: Part }, note: { type: string, label: Note }, by: { type: date, label: By }, due: { type: datetime, label: Due }, at: { type: time, label: At }, took: { type: duration, label: Took }, cost: { type: money, label: Cost } } }
states:
  claim:
    initial: new
    states: { new: { label: New }, sent: { label: Sent } }
    transitions:
      send: { label: Send, from: new, to: sent, by: boss, input: { row: { type: reference, to: order.rows, required: true, label: Replacement } }, set: { row.order: = input.row.order, row.rows: = input.row } }
roles:
  boss: { members: everyone, claim: all, order: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  claims: { path: /claims, list: claim, columns: [name, row, qty], sort: [name] }
`;
const JA = { entities: { claim: { label: '苦情', fields: { row: { label: '対象' } } } } };
const ORDERS = [
  {
    name: 'A-1',
    rows: [
      { what: 'Screw', qty: 3 },
      { what: 'Nut', qty: 8 },
      { what: 'Bolt', qty: 0 },
    ],
  },
  { name: 'A-2', rows: [{ what: 'Rod', qty: 2 }] },
];

const suite = withProductAndBrowser(() =>
  startApplication({
    'app.yaml': SPECIFICATION,
    'locales/ja/app.json': JSON.stringify(JA),
    'data/demo/order.json': JSON.stringify(ORDERS),
    'data/demo/claim.csv': 'name,row.order,row.rows\nseed,A-1,1\n',
    ...ADA,
  }),
);

const optionsOf = async (page: Page, id: string): Promise<readonly string[]> => {
  await control(page, id).click();
  const options = page.getByRole('option');
  await options.first().waitFor();
  return options.allInnerTexts();
};
/** Types into a picker and takes the record of this very name, once it is offered. */
const pick = async (page: Page, id: string, name: string): Promise<void> => {
  await control(page, id).click();
  await control(page, id).fill(name);
  await page
    .getByRole('option')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click();
};
const choose = async (page: Page, id: string, name: string): Promise<void> => {
  await optionsOf(page, id);
  await page.getByRole('option', { name }).click();
};

test(
  'a line is chosen among those of the record that is chosen beside it, and shown by its name',
  { timeout: 180_000 },
  async () => {
    const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
    await open(page, '/claim/new');
    await fill(page, 'name', 'made');
    expect(await page.locator('[data-nf-object="row"] legend').innerText()).toBe('About');
    expect(await field(page, 'row.rows').innerText()).toContain('Position');
    expect(await control(page, 'row.rows').isDisabled()).toBe(true);
    await pick(page, 'row.order', 'A-1');
    expect(await optionsOf(page, 'row.rows')).toEqual(['#1 Screw', '#2 Nut']);
    await page.keyboard.press('Escape');
    await submitButton(page).click();
    await expect.poll(() => errorsOf(page, 'row.rows')).toEqual(['required']);
    expect(await axeViolations(page)).toEqual([]);
    await choose(page, 'row.rows', '#2 Nut');
    await submitButton(page).click();
    await page.waitForURL(/\/claim\/[0-9a-f-]{36}$/);
    const shown = page.locator('[data-nf-object="row"]');
    await expect.poll(() => shown.innerText()).toContain('#2 Nut');
    expect(await shown.innerText()).toContain('A-1');
    expect(await axeViolations(page)).toEqual([]);
    const { items } = (await (await context.request.get('/api/claim?f.name=eq:made')).json()) as ListBody;
    expect(items[0]).toMatchObject({ qty: 8, row: { order: { title: 'A-1' }, rows: { title: '#2 Nut' } } });
    await open(page, '/claims');
    await expect.poll(() => page.locator('main').innerText()).toContain('#2 Nut');
  },
);

test('another record asks for the line again, in lines and in forms too', { timeout: 180_000 }, async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en', width: 360 });
  const of = async () => ((await (await context.request.get('/api/claim?f.name=eq:seed')).json()) as ListBody).items[0];
  const id = String((await of())?.id);
  await open(page, `/claim/${id}`);
  await page.locator('[data-nf-edit]').first().click();
  await pick(page, 'row.order', 'A-2');
  await expect.poll(() => control(page, 'row.rows').inputValue()).toBe('');
  await submitButton(page).click();
  await expect.poll(async () => (await errorsOf(page, 'row.rows')).length).toBe(1);
  await choose(page, 'row.rows', '#1 Rod');
  await page.getByRole('button', { name: 'Add line' }).click();
  await pick(page, 'parts[0].row.order', 'A-1');
  await choose(page, 'parts[0].row.rows', '#1 Screw');
  await submitButton(page).click();
  await expect.poll(async () => (await of())?.['parts']).toMatchObject([{ row: { rows: { title: '#1 Screw' } } }]);
  expect(await of()).toMatchObject({ row: { order: { title: 'A-2' }, rows: { title: '#1 Rod' } }, qty: 2 });
  await open(page, `/claim/${id}`);
  await page.getByRole('button', { name: 'Send' }).click();
  await pick(page, 'input.row.order', 'A-1');
  await choose(page, 'input.row.rows', '#2 Nut');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => (await of())?.['row']).toMatchObject({ rows: { title: '#2 Nut' } });
  expect(await page.locator('body').innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test('a record that is found late leaves what was typed into its line and others meanwhile', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/claim/new');
  const add = page.getByRole('button', { name: 'Add line' });
  await add.click();
  await add.click();
  const gate = Promise.withResolvers<undefined>();
  await page.route(/_offers.*search=A-2/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await fill(page, 'parts[1].row.order', 'A-2');
  await page.keyboard.press('Tab');
  await fill(page, 'parts[1].note', 'beside it');
  await fill(page, 'parts[0].note', 'above it');
  await add.click();
  gate.resolve(undefined);
  await page.locator('[data-nf-field="parts[1].row.rows"] input:enabled').first().waitFor(); // the record is there
  // more columns than there is room for keep the width of what is typed in them, and do not widen the page
  const widths = await page
    .locator('[data-nf-field^="parts[1]."] input')
    .evaluateAll((all) =>
      all.flatMap((input) => (input.checkVisibility() ? [input.getBoundingClientRect().width] : [])),
    );
  expect(Math.min(...widths)).toBeGreaterThan(100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await control(page, 'parts[1].note').inputValue()).toBe('beside it');
  expect(await control(page, 'parts[0].note').inputValue()).toBe('above it');
  expect(await page.locator('[data-nf-field="parts[2].note"]').count()).toBe(1);
  // what is wrong is told by its line; what the press itself says of the box that it leaves does not take the button away
  await fill(page, 'name', 'lines');
  await fill(page, 'parts[2].row.order', 'Nothing is called so');
  await submitButton(page).click();
  const summary = page.locator('[data-nf-summary]');
  await summary.waitFor();
  expect(await summary.innerText()).toMatch(/Part – Order, line 3: “Nothing is called so”/);
  await context.close();
});
