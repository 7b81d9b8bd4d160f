import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, openBrowser, visit } from './harness/browser.ts';
import { signedIn } from './harness/client.ts';
import { control, field, fill } from './harness/form.ts';
import { startProduct, type Product } from './harness/product.ts';
import { createTicket } from './harness/tickets.ts';

const EXAMPLE = join(import.meta.dirname, '../examples/service-desk');

let folder: string;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-dev-'));
  await cp(EXAMPLE, folder, { recursive: true });
  [product, browser] = await Promise.all([startProduct({ folder, command: 'dev' }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Changes one file of the specification. */
async function change(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

const TEXTS = 'locales/en/ticket.json';
const FIRST_HINT = 'In a few words: what do you need?';

/** How often a change has been served. */
const reloads = (): number => product.said().match(/Reloaded/g)?.length ?? 0;
const trouble = (page: Page) => page.locator('[data-nf-dev="trouble"]');
const label = (page: Page, id: string) => field(page, id).locator('label').first();

/** Marks the document: a page that is loaded again has lost it. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

test('a changed file is shown in the open page; what is typed stays, and the page is not loaded anew', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  await open(page, '/ask');
  await mark(page);
  await fill(page, 'subject', 'Half a sentence');
  const before = await label(page, 'subject').innerText();
  await field(page, 'subject').getByText(FIRST_HINT).waitFor();
  const begun = performance.now();
  await change(TEXTS, FIRST_HINT, 'Say it in a whisper');
  await field(page, 'subject').getByText('Say it in a whisper').waitFor();
  console.info(`dev: a change was in the page after ${(performance.now() - begun).toFixed(0)} ms`);
  await expect.poll(() => control(page, 'subject').inputValue()).toBe('Half a sentence');
  expect(await isMarked(page)).toBe(true);
  expect(await label(page, 'subject').innerText()).toBe(before);
  await control(page, 'subject').press('End');
  await control(page, 'subject').pressSequentially(', and more');
  expect(await control(page, 'subject').inputValue()).toBe('Half a sentence, and more');
  await context.close();
});

test('a new field stands in the open form, beside what is typed', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  await open(page, '/ask');
  await mark(page);
  await fill(page, 'subject', 'A quieter lamp');
  const path = join(folder, 'ticket.yaml');
  const text = await readFile(path, 'utf8');
  const field = '      wish: { type: string, label: Wish }\n      details:';
  await writeFile(path, text.replace('      details:', field).replace('subject, details,', 'subject, wish, details,'));
  await control(page, 'wish').waitFor();
  await control(page, 'wish').fill('Silence');
  expect(await control(page, 'subject').inputValue()).toBe('A quieter lamp');
  expect(await isMarked(page)).toBe(true);
  await context.close();
});

test('what is typed stays in a field that gets another id, in a new record and in one that is edited', async () => {
  const ticket = await createTicket(await signedIn(product.url, 'rita'));
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  const editing = await context.newPage();
  await open(page, '/ask');
  await fill(page, 'wish', 'Silence');
  await open(editing, `/tickets/${ticket.id}`);
  await editing.locator('[data-nf-edit]').click();
  await fill(editing, 'wish', 'Quiet');
  const path = join(folder, 'ticket.yaml');
  const text = await readFile(path, 'utf8');
  const renamed = text.replace(
    'wish: { type: string, label: Wish }',
    'longing: { was: wish, type: string, label: Longing }',
  );
  await writeFile(path, renamed.replace('subject, wish, details,', 'subject, longing, details,'));
  await expect.poll(() => control(page, 'longing').inputValue()).toBe('Silence');
  await expect.poll(() => control(editing, 'longing').inputValue()).toBe('Quiet');
  await context.close();
});

test('the open dialog of a step follows its transition, with what is typed in it', async () => {
  const agent = await signedIn(product.url, 'alan');
  const ticket = await createTicket(await signedIn(product.url, 'rita'));
  expect((await agent.send('POST', `/api/ticket/${ticket.id}/take`, {})).status).toBe(200);
  const { page, context } = await visit(browser, { url: product.url, as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-transition="wait"]').click();
  const dialog = page.locator('[data-nf-transition-dialog="wait"]');
  await dialog.locator('textarea').fill('Which floor?');
  const input = 'to: waiting\n        by: agent\n        optional: true\n        input:\n          ';
  await change('ticket.yaml', `${input}reason: { type`, `${input}matter: { was: reason, type`);
  const matter = dialog.getByRole('textbox', { name: 'Matter' });
  await expect.poll(() => matter.inputValue()).toBe('Which floor?');
  await dialog.locator('[data-nf-save]').click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.locator('[data-nf-history="transition"] [data-nf-input="matter"]').getByText('Which floor?').waitFor();
  await context.close();
});

test('a record that is being edited stays in its editor, with the last letter typed', async () => {
  const ticket = await createTicket(await signedIn(product.url, 'rita'));
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'The lamp hums');
  await change(TEXTS, 'Say it in a whisper', 'Say it aloud');
  await field(page, 'subject').getByText('Say it aloud').waitFor();
  await expect.poll(() => control(page, 'subject').inputValue()).toBe('The lamp hums');
  await control(page, 'subject').press('Control+s');
  await expect.poll(() => page.locator('h1').textContent()).toContain('The lamp hums');
  await context.close();
});

test('while a file is broken the page says what is wrong, in its language, and the last good version answers', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita', language: 'ja' });
  await open(page, '/ask');
  await mark(page);
  const path = join(folder, 'ticket.yaml');
  const good = await readFile(path, 'utf8');
  const before = reloads();
  await writeFile(path, good.replace('type: sequence', 'type: sequenc'));
  await trouble(page).getByText('ticket.yaml:').waitFor();
  expect(await trouble(page).innerText()).toMatch(/sequence[\s\S]*NF0110|NF0110[\s\S]*sequence/);
  expect(await trouble(page).innerText()).toMatch(/[ぁ-ん]/);
  const rita = await signedIn(product.url, 'rita');
  expect((await createTicket(rita)).id).toMatch(/^[0-9a-f-]{36}$/);
  await open(page, '/tickets');
  await trouble(page).waitFor();
  await writeFile(path, good);
  await trouble(page).waitFor({ state: 'detached' });
  await expect.poll(() => product.said()).toMatch(/Corrected/);
  expect(reloads()).toBe(before);
  await context.close();
});
