import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { ProblemBody, RecordBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

const call = (secret: string): Promise<Response> =>
  fetch(`${suite.product().url}/api/asset?size=1`, { headers: { authorization: `Bearer ${secret}` } });

async function subscribe(secret: string): Promise<void> {
  const answer = await fetch(`${suite.product().url}/_/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entity: 'asset', events: ['created', 'changed'], url: 'https://sync.example/assets' }),
  });
  expect(answer.status).toBe(201);
}

test('an administrator makes a key, a program uses it and subscribes, and it ends when it is removed', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, '/_/home');
  await page.locator('[data-nf-user]').click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await page.locator('[data-nf-empty="first-use"]').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.locator('main [data-nf-save]').click();
  await page.locator('main').getByText('Enter a name.').first().waitFor();
  await page.locator('#key-name').fill('Nightly report');
  await page.locator('#key-days').fill('３０');
  await page.locator('main [data-nf-save]').click();
  const secret = await page.locator('[data-nf-key-made] input').inputValue();
  expect(secret).toMatch(/^nfk_/);
  const row = page.locator('[data-nf-key]');
  await expect.poll(() => row.innerText()).toContain('Nightly report');
  expect(await axeViolations(page)).toEqual([]);
  const answer = await call(secret);
  expect([answer.status, ((await answer.json()) as { items: RecordBody[] }).items.length]).toEqual([200, 1]);
  await subscribe(secret);
  await page.reload();
  await row.waitFor();
  expect(await page.content()).not.toContain(secret);
  const subscription = page.locator('[data-nf-subscription]');
  await subscription.locator('[data-nf-act="pause"]').click();
  await expect.poll(() => subscription.innerText()).toContain('Paused');
  await subscription.locator('[data-nf-act="replay"]').click();
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await page.locator('[data-nf-replayed]').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await subscription.locator('[data-nf-act="remove"]').click();
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await subscription.waitFor({ state: 'detached' });
  await row.locator('[data-nf-key-remove]').click();
  await page.getByRole('dialog').locator('[data-nf-save]').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await page.locator('[data-nf-empty="first-use"]').waitFor();
  const refused = await call(secret);
  expect([refused.status, ((await refused.json()) as ProblemBody).code]).toEqual([401, 'bad_key']);
  await page.locator('#key-name').fill('Made and removed');
  await page.locator('main [data-nf-save]').click();
  await page.locator('[data-nf-key-made]').waitFor();
  await row.locator('[data-nf-key-remove]').click();
  // What comes of a call is said in the dialog that made it: nothing closes that before.
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  await page.route('**/_/keys/*', (route) => pressed.then(() => route.abort()), { times: 1 });
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await page.getByRole('dialog').locator('[data-nf-save][aria-busy="true"]').waitFor();
  await page.keyboard.press('Escape');
  press();
  await page.getByRole('dialog').locator('[data-nf-action-failure] button').click();
  await page.locator('[data-nf-key-made]').waitFor({ state: 'detached' });
  await context.close();
});

test('the page of keys says whom to ask to everybody else', async () => {
  const { page, context } = await suite.visit({ as: 'rita', language: 'ja' });
  await open(page, '/_/keys');
  await expect.poll(() => page.locator('[data-nf-empty="no-permission"]').count()).toBe(1);
  await context.close();
});
