import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { antiForgery, open } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { control, errorsOf, field, fill, submitButton } from './harness/form.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: hours, languages: [en, ja], time_zone: Asia/Tokyo }
limits: { most: { type: duration, value: 100 h }, opens: { type: date, value: 2026-04-01, editable_by: boss }, closed: { type: dates, value: [2026-12-25, 2026-12-26], editable_by: boss } }
entities:
  sheet:
    title: "{{code}}"
    label: Time sheet
    label_many: Time sheets
    fields:
      code: { type: string, required: true, max: 20, label: Code }
      starts: { type: time, label: Starts, default: 8:30 }
      spent: { type: duration, label: Spent, max: = limits.most }
      twice: { type: duration, label: Twice, computed: record.spent + record.spent }
roles:
  boss: { members: everyone, sheet: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  sheets: { path: /sheets, list: sheet, columns: [code, starts, spent, twice] }
`;

const suite = withProductAndBrowser(() => startApplication({ 'app.yaml': SPECIFICATION, ...ADA }));

async function make(page: Page, code: string, starts: string, spent: string): Promise<void> {
  await open(page, '/sheet/new');
  await fill(page, 'code', code);
  await fill(page, 'starts', starts);
  await fill(page, 'spent', spent);
  await submitButton(page).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
}

test.each([
  ['en', '2:15 pm', '36 h 30 min', ['2:15 PM', '36h 30m']],
  ['ja', '午後２時１５分', '36時間30分', ['14:15', '36時間30分']],
] as const)(
  'lengths of time and times of day are typed and read as people write them (%s)',
  async (language, starts, spent, readings) => {
    const { page, context } = await suite.visit({ as: 'ada', language });
    await open(page, '/sheet/new');
    await fill(page, 'code', 'x');
    await fill(page, 'starts', starts);
    await fill(page, 'spent', spent);
    for (const [at, name] of ['starts', 'spent'].entries())
      expect(await field(page, name).innerText()).toContain(readings[at]);
    await control(page, 'code').focus();
    expect(await control(page, 'starts').inputValue()).toBe('14:15');
    expect(await control(page, 'spent').inputValue()).toBe('36:30');
    await fill(page, 'spent', '36');
    await submitButton(page).click();
    await expect.poll(() => errorsOf(page, 'spent')).toEqual(['bad_duration']);
    await make(page, `made-${language}`, starts, spent);
    const api = (await (await context.request.get(`/api/sheet?f.code=eq:made-${language}`)).json()) as ListBody;
    expect(api.items[0]).toMatchObject({ starts: '14:15', spent: 'PT36H30M', twice: 'PT73H' });
    await context.close();
  },
  60_000,
);

test('lists show, order and filter by them, and export and import them', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'ja' });
  await make(page, 'short', '7:05', '0:45');
  await make(page, 'long', '23:00', '99:59:30');
  await open(page, '/sheets?sort=spent&f.spent=le:PT36H30M&f.starts=ge:07:00');
  await page.locator('tbody tr').first().waitFor();
  const text = await page.locator('main').innerText();
  expect(text).toContain('45分');
  expect(text).toContain('7:05');
  expect(text).not.toContain('99時間');
  const csv = await (await context.request.get('/api/sheet?format=csv&sort=spent')).text();
  expect(csv).toContain('PT45M');
  const sent = await context.request.post('/api/sheet/import?mode=all', {
    data: Buffer.from('code,starts,spent\nfrom file,午前9時,1時間30分\n'),
    headers: { ...(await antiForgery(context)), 'content-type': 'text/csv' },
  });
  expect(((await sent.json()) as { readonly created: number }).created).toBe(1);
  await context.close();
});

test('what is wrong with the day of a limit is said with a day as it is typed there', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/_/limits/opens');
  await page.locator('main form input').first().fill('13/45/2026');
  await page.locator('main form [data-nf-save]').click();
  await expect.poll(() => page.locator('[data-nf-summary]').innerText()).toContain('such as 03/05/2026.');
  // of several days, at those that are wrong
  await open(page, '/_/limits/closed');
  await page.locator('[data-nf-limit-add]').click();
  await page.locator('[data-nf-limit-add]').click();
  await page.locator('#limit-1-value').fill('soonish');
  await page.locator('#limit-3-value').fill('later'); // the one before it is left empty
  await page.keyboard.press('Enter');
  const wrong = () => page.locator('main form p[data-nf-error]').evaluateAll((all) => all.map(({ id }) => id));
  await expect.poll(wrong).toEqual(['limit-1-value-error', 'limit-3-value-error']);
  await context.close();
});
