// Charts and tables of sums: figures that lead to their records, by mouse and by keyboard.
import { movedPeriod, periodOf, todayIn, type GroupAnswer, type ModelAnswer } from '@ninefold/model';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

test('a bar leads to the list of its records, a point of a line is reached by the arrow keys, and sums are those of the API', async () => {
  const mona = await suite.client('mona');
  const { page } = await suite.visit({ as: 'mona' });
  await open(page, '/dashboard');
  const bars = page.locator('[data-nf-block="by_state"] [data-nf-bar]');
  await bars.first().waitFor();
  const point = page.locator('[data-nf-block="per_week"] [data-nf-point] a[tabindex="0"]');
  await point.waitFor();
  expect(await axeViolations(page)).toEqual([]);

  const last = await point.textContent();
  await point.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).not.toBe(last);
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(last);

  const { items } = (await mona.get<GroupAnswer>('/api/ticket?group=team&select=sum:cost')).body;
  const asked = items.map(({ sum }) => Number(sum?.['cost']));
  const shown = await page
    .locator('[data-nf-block="by_team"] [data-nf-group] [data-nf-figure="cost"]')
    .allTextContents();
  expect(shown.map((text) => Number(text.replaceAll(',', '')))).toEqual(asked.toSorted((one, other) => other - one));

  const { timeZone } = (await mona.get<ModelAnswer>('/_/model')).body.model;
  const week = periodOf(todayIn(timeZone, new Date().toISOString()), 'week');
  const weeks = (await mona.get<GroupAnswer>('/api/ticket?group=created_at:week&size=200')).body.items;
  const [lastWeek, weekBefore] = [-1, -2].map(
    (by) => weeks.find((group) => group.by['created_at:week'] === movedPeriod(week, 'week', by))?.count ?? 0,
  );
  expect(await page.locator('[data-nf-block="all_requests"] [data-nf-trend]').innerText()).toBe(
    `Created: ${String(lastWeek)} last week, ${String(weekBefore)} the week before`,
  );

  const count = (await bars.first().textContent())?.match(/\d+$/)?.[0];
  await bars.first().getByRole('link').press('Enter');
  await page.waitForURL((url) => url.searchParams.get('f.state') === 'in:new');
  await expect.poll(() => page.locator('main tbody tr[data-nf-record]').count()).toBe(Number(count));
});

test('charts are read on a phone, in Japanese and in the dark, with their table behind them', async () => {
  const { page } = await suite.visit({ as: 'mona', language: 'ja', width: 360, height: 800, theme: 'dark' });
  await open(page, '/dashboard');
  const parts = page.locator('[data-nf-block="by_priority"]');
  await parts.locator('[data-nf-part]').first().waitFor();
  await parts.locator('summary').press('Enter');
  await expect.poll(() => parts.locator('[data-nf-total]').isVisible()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
