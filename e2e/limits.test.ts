import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

test('a manager changes a promise while others work: what follows is told before, what is wrong too, and open pages have it', async () => {
  const client = await suite.client('mona');
  await client.send('PATCH', '/api/_limits/answer_hours', { value: 72 });
  const [{ page }, { page: others }] = [
    await suite.visit({ as: 'mona' }),
    await suite.visit({ as: 'rita', language: 'ja' }),
  ];
  await open(others, '/_/limits/answer_hours');
  await expect.poll(() => others.locator('[data-nf-limit-now]').innerText()).toBe('72');
  expect(await others.locator('form [id^=limit-]').count()).toBe(0);
  await open(page, '/_/limits');
  expect(await page.locator('main').innerText()).not.toContain('answer_hours');
  await page.locator('[data-nf-limit-change=answer_hours]').click();
  await page.locator('[data-nf-effect=from_now_on]').waitFor();
  expect(await page.locator('[data-nf-effect=from_now_on]').innerText()).toContain('Request: Due');
  expect(await axeViolations(page)).toEqual([]);
  const value = page.locator('#limit-0-value');
  await value.fill('500');
  await page.locator('[data-nf-save]').click();
  await expect
    .poll(() => page.locator('[data-nf-summary] [data-nf-error]').getAttribute('data-nf-error'))
    .toBe('too_big');
  expect(await page.locator('[data-nf-summary]').innerText()).toContain('240');
  await value.fill('48');
  await page.locator('[data-nf-save]').click();
  await expect.poll(() => page.locator('[data-nf-limit-now]').innerText()).toBe('48');
  expect(await page.locator('[data-nf-limit-version]').first().innerText()).toContain('Mona');
  await expect.poll(() => others.locator('[data-nf-limit-now]').innerText()).toBe('48');
  expect(await axeViolations(page)).toEqual([]);
  expect((await client.send('PATCH', '/api/_limits/answer_hours', { value: 72 })).status).toBe(200);
  await expect.poll(() => page.locator('[data-nf-limit-now]').innerText()).toBe('72');
  // What happens at once by a slip is asked about before, and has not happened where the person goes back.
  await open(page, '/_/limits/close_days');
  const days = await value.inputValue();
  await value.fill('1');
  await page.locator('[data-nf-save]').click();
  await page.getByRole('dialog').locator('[data-nf-error=timers_due]').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.locator('[data-nf-limit-now]').innerText()).toBe(days);
  await value.fill(days);
  // A limit that names a record shows its title, and says what was typed and not chosen.
  await open(page, '/_/limits/mail_category');
  await expect.poll(() => value.inputValue()).toBe('Computers');
  await value.fill('zzz');
  await value.blur();
  expect(await page.locator('#limit-0-value-error').innerText()).toContain('“zzz” was typed'); // as soon as it is left
  await page.locator('[data-nf-save]').click();
  await expect.poll(() => page.locator('[data-nf-summary]').innerText()).toContain('“zzz” was typed');
});
