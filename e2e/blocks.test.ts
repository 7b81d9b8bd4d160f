// Charts and tables of sums: figures that lead to their records, by mouse and by keyboard.
import {
  movedPeriod,
  periodOf,
  todayIn,
  type GroupAnswer,
  type ListViewsAnswer,
  type ModelAnswer,
} from '@ninefold/model';
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

test('a reader orders the blocks and hides some by keyboard; it stays so in another browser, and what the author keeps cannot be hidden', async () => {
  const { page, context } = await suite.visit({ as: 'mona', width: 1280 });
  await open(page, '/dashboard');
  const shown = () =>
    page.locator('main [data-nf-block]').evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-block')));
  await expect.poll(shown).toEqual(['all_requests', 'done', 'by_state', 'by_priority', 'per_week', 'by_team']);
  const press = async (selector: string, key: string) => {
    await page.locator(selector).focus();
    await page.keyboard.press(key);
  };
  await press('[data-nf-arrange-open]', 'Enter');
  await page.locator('[data-nf-arrange-box]').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await press('[data-nf-arrange="by_team"] [data-nf-tool="up"]', 'Enter');
  await press('[data-nf-arrange="by_team"] [data-nf-tool="up"]', 'Enter');
  await press('[data-nf-arrange="by_state"] input', 'Space');
  expect(await page.locator('[data-nf-arrange="all_requests"] input').isDisabled()).toBe(true);
  const wanted = ['all_requests', 'done', 'by_team', 'by_priority', 'per_week'];
  await expect.poll(shown).toEqual(wanted);
  await page.keyboard.press('Escape');
  await expect
    .poll(
      async () => ((await (await page.request.get('/_/views')).json()) as ListViewsAnswer).arrangements['dashboard'],
    )
    .toMatchObject({ hidden: ['by_state'] });
  await context.close();

  const other = await suite.visit({ as: 'mona', language: 'ja', width: 360 });
  await open(other.page, '/dashboard');
  await expect
    .poll(() =>
      other.page
        .locator('main [data-nf-block]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-block'))),
    )
    .toEqual(wanted);
  await other.page.locator('[data-nf-arrange-open]').click();
  await other.page.locator('[data-nf-arrange-reset]').click();
  await expect.poll(() => other.page.locator('main [data-nf-block="by_state"]').count()).toBe(1);
  expect(await axeViolations(other.page)).toEqual([]);
  await other.context.close();
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
