// Approvals by several people: who has approved, who is awaited, and the way to withdraw.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, openBrowser, visit, type Visit, settled } from './harness/browser.ts';
import { signedIn, type Person, type RecordBody } from './harness/client.ts';
import { fail, FAILURES, said } from './harness/failing.ts';
import type { Write } from './harness/writes/write.ts';
import { startProduct, type Product } from './harness/product.ts';

const FILES = {
  'app.yaml': `ninefold: 1
purpose: { name: orders, does: Buys things., languages: [en, ja], time_zone: Europe/Berlin }
entities:
  purchase:
    title: name
    fields:
      name: { type: string, required: true, max: 60 }
      order: { type: string }
states:
  purchase:
    initial: asked
    states: { asked: { kind: waiting }, approved: { kind: done, final: true } }
    transitions:
      create: { to: asked, by: guest }
      approve: { from: asked, to: approved, by: [host, helper], label: Approve, asks: [order], approvals: { of: users_with(host) } }
roles:
  guest: { members: everyone, purchase: { create: true, read: true }, user: { read: true } }
  host: { includes: guest, purchase: { history: true, update: true } }
  helper: { includes: guest, purchase: { history: true } }
screens:
  purchases: { path: /, list: purchase }
  purchase: { path: '/purchases/:id', record: purchase }
`,
  'data/demo/user.csv': `email,name,language,roles
rita@example.test,Rita,en,
alan@example.test,Alan,en,host
mona@example.test,Mona,en,host
rie@example.test,Rie,ja,helper
`,
};

let folder: string;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-orders-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  [product, browser] = await Promise.all([startProduct({ folder }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const see = (as: Person, more: Partial<Visit> = {}) => visit(browser, { url: product.url, as, ...more });

async function asked(name: string): Promise<string> {
  const rita = await signedIn(product.url, 'rita');
  return (await rita.send<RecordBody>('POST', '/api/purchase', { name })).body.id;
}

/** Answers the question that a step into a final state asks, by keyboard. */
async function confirm(page: Page): Promise<void> {
  const save = page.getByRole('dialog').locator('[data-nf-save]');
  await save.focus();
  await page.keyboard.press('Enter');
}

test.each([
  {
    language: 'en',
    width: 1280,
    one: 'Approve (1 of 2)',
    two: 'Approve (2 of 2)',
    so_far: 'Approve: 1 of 2 approvals',
    first: 'The record stays in its state until the last one',
    last: 'There is no way back from this state.',
  },
  {
    language: 'ja',
    width: 360,
    one: 'Approve（1/2）',
    two: 'Approve（2/2）',
    so_far: 'Approve：2件中1件を承認',
    first: '最後の承認まで状態は変わらず',
    last: '実行すると元に戻せません。',
  },
] as const)(
  'two approve by keyboard, one takes it back in between ($language)',
  async ({ one, two, so_far, first, last: end, ...how }) => {
    const id = await asked(`Lamp ${how.language}`);
    const alan = await see('alan', how);
    await open(alan.page, `/purchases/${id}`);
    const button = alan.page.locator('main button[data-nf-transition="approve"]');
    await expect.poll(() => button.innerText()).toBe(one);
    await button.focus();
    await alan.page.keyboard.press('Enter');
    const inDialog = (page: Page) => page.getByRole('dialog').innerText();
    await expect.poll(() => inDialog(alan.page)).toContain(first);
    expect(await inDialog(alan.page)).not.toContain(end);
    expect(await alan.page.getByRole('dialog').locator('[data-nf-field="order"]').count()).toBe(0);
    await confirm(alan.page);
    await alan.page.locator('[data-nf-pressed]').waitFor();
    await alan.page.locator('[data-nf-saved="pressed"]').waitFor();
    expect(await alan.page.locator('[data-nf-approvals] h2').innerText()).toBe(so_far);
    expect(await alan.page.locator('[data-nf-awaited]').innerText()).toContain('Mona');
    await expect.poll(() => button.count()).toBe(0);
    expect(await axeViolations(alan.page)).toEqual([]);
    await alan.page.locator('[data-nf-withdraw]').focus();
    await alan.page.keyboard.press('Enter');
    await expect.poll(() => button.innerText()).toBe(one);
    await expect.poll(() => alan.page.locator('[data-nf-saved="pressed"]').count()).toBe(0);
    await button.click();
    await confirm(alan.page);
    await alan.page.locator('[data-nf-pressed]').waitFor();
    await alan.context.close();

    const mona = await see('mona', how);
    await open(mona.page, `/purchases/${id}`);
    const last = mona.page.locator('main button[data-nf-transition="approve"]');
    await expect.poll(() => last.innerText()).toBe(two);
    await last.click();
    await expect.poll(() => inDialog(mona.page)).toContain(end);
    expect(await inDialog(mona.page)).not.toContain(first);
    expect(await mona.page.getByRole('dialog').locator('[data-nf-field="order"]').count()).toBe(1);
    await confirm(mona.page);
    await mona.page.locator('[data-nf-record][data-nf-state="approved"]').waitFor();
    await expect.poll(() => mona.page.locator('[data-nf-approvals]').count()).toBe(0);
    await expect.poll(() => mona.page.locator('[data-nf-history="press"]').count()).toBe(2);
    expect(await mona.page.locator('[data-nf-history="withdraw"]').count()).toBe(1);
    await mona.context.close();
  },
);

test.each([
  { language: 'en', width: 360 },
  { language: 'ja', width: 360 },
] as const)('an approval is given on the phone with two taps from “My work” ($language)', async (how) => {
  const id = await asked(`Door ${how.language}`);
  const { page, context } = await see('alan', how);
  await open(page, '/_/home');
  const step = page.locator(`[data-nf-record="${id}"] [data-nf-step="approve"]`);
  await step.waitFor();
  expect((await step.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await step.getAttribute('aria-label')).toMatch(/^Approve(?:: |：)Door /);
  expect(await axeViolations(page)).toEqual([]);
  await step.click();
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await page.locator('[data-nf-pressed]').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await open(page, '/_/home');
  await page.locator('[data-nf-screen="home"] h2').first().waitFor();
  await expect.poll(() => step.count()).toBe(0);
  await context.close();
});

test('who is not asked sees who is awaited, and no button', async () => {
  const id = await asked('Chair');
  const { page, context } = await see('rita');
  await open(page, `/purchases/${id}`);
  await page.locator('[data-nf-awaited]').first().waitFor();
  expect(await page.locator('[data-nf-awaited]').allInnerTexts()).toHaveLength(2);
  expect(await page.locator('main button[data-nf-transition="approve"], [data-nf-withdraw]').count()).toBe(0);
  await context.close();
});

test.each([
  ['alan', 'en', 'Approval awaited from me', 1],
  ['rita', 'ja', 'だれかの承認待ち', 1],
] as const)('a list is narrowed by keyboard to awaited approvals (%s, %s)', async (person, language, text, found) => {
  const name = `Stool ${language}`;
  await asked(name);
  const { page, context } = await see(person, { language });
  await open(page, `/?search=${encodeURIComponent(name)}`);
  await page.getByText(name).first().waitFor();
  await page.locator('[data-nf-add-filter]').focus();
  await page.keyboard.press('Enter');
  await page.locator(`[data-nf-timed="${person === 'alan' ? 'me' : 'anyone'}"]`).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('[data-nf-chip="awaited"], [data-nf-chip]').allInnerTexts()).toContain(text);
  await expect.poll(() => page.locator('[data-nf-record]').count()).toBe(found);
  await context.close();
});

test('a withdrawal that fails says so beside its button, and can be tried again', async () => {
  const id = await asked('Table');
  const alan = await signedIn(product.url, 'alan');
  await alan.send('POST', `/api/purchase/${id}/approve`, {});
  const { page, context } = await see('alan');
  const write: Write = {
    makes: 'withdraw',
    begin: (on) => open(on, `/purchases/${id}`),
    call: /\/api\/purchase\/[^/]+\/approve$/,
    method: 'DELETE',
    press: (on) => on.locator('[data-nf-withdraw]').click(),
  };
  await write.begin(page);
  const found: Record<string, boolean> = {};
  for (const [name, failing] of Object.entries(FAILURES)) {
    await fail(page, context, write, failing);
    await write.press(page);
    const { text, isInSight } = await said(page);
    found[name] = isInSight && text.trim() !== '' && !/undefined|\[object|\{\{/.test(text);
    if (failing !== null) continue;
    await context.setOffline(false);
    await page.locator('[data-nf-connected-again]').first().waitFor();
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(FAILURES).map((name) => [name, true])));
  await page.unroute(write.call);
  await write.press(page);
  await page.locator('main button[data-nf-transition="approve"]').waitFor();
  expect(await page.locator('[data-nf-action-failure]').count()).toBe(0);

  // A page that others have left behind: the refusal outlives the list of approvals, which goes.
  await alan.send('POST', `/api/purchase/${id}/approve`, {});
  await write.begin(page);
  await page.locator('[data-nf-withdraw]').waitFor();
  const mona = await signedIn(product.url, 'mona');
  await mona.send('POST', `/api/purchase/${id}/approve`, {});
  await write.press(page);
  await page.locator('[data-nf-approvals]').waitFor({ state: 'detached' });
  await page.locator('[data-nf-action-failure]', { hasText: 'no_press' }).waitFor();
  await context.close();
});

test.each([
  { language: 'en', width: 360, place: /^Rie \(in place of Alan until / },
  { language: 'ja', width: 1280, place: /^Rie \(Alanの代理、/ },
] as const)(
  'a person names a deputy by keyboard, who finds the approval in “My work” and gives it in their place ($language)',
  async ({ place, ...how }) => {
    const id = await asked(`Shelf ${how.language}`);
    const alan = await see('alan', how);
    await open(alan.page, '/_/home');
    await alan.page.locator('[data-nf-user]').click();
    await alan.page.locator('[role="menuitem"][href="/_/deputies"]').click();
    await alan.page.locator('[data-nf-screen="deputies"] [data-nf-save]').click();
    await expect.poll(() => alan.page.locator('[data-nf-summary] li').count()).toBe(2);
    await nameByKeyboard(alan.page, 'Rie');
    const named = alan.page.locator('[data-nf-deputy]');
    await named.waitFor();
    expect(await named.innerText()).toContain('Rie');
    expect(await axeViolations(alan.page)).toEqual([]);
    expect(await alan.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await open(alan.page, `/purchases/${id}`);
    await expect.poll(() => alan.page.locator('[data-nf-approvals] [data-nf-deputy]').innerText()).toMatch(place);

    const rie = await see('rie', how);
    await open(rie.page, '/_/deputies');
    await rie.page.locator('[data-nf-stands-for]', { hasText: 'Alan' }).waitFor();
    await open(rie.page, '/_/home');
    await rie.page.locator(`[data-nf-record="${id}"] [data-nf-step="approve"]`).click();
    await rie.page.getByRole('dialog').locator('[data-nf-save]').click();
    const given = rie.page.locator('[data-nf-pressed]');
    await given.waitFor();
    expect(await given.innerText()).toContain('Alan');
    await expect.poll(() => rie.page.locator('[data-nf-history="press"] [data-nf-for]').innerText()).toContain('Alan');
    await rie.context.close();

    await open(alan.page, '/_/deputies');
    await alan.page.locator('[data-nf-deputy-end]').focus();
    await alan.page.keyboard.press('Enter');
    await expect.poll(() => named.count()).toBe(0);
    await alan.context.close();
  },
);

/** Fills and sends the form of a deputy for three days, by keyboard. */
async function nameByKeyboard(page: Page, person: string): Promise<void> {
  await page.locator('#deputy-deputy').focus();
  await page.keyboard.type(person);
  const option = page.getByRole('option', { name: person }).first();
  await option.waitFor();
  await page.keyboard.press('Enter');
  await option.waitFor({ state: 'hidden' });
  await settled(page); // the person who is picked is asked for
  const days = page.getByRole('button', {
    name: /^(Open calendar: (First|Last) day|カレンダーを開く：(開始|終了)日)$/,
  });
  expect(await days.count()).toBe(2);
  await page.locator('#deputy-until').focus();
  await page.keyboard.type(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await page.locator('[data-nf-screen="deputies"] [data-nf-save]').focus();
  await page.keyboard.press('Enter');
}
