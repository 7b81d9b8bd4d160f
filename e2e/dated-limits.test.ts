// A limit that holds days, other ones from a day on: changed in its form.
import type { LimitPage } from '@ninefold/model';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shop, languages: [en, ja], time_zone: UTC }
limits:
  closed:
    type: dates
    label: Closed on
    values:
      - { from: 2026-01-01, value: [2026-12-24, 2026-12-25] }
      - { from: 2027-01-01, value: [2027-12-24] }
    editable_by: boss
entities:
  visit:
    title: name
    fields:
      name: { type: string, required: true }
      day: { type: date }
      no: { type: boolean, computed: 'record.day in limits.closed.on(record.day)' }
roles:
  boss: { members: everyone, visit: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
screens:
  visits: { path: /visits, list: visit }
`;
const JA = { limits: { closed: { label: '休業日' } } };

const suite = withProductAndBrowser(() =>
  startApplication({ 'app.yaml': SPECIFICATION, 'locales/ja/app.json': JSON.stringify(JA), ...ADA }),
);

test.each([
  { language: 'en', width: 1280, day: '2026-12-31', third: '2027-12-31', added: '2028-12-24' },
  { language: 'ja', width: 360, day: '2026-12-30', third: '2027-12-30', added: '2029-12-24' },
] as const)(
  'days that a limit holds from a day on are changed, added and removed one by one, and what is wrong stands at its day ($language, $width px)',
  async ({ day, third, added, ...how }) => {
    const { page, context } = await suite.visit({ as: 'ada', ...how });
    await open(page, '/_/limits/closed');
    const days = (row: number) => page.locator(`[data-nf-limit-row="${row}"] fieldset input`);
    const values = (row: number) => days(row).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await days(0).first().waitFor();
    expect(await days(1).count()).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);

    await page.locator('[data-nf-limit-row="0"] [data-nf-limit-add-day]').press('Enter');
    await days(0).last().fill('soon');
    await page.locator('[data-nf-save]').press('Enter');
    const wrong = page.locator('form p[data-nf-error]');
    await expect.poll(() => wrong.count()).toBe(1);
    expect(await wrong.getAttribute('id')).toBe(`${(await days(0).last().getAttribute('id')) ?? ''}-error`);
    expect(await days(0).last().inputValue()).toBe('soon');
    expect(await axeViolations(page)).toEqual([]);

    await days(0).last().fill(day);
    await page.locator('[data-nf-limit-row="1"] [data-nf-limit-add-day]').press('Enter');
    await days(1).last().fill(third);
    await page.locator('[data-nf-limit-row="1"] fieldset button:not([data-nf-limit-add-day])').first().press('Enter');
    await page.locator('[data-nf-limit-add]').press('Enter');
    const last = page.locator('[data-nf-limit-row]').last();
    await last
      .locator(':scope > div input')
      .first()
      .fill(`${added.slice(0, 4)}-01-01`);
    await last.locator('fieldset input').first().fill(added);
    await page.locator('[data-nf-save]').press('Enter');

    const client = await suite.client('ada');
    const held = async () => (await client.get<LimitPage>('/api/_limits/closed')).body.values ?? [];
    await expect.poll(async () => (await held()).length).toBeGreaterThan(2);
    const kept = await held();
    expect(kept[0]?.value).toContain(day);
    expect(kept[1]?.value).toContain(third);
    expect(kept[1]?.value).toHaveLength((await values(1)).length);
    expect(kept.find(({ value }) => JSON.stringify(value) === JSON.stringify([added]))?.from).toBe(
      `${added.slice(0, 4)}-01-01`,
    );
    await context.close();
  },
);
