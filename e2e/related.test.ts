// The sections of a record's page with the records that refer to it: counts, lists, new ones from here.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, resize } from './harness/browser.ts';
import type { Client, ListBody } from './harness/client.ts';
import { submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';
import { word } from './harness/writes/write.ts';

const suite = withProductAndBrowser();

async function anAsset(client: Client): Promise<string> {
  const { items } = (await client.get<ListBody>('/api/asset?size=1&sort=created_at')).body;
  return items[0]?.id ?? '';
}

const section = (page: Page, name: string) => page.locator(`[data-nf-related="${name}"]`);
const count = (page: Page, name: string) => section(page, name).locator('[data-nf-related-count]').textContent();

/** The addresses of the calls of the page that read lists. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/[a-z_]+$/.test(pathname)) calls.push(pathname);
  });
  return calls;
}

test('a page asks for the counts of what refers to its record, and for a list once its section is opened', async () => {
  const alan = await suite.client('alan');
  const asset = await anAsset(alan);
  const { page } = await suite.visit({ as: 'alan' });
  const calls = listCalls(page);
  await createTicket(alan, { asset });
  await open(page, `/assets/${asset}`);
  const tickets = (await alan.get<ListBody>(`/api/asset/${asset}/tickets`)).body;
  await expect.poll(() => count(page, 'tickets')).toBe(String(tickets.total));
  expect(calls.filter((path) => path === '/api/ticket' || path === '/api/loan')).toEqual([]);
  const heading = section(page, 'tickets').getByRole('button', { expanded: false });
  await heading.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => section(page, 'tickets').locator('tbody tr').count()).toBe(tickets.items.length);
  expect(calls.filter((path) => path === '/api/loan')).toEqual([]);

  // another person makes one: the section follows
  await createTicket(alan, { asset, subject: 'It hums at night' });
  await expect.poll(() => count(page, 'tickets')).toBe(String((tickets.total ?? 0) + 1));
  await expect.poll(() => section(page, 'tickets').getByText('It hums at night').count()).toBe(1);

  await section(page, 'tickets').getByRole('searchbox').fill('hums at night');
  await page.keyboard.press('Enter');
  await expect.poll(() => section(page, 'tickets').locator('tbody tr').count()).toBe(1);
  await section(page, 'tickets').locator('[data-nf-related-all]').click();
  await page.waitForURL((url) => url.searchParams.get('f.asset') === `eq:${asset}`);
});

test('a section has the columns and the order that its author has written', async () => {
  const alan = await suite.client('alan');
  const { items } = (await alan.get<ListBody>('/api/loan?size=1')).body;
  const held = items[0]?.['asset'] as { readonly id: string } | undefined;
  const asset = held?.id ?? '';
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/assets/${asset}`);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/loan');
  await section(page, 'loans').getByRole('button', { expanded: false }).click();
  expect(new URL((await asked).url()).searchParams.get('sort')).toBe('-from');
  const heads = section(page, 'loans').locator('thead th[data-nf-field]');
  await expect
    .poll(() => heads.evaluateAll((all) => all.map((head) => head.getAttribute('data-nf-field'))))
    .toEqual(['borrower', 'from', 'until', 'state', 'overdue']);
  await context.close();
});

test('a new record from here refers to the record already', async () => {
  const alan = await suite.client('alan');
  const asset = await anAsset(alan);
  const { page } = await suite.visit({ as: 'alan' });
  await open(page, `/assets/${asset}`);
  await section(page, 'loans').locator('[data-nf-related-create]').click();
  await submitButton(page).waitFor();
  expect(new URL(page.url()).searchParams.get('val[asset]')).toBe(asset);
  const { title } = (await alan.get<{ title: string }>(`/api/asset/${asset}`)).body;
  await expect.poll(() => page.locator('[data-nf-field="asset"] input').first().inputValue()).toContain(title);
});

test('an existing record is attached and detached with the keys, undone, and a refusal says why in its place', async () => {
  const mona = await suite.client('mona');
  const asset = await anAsset(mona);
  const subject = word();
  const [ticket, gone] = [await createTicket(mona, { subject }), await createTicket(mona, { subject: word(), asset })];
  expect((await mona.send('POST', `/api/ticket/${gone.id}/withdraw`, {})).status).toBe(200);
  const { page } = await suite.visit({ as: 'mona' });
  await open(page, `/assets/${asset}`);
  await section(page, 'tickets').getByRole('button', { expanded: false }).press('Enter');
  await section(page, 'tickets').locator('[data-nf-attach]').press('Enter');
  const picker = page.locator('[data-nf-attach-form] input');
  await picker.pressSequentially(subject);
  await page.locator('[role=option]', { hasText: subject }).waitFor();
  await picker.press('Enter');
  await expect.poll(() => picker.inputValue()).toMatch(/^SD-/); // it is chosen, not only typed
  await picker.press('Enter');
  const row = section(page, 'tickets').locator(`tr[data-nf-record="${ticket.id}"]`);
  await row.waitFor();
  await row.locator('[data-nf-detach]').press('Enter');
  await page.getByText('is detached').first().waitFor();
  await row.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await row.waitFor();

  // withdrawn: it is locked
  const locked = `tr[data-nf-record="${gone.id}"]`;
  await section(page, 'tickets').locator(`${locked} [data-nf-detach]`).press('Enter');
  await section(page, 'tickets').locator(`${locked} + tr [data-nf-refused]`, { hasText: 'Equipment' }).waitFor();
});

test.each([
  { theme: 'light', width: 1280, language: 'en' },
  { theme: 'dark', width: 360, language: 'ja' },
] as const)('the sections are open to everybody: $theme, $width pixels, $language', async (look) => {
  const alan = await suite.client('alan');
  const { page } = await suite.visit({ as: 'alan', language: look.language, theme: look.theme });
  await open(page, `/assets/${await anAsset(alan)}`);
  await page.emulateMedia({ colorScheme: look.theme });
  await resize(page, look.width, 800);
  await section(page, 'tickets').getByRole('button', { expanded: false }).click();
  await section(page, 'tickets').locator('tbody tr').first().waitFor();
  const shots = process.env['NINEFOLD_SHOTS'];
  if (shots !== undefined) await page.screenshot({ path: `${shots}/related-${look.theme}.png`, fullPage: true });
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
});
