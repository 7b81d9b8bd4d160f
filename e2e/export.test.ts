import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

interface Downloaded {
  readonly name: string;
  readonly bytes: Buffer;
  /** Of a text file: its lines. */
  readonly lines: readonly string[];
}

async function download(page: Page, purpose: string, format: string): Promise<Downloaded> {
  await page.locator('main [data-nf-export="ticket"]').click();
  const arriving = page.waitForEvent('download');
  await page.locator(`[data-nf-export-for="${purpose}"][data-nf-export-as="${format}"]`).click();
  const file = await arriving;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), bytes, lines: bytes.toString('utf8').trimEnd().split('\r\n') };
}

/** The names of the columns that the list shows, without units. */
async function heads(page: Page): Promise<readonly string[]> {
  const texts = await page.locator('main thead th[data-nf-field]').allInnerTexts();
  return texts.map(
    (text) =>
      text
        .split('\n')[0]
        ?.replace(/ \(.*\)$/, '')
        .trim() ?? '',
  );
}

test.each([
  { language: 'en', width: 1280, name: /^All requests_\d{4}-\d\d-\d\d\./, open: 'In progress' },
  { language: 'ja', width: 360, name: /^すべての依頼_\d{4}-\d\d-\d\d\./, open: '対応中' },
] as const)(
  'a file for people has the columns, the order and the words of the list, and its name: $language',
  async ({ language, width, name, open: word }) => {
    const wide = await suite.visit({ as: 'mona', language });
    const address = '/tickets?f.state=eq:open&sort=number';
    await open(wide.page, address);
    await wide.page.locator('tbody tr').first().waitFor();
    const shown = await heads(wide.page);
    await wide.context.close();
    const { page, context } = await suite.visit({ as: 'mona', language, width });
    await open(page, address);
    const csv = await download(page, 'people', 'csv');
    expect(csv.name).toMatch(name);
    expect(csv.lines[0]?.replace('\uFEFF', '').split(',')).toEqual(shown);
    const total = (
      (await (await page.request.get(`/api/ticket?f.state=eq:open&size=1&total=exact`)).json()) as {
        total: number;
      }
    ).total;
    expect(csv.lines.filter((line) => line.startsWith('SD-')).length).toBe(total);
    expect(csv.lines[1]).toContain(word);
    expect(csv.lines.join('\n')).not.toMatch(/\bopen\b|\d\dT\d\d:\d\d/);
    const sheet = await download(page, 'people', 'xlsx');
    expect(sheet.name).toMatch(name);
    expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK');
    const again = await download(page, 'import', 'csv');
    expect([again.name, again.lines[0]?.startsWith(`${language === 'ja' ? '\uFEFF' : ''}id,state,number,`)]).toEqual([
      'ticket.csv',
      true,
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await page.locator('main [data-nf-export="ticket"]').click();
    await page.getByRole('group').getByRole('menuitem').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env['NF_SHOTS']) await page.screenshot({ path: `${process.env['NF_SHOTS']}/export-${language}.png` });
    await context.close();
  },
);

test.each(['csv', 'jsonl', 'zip', 'xlsx'] as const)(
  'a file is asked for without a connection, and after the session has ended: the page says so, and goes on (%s)',
  async (format) => {
    const { page, context } = await suite.visit({ as: 'mona' });
    await open(page, '/tickets?f.state=eq:open');
    await page.locator('tbody tr').first().waitFor();
    const choose = async (): Promise<void> => {
      await page.locator('main [data-nf-export="ticket"]').click();
      await page.locator(`[data-nf-export-for="import"][data-nf-export-as="${format}"]`).click();
    };
    await page.locator('main [data-nf-export="ticket"]').click();
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await choose();
    const said = page.locator('main [data-nf-action-failure]');
    await said.locator('[data-nf-error="offline"]').waitFor();
    await context.setOffline(false);
    await context.clearCookies({ name: /session$/ });
    await said.getByRole('button').click();
    const arriving = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Mona Meyer/ })
      .click();
    expect((await arriving).suggestedFilename()).toBe(`ticket.${format}`);
    await said.waitFor({ state: 'detached' });
    await context.close();
  },
);
