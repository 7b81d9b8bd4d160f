import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { antiForgery, open, resize, type Visitor } from './harness/browser.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: offers, languages: [en, ja], time_zone: Asia/Tokyo }
entities:
  offer:
    title: name
    label: Offer
    label_many: Offers
    fields:
      name: { type: string, required: true, label: Name }
      price: { type: integer, label: Price }
states:
  offer:
    initial: open
    states: { open: { kind: active, label: Open }, sent: { kind: waiting, label: Sent }, over: { kind: done, final: true, label: Over } }
    transitions:
      send: { from: open, to: sent, by: boss, label: Send }
      expire: { from: open, to: over, after: = days(30), label: Expire, done: Expired }
      end: { from: sent, to: over, after: = seconds(2), label: End, done: Ended }
rules:
  offer: { priced: { when: transition == "end", check: filled(record.price), at: price, message: An offer without a price does not end. } }
roles:
  boss: { members: everyone, offer: all, runtime: [operate] }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  offers: { path: /offers, list: offer, columns: [name], sort: [name] }
`;

const suite = withProductAndBrowser(() => startApplication({ 'app.yaml': SPECIFICATION, ...ADA }));

/** Calls the API as the person of the page. */
async function call({ context }: Visitor, path: string, data: object): Promise<{ readonly id: string }> {
  const response = await context.request.post(`/api/offer${path}`, { headers: await antiForgery(context), data });
  expect(response.ok()).toBe(true);
  return (await response.json()) as { readonly id: string };
}

test('a record says what it will do by itself and when, does it while somebody looks, and its history says why', async () => {
  const visitor = await suite.visit({ as: 'ada', language: 'en' });
  const { page, context } = visitor;
  const { id } = await call(visitor, '', { name: 'Roof', price: 5 });
  await open(page, `/offer/${id}`);
  const due = page.locator('[data-nf-due]');
  expect(await due.getAttribute('data-nf-due')).toBe('expire');
  expect(await due.innerText()).toMatch(/^By itself on .+: Expire$/);
  expect(await axeViolations(page)).toEqual([]);
  await page.locator('[data-nf-transition="send"]').first().focus();
  await page.keyboard.press('Enter');
  const stored = async (): Promise<unknown> => {
    const answer = await context.request.get(`/api/offer/${id}`);
    return ((await answer.json()) as { readonly state: unknown }).state;
  };
  await expect.poll(stored, { timeout: 30_000 }).toBe('over');
  await page.locator('[data-nf-updated]').waitFor();
  expect(await page.locator('[data-nf-updated] output').innerText()).toContain('The record has changed by itself');
  await page.reload();
  const entry = page.locator('[data-nf-history][data-nf-transition="end"]');
  await expect.poll(() => entry.count()).toBe(1);
  expect(await entry.innerText()).toContain('The application · its time had come');
  // who may see no other person sees their own name all the same
  const own = page.locator('[data-nf-history][data-nf-transition="send"]');
  await expect.poll(() => own.innerText()).toContain('Ada');
  expect(await due.count()).toBe(0);
  await context.close();
});

test('an operator sees with the keyboard and on the phone what is stuck and why, in Japanese too', async () => {
  const visitor = await suite.visit({ as: 'ada', language: 'ja' });
  const { page, context } = visitor;
  await open(page, '/_/home');
  await resize(page, 390, 844);
  const { id } = await call(visitor, '', { name: 'Wall' });
  await call(visitor, `/${id}/send`, {});
  const row = page.locator(`tr[data-nf-timer="end"][data-nf-record="${id}"]`);
  await expect
    .poll(
      async () => {
        await open(page, '/_/operate');
        await page.locator('[data-nf-timers]').waitFor();
        return row.count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  expect(await row.locator('[data-nf-error="offer.priced"]').count()).toBe(1);
  expect(await axeViolations(page)).toEqual([]);
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-nf-timer="stuck"]').waitFor();
  expect(await page.locator('[data-nf-timer="stuck"]').innerText()).toContain('再試行します');
  await context.close();
});

test.each([
  {
    language: 'en',
    width: 1280,
    soon: 'Happens by itself within 7 days',
    stuck: 'Stuck: a rule refuses what happens by itself, or nobody is left to approve',
  },
  {
    language: 'ja',
    width: 360,
    soon: '7日以内に自動で実行されるもの',
    stuck: '自動実行がルールで拒否されたもの、または承認できる人がいないもの',
  },
] as const)('a list is narrowed by keyboard to what happens by itself ($language)', async ({ soon, stuck, ...how }) => {
  const visitor = await suite.visit({ as: 'ada', ...how });
  const { page } = visitor;
  await call(visitor, '', { name: `Gate ${how.language}`, price: 5 });
  await open(page, '/offers');
  await page.locator('[data-nf-rows], table, [data-nf-card]').first().waitFor();
  const choose = async (id: string): Promise<void> => {
    await page.locator('[data-nf-add-filter]').focus();
    await page.keyboard.press('Enter');
    const choice = page.locator(`[data-nf-timed="${id}"]`);
    await choice.focus();
    await page.keyboard.press('Enter');
  };
  const asked = (name: string): string | null => new URL(page.url()).searchParams.get(name);
  const chip = page.locator('[data-nf-chip]');
  await choose('7d');
  await expect.poll(() => asked('due')).toBe('7d');
  expect(await chip.innerText()).toBe(soon);
  await expect.poll(() => page.getByText(`Gate ${how.language}`).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await choose('days');
  await page.locator('[data-nf-filter-form] input').first().fill('2026-01-01');
  await page.keyboard.press('Enter');
  await expect.poll(() => asked('due')).toBe('2026-01-01..');
  await page.getByText(`Gate ${how.language}`).first().waitFor();
  await chip.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => chip.count()).toBe(0);
  await choose('stuck');
  await expect.poll(() => asked('stuck')).toBe('true');
  expect(await chip.innerText()).toBe(stuck);
  await expect.poll(() => page.getByText(`Gate ${how.language}`).count()).toBe(0);
});

test.each([
  { language: 'en', width: 1280, expire: 'Expire' },
  { language: 'ja', width: 360, expire: 'Expire' },
] as const)(
  'a table says over all records what happens by itself, and follows them ($language)',
  async ({ expire, ...how }) => {
    const visitor = await suite.visit({ as: 'ada', ...how });
    const { page, context } = visitor;
    await open(page, '/_/due?entity=offer');
    await page.locator('[data-nf-screen="due"] :is(table, [data-nf-empty])').waitFor();
    const made = await call(visitor, '', { name: `Tower ${how.language}`, price: 5 });
    const row = page.locator(`tr[data-nf-due="expire"][data-nf-record="${made.id}"]`);
    await row.waitFor();
    expect(await row.innerText()).toContain(expire);
    expect(await axeViolations(page)).toEqual([]);
    const { id } = await call(visitor, '', { name: `Moat ${how.language}` });
    await call(visitor, `/${id}/send`, {});
    const stuck = page.locator(`tr[data-nf-timer="stuck"][data-nf-record="${id}"]`);
    await stuck.locator('[data-nf-error="offer.priced"]').waitFor({ timeout: 30_000 });
    await stuck.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-nf-screen="offer.record"] [data-nf-timer="stuck"]').waitFor();
    await context.close();
  },
);
