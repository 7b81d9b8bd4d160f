import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, textOf } from '../scripts/examples/folder.ts';
import { openBrowser, open, settled, visit } from './harness/browser.ts';
import { control, errorsOf, fill, submitButton } from './harness/form.ts';
import { startProduct, type Product } from './harness/product.ts';

const guide = await textOf('docs/guide/first-application.md');
const [smallest = '', ...additions] = blocksOf(guide, 'yaml');
const texts = blocksOf(guide, 'json');

let folder: string;
let product: Product;
let browser: Browser;
let page: Page;

const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
/** The file as the guide has it after so many steps. */
const writeAfter = (steps: number): Promise<void> => write('app.yaml', additions.slice(0, steps).join('\n'));
/** Saves files while `dev` runs, and waits until it serves them. */
async function saved(save: () => Promise<void>): Promise<void> {
  const reloads = (): number => product.said().match(/Reloaded/g)?.length ?? 0;
  const before = reloads();
  await save();
  await expect.poll(reloads).toBeGreaterThan(before);
}

function check(): { status: number | null; said: string } {
  const bin = join(import.meta.dirname, '../packages/cli/bin/ninefold.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'check', folder], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** In seconds, in the time zone of the guide. */
function untilMidnight(): number {
  const time = new Date().toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour12: false });
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return 86_400 - hours * 3600 - minutes * 60 - seconds;
}

beforeAll(async () => {
  // who is announced for today is looked for in later steps
  if (untilMidnight() < 120) await setTimeout(1000 * untilMidnight() + 1000);
  folder = await mkdtemp(join(tmpdir(), 'ninefold-guide-'));
  await write('app.yaml', smallest);
  product = await startProduct({ folder, demo: false, command: 'dev' });
  browser = await openBrowser();
  ({ page } = await visit(browser, { url: product.url }));
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
/** Two days ahead is another day in every time zone. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function announce(values: Readonly<Record<string, string>>): Promise<void> {
  await open(page, '/visit/new');
  for (const [id, value] of Object.entries(values)) await fill(page, id, value);
  await submitButton(page).click();
}

test('the guide, 1 the smallest application: an address, and people can sign in', async () => {
  await page.goto('/');
  await page.locator('[data-nf-screen="sign-in"] h1').waitFor();
  expect(product.said()).toContain(product.url);
});

test('the guide, 2 one kind of record: a mistake is found by its place, the first account is made by the link, a visit is announced', async () => {
  await write('app.yaml', (additions[0] ?? '').replace('record.host == user', 'record.hst == user'));
  const mistaken = check();
  expect(mistaken.status).toBe(1);
  expect(mistaken.said).toMatch(/app\.yaml:\d+:\d+[\s\S]*hst[\s\S]*host/);
  await product.restart(() => writeAfter(1));
  const good = check();
  expect(good.status).toBe(0);
  expect(new Set(good.said.match(/NF\d{4}/g))).toEqual(new Set(['NF1103'])); // “notices about missing texts”
  const link = /https?:\/\/\S+\/_\/setup\/\S+/.exec(product.said())?.[0] ?? '';
  await open(page, new URL(link).pathname);
  await page.locator('main a').last().click();
  const person = { name: 'Ada Adler', email: 'ada@example.test', password: 'a long sentence to remember' };
  for (const [name, value] of Object.entries(person)) await page.locator(`#setup-${name}`).fill(value);
  await page.locator('main button[type="submit"]').click();
  for (const step of ['check', 'data']) {
    await page.locator(`[aria-current="step"][data-nf-step="${step}"]`).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  }
  await page.getByRole('link', { name: 'Open Reception', exact: true }).click();
  await page.locator('[data-nf-user]').waitFor();
  await announce({ visitor: 'Grace Hopper' });
  await expect.poll(() => page.locator('h1').textContent()).toContain('Grace Hopper');
});

test('the guide, 3 a life cycle: buttons, a reason that stays, and a transition that is not possible yet', async () => {
  await saved(() => writeAfter(2));
  await announce({ visitor: 'Alan Kay' });
  await button('Arrive').waitFor();
  expect(await button('Arrive').getAttribute('aria-disabled')).not.toBe('true');
  await button('Cancel').click();
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await expect.poll(() => errorsOf(page, 'input.reason')).toEqual(['required']);
  await control(page, 'input.reason').fill('He has a cold.');
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await expect.poll(() => page.getByRole('main').innerText()).toContain('He has a cold.');
  await announce({ visitor: 'Ada Lovelace', day: inDays(2) });
  await expect.poll(() => button('Arrive').getAttribute('aria-disabled')).toBe('true');
});

test('the guide, 4 rules: the form says it when it is saved, and sends nothing', async () => {
  await saved(() => writeAfter(3));
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)));
  await open(page, '/visit/new');
  await fill(page, 'visitor', 'The whole choir');
  await fill(page, 'persons', '8');
  expect(await errorsOf(page, 'note')).toEqual([]);
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'note')).toEqual(['visit.groups_need_a_note']);
  expect(await page.getByRole('main').innerText()).toContain('Say which room is prepared for such a large group.');
  expect(sent.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await fill(page, 'note', 'The hall.');
  await submitButton(page).click();
  await expect.poll(() => page.locator('h1').textContent()).toContain('The whole choir');
});

test('the guide, 5 a home screen and a menu', async () => {
  await saved(() => writeAfter(4));
  await open(page, '/');
  const main = page.getByRole('main');
  await expect.poll(() => main.innerText()).toContain('The whole choir');
  expect(await main.innerText()).not.toContain('Ada Lovelace');
  const menu = page.getByRole('navigation');
  for (const name of ['Home', 'Visits', 'People', 'My work']) {
    await menu.getByRole('link', { name }).first().waitFor();
  }
  await menu.getByRole('link', { name: 'People' }).click();
  await expect.poll(() => main.innerText()).toContain('ada@example.test');
});

test('the guide, 6 texts in two languages, chosen in the header', async () => {
  await saved(async () => {
    for (const [index, language] of ['en', 'ja'].entries()) {
      await mkdir(join(folder, 'locales', language), { recursive: true });
      await write(`locales/${language}/app.json`, texts[index] ?? '');
    }
  });
  const counted = Number(/here (\d+) English texts/i.exec(guide)?.[1]);
  expect(check().said).toContain(`${counted} `);
  expect(JSON.parse(await readFile(join(folder, 'locales/ja/app.json'), 'utf8'))).toHaveProperty('entities.visit');
  await open(page, '/');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Language/ })
    .click();
  await page.getByRole('menuitemradio', { name: '日本語' }).click();
  await settled(page);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja');
  await expect.poll(() => page.getByRole('navigation', { name: 'ナビゲーション' }).innerText()).toContain('来客一覧');
  expect(await page.getByRole('main').innerText()).toContain('本日の来客');
});
