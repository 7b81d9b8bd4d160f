// A day by the keyboard alone, with the focus in sight; and pages without motion or with the colours of the system.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

/** What is wrong with where the focus is: nowhere, out of sight, under something else, or without a mark; null: nothing. */
const wrongFocus = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nowhere';
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''}`;
    const [x, y] = [(left + right) / 2, (top + Math.min(bottom, top + 40)) / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `out of sight: ${name}`;
    const over = document.elementFromPoint(x, y);
    const isOpen =
      over !== null && (element.contains(over) || over.contains(element) || over.closest('label') !== null);
    if (!isOpen) return `covered: ${name} by ${over?.outerHTML.slice(0, 120) ?? ''}`;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    return isMarked || element.matches('h1, main, [role="dialog"], fieldset') ? null : `without a mark: ${name}`;
  });

/** Presses Tab until what is wanted has the focus, and looks at every place on the way. */
async function tabTo(page: Page, selector: string, most = 80): Promise<void> {
  const wrong = new Set<string>();
  for (let times = 0; times < most; times += 1) {
    await page.keyboard.press('Tab');
    const found = await wrongFocus(page);
    if (found !== null) wrong.add(found);
    if (await page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector)) {
      if (wrong.size > 0) throw new Error([...wrong].join('; '));
      return;
    }
  }
  throw new Error(`${String(most)} times Tab do not lead to ${selector}; ${[...wrong].join('; ')}`);
}

const press = (page: Page, ...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test.each([
  { language: 'en', category: 'Comp' },
  { language: 'ja', category: 'PC' },
] as const)(
  'A57 signing in, making and sending a request work by keyboard, with the focus in sight ($language)',
  async ({ language, category }) => {
    const { page, context } = await suite.visit({ language });
    await page.goto('/_/sign-in');
    const account = page.locator('[data-nf-demo]', { hasText: 'Rita' }).first();
    await account.waitFor();
    await tabTo(page, `[data-nf-demo="${(await account.getAttribute('data-nf-demo')) ?? ''}"]`);
    await press(page, 'Enter');
    await account.waitFor({ state: 'detached' });
    await page.locator('[data-nf-screen] h1').first().waitFor();
    await open(page, '/ask');
    await page.locator('[data-nf-field="category"] input').first().waitFor();
    await tabTo(page, '[data-nf-field="category"] input');
    await page.keyboard.type(category);
    await page.getByRole('option').first().waitFor();
    await press(page, 'Enter');
    await tabTo(page, '[data-nf-field="subject"] input');
    await page.keyboard.type(`By keys ${language}`);
    await tabTo(page, 'main [data-nf-save]');
    await press(page, 'Enter');
    await page.locator('[data-nf-record][data-nf-state]').first().waitFor();
    expect(await page.locator('h1').innerText()).toContain(`By keys ${language}`);
    await context.close();
  },
);

test('A57 a loan is approved, a list filtered and exported by keyboard, with the focus in sight', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  const client = await suite.client('mona');
  const [loan] = (await client.get<ListBody>('/api/loan?f.state=eq:asked&size=1&sort=-created_at')).body.items;
  await open(page, `/loans/${loan?.id ?? ''}`);
  const step = page.locator('main [data-nf-primary]').first();
  await step.waitFor();
  const id = (await step.getAttribute('data-nf-transition')) ?? '';
  await tabTo(page, `main [data-nf-transition="${id}"]`);
  await press(page, 'Enter');
  const state = async (): Promise<unknown> =>
    (await client.get<RecordBody>(`/api/loan/${loan?.id ?? ''}`)).body['state'];
  const dialog = page.locator('[data-nf-transition-dialog]');
  await expect.poll(async () => (await dialog.count()) > 0 || (await state()) !== 'asked').toBe(true);
  if ((await dialog.count()) > 0) {
    await tabTo(page, '[data-nf-transition-dialog] [data-nf-save]');
    await press(page, 'Enter');
  }
  await expect.poll(state).not.toBe('asked');

  await open(page, '/tickets');
  await page.locator('[data-nf-columns]').waitFor();
  await tabTo(page, '[data-nf-export="ticket"]');
  await press(page, 'Enter');
  await page.getByRole('menuitem').first().waitFor();
  const arriving = page.waitForEvent('download');
  await press(page, 'ArrowDown', 'Enter');
  expect((await arriving).suggestedFilename()).toMatch(/\.(?:csv|xlsx|jsonl)$/);
  await tabTo(page, '[data-nf-add-filter]');
  await press(page, 'Enter');
  await page.locator('[data-nf-filter="state"]').waitFor();
  await tabTo(page, '[data-nf-filter="state"]');
  await press(page, 'Enter');
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await tabTo(page, '[role="dialog"] input[type="checkbox"]');
  await press(page, 'Space');
  await expect.poll(() => decodeURIComponent(new URL(page.url()).search)).toContain('f.state=in:');
  await press(page, 'Escape');
  await expect.poll(() => wrongFocus(page)).toBeNull();
  await context.close();
});

test('A58 with reduced motion nothing moves longer than 80 ms; with the colours of the system focus and selection are seen', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/desk');
  await page.locator('[data-nf-columns]').waitFor();
  const longest = (): Promise<number> =>
    page.evaluate(() =>
      Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0))),
    );
  const seen: number[] = [];
  for (const selector of ['[data-nf-columns]', '[data-nf-add-filter]', '[data-nf-export="ticket"]']) {
    await page.locator(selector).first().click();
    seen.push(await longest());
    await page.waitForTimeout(60);
    seen.push(await longest());
    await page.keyboard.press('Escape');
  }
  expect(Math.max(...seen)).toBeLessThanOrEqual(80);

  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const box = page.locator('tr[data-nf-record] [data-nf-select]').first();
  const plain = await box.screenshot();
  await box.focus();
  await page.keyboard.press('Space');
  const row = page.locator('tr[data-nf-record][data-selected]').first();
  await row.waitFor();
  const marks = await box.evaluate((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return { outlineStyle, outlineWidth };
  });
  expect(marks).toEqual({ outlineStyle: 'solid', outlineWidth: '2px' });
  await page.locator('h1').click();
  expect((await box.screenshot()).equals(plain)).toBe(false);
  await context.close();
});
