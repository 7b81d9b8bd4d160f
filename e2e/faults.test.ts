import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();
const field = (page: Page, id: string) => page.locator(`main [data-nf-field="${id}"]`).first();

test('a text of nothing but marks is shown as it is written, and the page stands', async () => {
  const ticket = await createTicket(await suite.client('rita'), { details: `${'>'.repeat(4_990)} deep` });
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${ticket.id}`);
  await expect.poll(() => field(page, 'details').innerText()).toContain('>>>> deep');
  expect(await page.locator('main [data-nf-unshown]').count()).toBe(0);
  await context.close();
});

/** A defect that only one value meets: its day has no name. */
async function breakDay(page: Page, instant: string): Promise<void> {
  await page.addInitScript((broken) => {
    const shown = Intl.DateTimeFormat.prototype;
    const { get } = Object.getOwnPropertyDescriptor(shown, 'format') ?? {};
    Object.defineProperty(shown, 'format', {
      get(this: Intl.DateTimeFormat) {
        const format = get?.call(this) as (day?: Date | number) => string;
        return (day?: Date | number) => {
          if (Number(day) === broken) throw new Error('this day has no name');
          return format(day);
        };
      },
    });
  }, Date.parse(instant));
}

test('a value that cannot be drawn takes nothing else of the page with it, and is reported', async () => {
  const ticket = await createTicket(await suite.client('rita'), { details: '**Quiet**, please' });
  const { page, context } = await suite.visit({ as: 'mona' });
  await breakDay(page, String(ticket['due']));
  const reported = page.waitForRequest((request) => request.url().includes('/_/intake/'), { timeout: 30_000 });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('main [data-nf-unshown="field"]').first().waitFor();
  expect(await page.locator('h1').textContent()).toContain(String(ticket['subject']));
  await expect.poll(() => field(page, 'details').locator('strong').innerText()).toBe('Quiet');
  expect(await page.locator('main button[data-nf-transition]').count()).toBeGreaterThan(0);
  expect((await reported).postData()).toMatch(/no name[\s\S]*due/);
  await context.close();
});

test('a part whose code has not come when the connection breaks comes with the connection', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await page.clock.install();
  let tries = 0;
  await page.route('**/assets/list-extras-*.js', async (route) => {
    tries += 1;
    await route.abort();
  });
  await page.goto('/tickets');
  await page.locator('[data-nf-open]').first().waitFor();
  await expect.poll(() => tries).toBeGreaterThan(0);
  await context.setOffline(true);
  // all tries but the first fail without a connection
  for (const seconds of [1, 2, 4, 10, 10]) await page.clock.fastForward(seconds * 1000);
  await page.locator('[role="status"] [data-nf-error="offline"]').waitFor();
  expect(await page.locator('[data-nf-columns]').count()).toBe(0);
  await page.unroute('**/assets/list-extras-*.js');
  await context.setOffline(false);
  await page.locator('[data-nf-columns]').waitFor({ state: 'attached' });
  expect(await page.locator('main [data-nf-unshown]').count()).toBe(0);
  await context.close();
});
