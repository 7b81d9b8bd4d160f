import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, settled } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

const FIRST = 'a sentence of her own';
const NEXT = 'another sentence of hers';
const RIE = 'rie@example.test';

/** Opens a person's record from the list of people, and the menu of its actions. */
async function openActions(page: Page, name: string): Promise<void> {
  await open(page, `/people?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).first().click();
  await page.locator('main [data-nf-entity="user"]').waitFor();
  await page.locator('[data-nf-more]').click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Makes a link as the administrator does and answers with its path. */
async function invite(name: string): Promise<string> {
  const { page, context } = await suite.visit({ as: 'ada' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openActions(page, name);
  await page.locator('[data-nf-invite-open]').click();
  // The link is shown once: nothing closes its dialog while it is made.
  const { promise: closing, resolve: closed } = Promise.withResolvers<void>();
  await page.route('**/_/accounts/*/invitation', (route) => closing.then(() => route.continue()));
  await page.locator('[data-nf-invite] [data-nf-save]').click();
  await page.locator('[data-nf-invite] [data-nf-save][aria-busy="true"]').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();
  closed();
  const field = page.locator('[data-nf-link]');
  await field.waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field.getAttribute('readonly')).not.toBeNull();
  await page.locator('[data-nf-copy]').click();
  await page.locator('[data-nf-copied="copied"]').waitFor();
  const link = await field.inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
  expect(link.startsWith(suite.product().url)).toBe(true);
  return new URL(link).pathname;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await open(page, '/_/sign-in');
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('form button[type="submit"]').click();
}

async function changePassword(page: Page, current: string, password: string): Promise<void> {
  await page.locator('#password-current').fill(current);
  await page.locator('#password-password').fill(password);
  await page.locator('main [data-nf-save]').click();
}

test('an administrator invites, the link sets a password once, the password signs in, is changed, and is refused then', async () => {
  const link = await invite('佐藤 理恵');

  const first = await suite.visit({});
  await open(first.page, link);
  const person = first.page.locator('[data-nf-invited]');
  expect(await person.textContent()).toContain(RIE);
  expect(await first.page.locator('main input:visible').count()).toBe(1);
  expect(await axeViolations(first.page)).toEqual([]);
  await first.page.locator('#setup-password').fill('short');
  await first.page.locator('main button[type="submit"]').click();
  await expect
    .poll(() => first.page.locator('[data-nf-summary]').evaluate((box) => box === document.activeElement))
    .toBe(true);
  expect(await first.page.title()).toMatch(/^Error: /);
  for (const [weak, code] of [
    ['password1', 'guessable_password'],
    ['rie@example.test', 'personal_password'],
  ] as const) {
    await first.page.locator('#setup-password').fill(weak);
    await first.page.locator('main button[type="submit"]').click();
    await first.page.locator(`main form [data-nf-error="${code}"]`).waitFor();
    expect(await first.page.locator('#setup-password').getAttribute('aria-invalid')).toBe('true');
  }
  await first.page.locator('#setup-password').fill(FIRST);
  await first.page.locator('main button[type="submit"]').click();
  await first.page.locator('[data-nf-user]').waitFor();
  expect((await first.context.request.get('/api/ticket')).status()).toBe(200);

  const late = await suite.visit({});
  await open(late.page, link);
  await late.page.locator('[data-nf-screen="setup"] [data-nf-error="setup_used"]').waitFor();
  expect(await late.page.content()).not.toContain(RIE);
  await late.page.locator('main a[href="/_/sign-in"]').click();
  await late.page.locator('[data-nf-screen="sign-in"]').waitFor();

  await signIn(late.page, RIE, FIRST);
  await late.page.locator('[data-nf-user]').click();
  await late.page.getByRole('menuitem', { name: 'Change password' }).click();
  await settled(late.page);
  expect(new URL(late.page.url()).pathname).toBe('/_/password');
  await changePassword(late.page, 'not this one', NEXT);
  const wrong = late.page.locator('main form [data-nf-error="wrong_sign_in"]');
  await wrong.waitFor();
  expect(await late.page.locator('#password-current').getAttribute('aria-invalid')).toBe('true');
  expect(await axeViolations(late.page)).toEqual([]);
  await late.page.locator('[data-nf-summary] a').click();
  expect(await late.page.evaluate(() => document.activeElement?.id)).toBe('password-current');

  await changePassword(late.page, FIRST, NEXT);
  await late.page.locator('output[data-nf-saved="saved"]').waitFor();
  expect(await late.page.locator('#password-current').inputValue()).toBe('');
  expect(await late.page.locator('[data-nf-summary]').count()).toBe(0);
  expect((await late.context.request.get('/api/ticket')).status()).toBe(200);
  expect((await first.context.request.get('/api/ticket')).status()).toBe(401);

  const again = await suite.visit({});
  await signIn(again.page, RIE, FIRST);
  await again.page.locator('[data-nf-error="wrong_sign_in"]').waitFor();
  await again.page.locator('input[name="password"]').fill(NEXT);
  await again.page.locator('form button[type="submit"]').click();
  await again.page.locator('[data-nf-user]').waitFor();
  for (const { context } of [first, late, again]) await context.close();
});

test('a message that appears takes away neither the press of the button nor the focus of who corrects an entry', async () => {
  const { page, context } = await suite.visit({ width: 360 });
  const link = await invite('Mona Meyer');
  await open(page, link);
  await page.locator('#setup-password').fill('short');
  await page.locator('main button[type="submit"]').click();
  await page.locator('[data-nf-summary]').waitFor();
  await page.locator('#setup-password').fill(FIRST);
  await page.locator('main button[type="submit"]').click();
  await page.locator('[data-nf-user]').waitFor();
  await open(page, '/_/password');
  await page.locator('main [data-nf-save]').click();
  await expect.poll(() => page.locator('[data-nf-summary] a').count()).toBe(2);
  await page.locator('#password-current').pressSequentially('abc');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('password-current');
  expect(await page.locator('#password-current').inputValue()).toBe('abc');
  expect(await page.locator('#password-current').getAttribute('aria-invalid')).not.toBe('true');
  expect(await page.locator('#password-password').getAttribute('aria-invalid')).toBe('true');
  await context.close();
});

test('who has no password is not offered to change one', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/_/password');
  await page.locator('[data-nf-screen="password"] [data-nf-empty]').waitFor();
  expect(await page.locator('main input').count()).toBe(0);
  await page.locator('[data-nf-user]').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Change password' }).count()).toBe(0);
  await context.close();
});

test('who does not care for users is not offered to invite', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await openActions(page, 'Rita Romero');
  expect(await page.locator('[data-nf-invite-open]').count()).toBe(0);
  await context.close();
});
