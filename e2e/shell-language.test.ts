import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, openBrowser, visit } from './harness/browser.ts';
import { startProduct, type Product } from './harness/product.ts';

/** An application in a language in which the runtime's own texts do not exist. */
const SPECIFICATION = `ninefold: 1
purpose: { name: atelier, does: Suivre les chaises., languages: [fr] }
entities:
  chaise:
    title: nom
    label: Chaise
    label_many: Chaises
    fields:
      nom: { type: string, required: true, label: Nom, hint: Comme sur la facture. }
      prix: { type: integer, label: Prix }
states:
  chaise:
    initial: neuve
    states: { neuve: { label: Neuve, kind: waiting }, vendue: { label: Vendue, kind: done, final: true } }
    transitions: { vendre: { label: Vendre, from: neuve, to: vendue, by: boss } }
rules:
  chaise: { cher: { check: record.prix < 1000, at: prix, message: Trop cher. } }
roles:
  boss: { members: everyone, chaise: all }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  chaises: { path: /chaises, list: chaise, columns: [nom, prix], label: Les chaises }
`;

let folder: string;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-french-'));
  await mkdir(join(folder, 'data/demo'), { recursive: true });
  await writeFile(join(folder, 'app.yaml'), SPECIFICATION);
  await writeFile(join(folder, 'data/demo/user.csv'), 'name,email\nAda,ada@example.test\n');
  await writeFile(join(folder, 'data/demo/chaise.csv'), 'nom,prix\nTabouret,12\n');
  product = await startProduct({ folder, demo: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The language that a screen reader speaks a text in: that of the nearest element which says one. */
function spoken(page: Page, text: string | RegExp): Promise<string | null | undefined> {
  const shown = page.getByText(text, { exact: true }).first();
  return shown.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
}

test('seed: an application in a language without texts of the runtime says which text is in which language', async () => {
  const out = await visit(browser, { url: product.url });
  await open(out.page, '/_/sign-in');
  expect(await out.page.evaluate(() => document.documentElement.lang)).toBe('en');
  await out.page.locator('[data-nf-demo]', { hasText: 'Ada' }).click();
  await out.page.locator('[data-nf-user]').waitFor(); // a page opened before would end the call
  await open(out.page, '/chaises');
  const table = out.page.locator('table');
  await table.getByText('Tabouret').waitFor();
  const onList = ['Les chaises', 'Nom', 'Tabouret', /^New/];
  expect(await Promise.all(onList.map((text) => spoken(out.page, text)))).toEqual(['fr', 'fr', 'fr', 'en']);
  await table.getByText('Tabouret').click();
  await out.page.locator('h1', { hasText: 'Tabouret' }).waitFor();
  expect(await out.page.locator('h1').evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(
    'fr',
  );
  const onRecord = ['Prix', '12', 'Edit', 'Vendre', 'Neuve', 'Atelier', 'Next steps'];
  expect(await Promise.all(onRecord.map((text) => spoken(out.page, text)))).toEqual(
    onRecord.map((text) => (text === 'Edit' || text === 'Next steps' ? 'en' : 'fr')),
  );
  await open(out.page, '/chaises');
  await out.page.getByText(/^New/).first().click();
  await out.page.getByText('Comme sur la facture.').waitFor();
  expect(await spoken(out.page, 'Comme sur la facture.')).toBe('fr');
  expect(await spoken(out.page, 'Save')).toBe('en');
  await out.page.getByLabel('Prix').fill('2000');
  await out.page.getByText('Save', { exact: true }).first().click();
  await out.page.getByText('Trop cher.').first().waitFor();
  expect(await spoken(out.page, 'Trop cher.')).toBe('fr');
  await out.context.close();
});

test('seed: the html tag of the server says the language of the application, and is still a source after the texts came', async () => {
  const answer = await fetch(`${product.url}/_/sign-in`, { headers: { accept: 'text/html', 'accept-language': 'de' } });
  expect(await answer.text()).toContain('<html lang="fr"');
});
