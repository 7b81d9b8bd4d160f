import type { MayAnswer, ModelAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { Client, ListBody, RecordBody } from './harness/client.ts';
import { control, errorsOf, fill, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { approvedLoan, createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

/** The first ticket of the agent's own team in this state. */
async function teamTicket(agent: Client, state: string): Promise<RecordBody> {
  const where = encodeURIComponent('record.team == user.team && record.assignee == user');
  const own = await agent.get<ListBody>(
    `/api/ticket?f.state=eq:${state}&size=1${state === 'new' ? '' : `&where=${where}`}`,
  );
  const found = own.body.items[0];
  if (!found) throw new Error(`the example has no ticket in state ${state} for this agent`);
  return found;
}

const state = (page: Page): Promise<string | null> =>
  page.locator('main [data-nf-entity][data-nf-record]').first().getAttribute('data-nf-state');
const button = (page: Page, id: string) => page.locator(`main button[data-nf-transition="${id}"]`).first();

test('create, edit, and what was written stands there after a reload', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const ticket = await createTicket(await suite.client('rita'));
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'A quieter lamp, please');
  await submitButton(page).click();
  await expect.poll(() => page.locator('h1').textContent()).toContain('A quieter lamp, please');
  await page.reload();
  await expect.poll(() => page.locator('h1').textContent()).toContain('A quieter lamp, please');
  await context.close();
});

test('a transition with a reason: refused without it, then badge, steps and history agree', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const alan = await suite.client('alan');
  const ticket = await teamTicket(alan, 'open');
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'wait').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.locator('[data-nf-save]').click();
  await expect.poll(() => errorsOf(page, 'input.reason')).toEqual(['required']);
  await control(page, 'input.reason').fill('Which room is it?');
  await dialog.locator('[data-nf-save]').click();
  await expect.poll(() => state(page)).toBe('waiting');
  await expect.poll(() => page.locator('main').innerText()).toContain('Which room is it?');
  const stored = await alan.get<RecordBody>(`/api/ticket/${ticket.id}`);
  expect(stored.body.state).toBe('waiting');
  await context.close();
});

test('A23 the steps have one current step, and every step has a glyph and a word', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const ticket = await teamTicket(await suite.client('alan'), 'open');
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[aria-current="step"]').waitFor();
  expect(await page.locator('[aria-current="step"]').count()).toBe(1);
  const steps = page.locator('li[data-nf-step]');
  const parts = await steps.evaluateAll((all) =>
    all.map((one) => [one.querySelector('svg') !== null, one.textContent !== '']),
  );
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.flat()).not.toContain(false);
  const more = page.locator('[data-nf-step-more]');
  await page.locator('[data-nf-step="open"] button').press('Enter');
  await more.waitFor();
  expect(await more.innerText()).toMatch(/20\d\d.*·[\s\S]*Waiting for:[\s\S]*Mark as solved: .*Agent/);
  await page.keyboard.press('Escape');
  await more.waitFor({ state: 'detached' });
  await page.locator('[data-nf-step="resolved"] button').press('Enter');
  await more.waitFor();
  expect(await more.innerText()).toMatch(/^Comes with:\s*Mark as solved: /);
  await context.close();
});

test('A26 a transition of another role is no button, and the next steps name it with its role; without axe violations', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const ticket = await createTicket(await suite.client('rita'));
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-next-steps]').click();
  const take = page.locator('[data-nf-next="take"]');
  await take.waitFor();
  expect(await take.innerText()).toContain('Agent');
  expect(await page.locator('main button[data-nf-transition="take"]').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test('A24 A26 the buttons are those that the API allows or blocks, at most one is primary; those of other roles are not there', async () => {
  for (const [person, own] of [
    ['alan', 'new'],
    ['alan', 'open'],
    ['alan', 'waiting'],
  ] as const) {
    const { page, context } = await suite.visit({ as: person });
    const client = await suite.client(person);
    const ticket = await teamTicket(client, own);
    const { body } = await client.get<MayAnswer>(`/_/may/ticket/${ticket.id}`);
    const { model } = (await client.get<ModelAnswer>('/_/model')).body;
    const isHidden = (id: string): boolean => model.entities['ticket']?.lifecycle?.transitions[id]?.hidden === true;
    const expected = body.transitions
      .filter(({ id, verdict }) => verdict === 'allowed' || (verdict === 'blocked' && !isHidden(id)))
      .map((one) => one.id);
    expect(body.transitions.filter(({ id, verdict }) => verdict === 'blocked' && isHidden(id))).not.toEqual([]);
    await open(page, `/tickets/${ticket.id}`);
    const ids = (): Promise<readonly string[]> =>
      page
        .locator('main button[data-nf-transition]')
        .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('data-nf-transition') ?? ''))].sort());
    await expect.poll(ids).toEqual([...expected].sort());
    expect(await page.locator('main button[data-nf-primary]').count()).toBeLessThanOrEqual(1);
    await context.close();
  }
});

test('a record opened from a list says its place in it; [ and ] go through the list page by page, Back leads to the list', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  const address = '/tickets?sort=number&size=25&page=2';
  await open(page, address);
  const ids = async (of: number): Promise<readonly string[]> =>
    (await (await suite.client('mona')).get<ListBody>(`/api/ticket?sort=number&size=25&page=${of}`)).body.items.map(
      ({ id }) => id,
    );
  const [first, second] = [await ids(1), await ids(2)];
  const place = (): Promise<string | null> =>
    page.locator('[data-nf-position]').getAttribute('data-nf-position', { timeout: 5000 });
  const shown = (): Promise<string | null> =>
    page.locator('main [data-nf-record]').first().getAttribute('data-nf-record');
  await page.locator(`[data-nf-open="${second[0]}"]`).click();
  await expect.poll(place).toBe('26');
  expect(await page.locator('[data-nf-position]').innerText()).toMatch(/^Request 26 of 1,0\d\d$/);
  // the neighbour on the page before is requested when the record is shown
  await page.locator('[data-nf-position] button:enabled').nth(1).waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('[');
  await expect.poll(place).toBe('25');
  expect(await shown()).toBe(first.at(-1));
  await page.locator('[data-nf-position] button:enabled').nth(1).waitFor();
  await page.keyboard.press(']');
  await expect.poll(place).toBe('26');
  await page.getByRole('button', { name: 'Next in the list' }).click();
  await expect.poll(place).toBe('27');
  expect(await shown()).toBe(second[1]);
  await page.goBack();
  await expect.poll(() => page.url()).toContain(address);
  await context.close();
});

test('A25 a blocked transition can be reached and says why, its link leads to the field, and pressing it changes nothing', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const loan = await approvedLoan(await suite.client('alan'), await suite.client('rita'));
  await open(page, `/loans/${loan.id}`);
  const handOut = button(page, 'hand_out');
  await expect.poll(() => handOut.getAttribute('aria-disabled')).toBe('true');
  await handOut.focus();
  expect(await handOut.evaluate((one) => one === document.activeElement)).toBe(true);
  const described = await handOut.getAttribute('aria-describedby');
  expect(described).toBeTruthy();
  expect((await page.locator(`#${described}`).innerText()).length).toBeGreaterThan(5);
  expect(await page.locator(`#${described} [data-nf-seen]`).innerText()).toMatch(/^From:/);
  const before = await state(page);
  await handOut.click({ force: true });
  expect(await state(page)).toBe(before);
  await page.locator(`#${described} a`).first().click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-nf-field]')?.getAttribute('data-nf-field')))
    .toBe('from');
  await context.close();
});

test('a refused action stays on the page with its code, and the code leads to the catalogue', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const alan = await suite.client('alan');
  const ticket = await teamTicket(alan, 'open');
  await open(page, `/tickets/${ticket.id}`);
  await page.route('**/api/ticket/*/wait', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: '/_/errors/wrong_state',
        title: '',
        status: 409,
        code: 'wrong_state',
        params: {},
        request_id: 'r',
        errors: [],
      }),
    }),
  );
  await button(page, 'wait').click();
  await control(page, 'input.reason').fill('Why?');
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  const error = page.locator('[data-nf-error="wrong_state"]').first();
  await error.waitFor();
  expect(await error.locator('a[href="/_/errors/wrong_state"]').count()).toBe(1);
  await context.close();
});

test('no self-approval: who asked for a loan does not see the approval as possible, and the server refuses it', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const alan = await suite.client('alan');
  const assets = await alan.get<ListBody>('/api/asset?where=record.lendable&size=100');
  let loan: RecordBody | null = null;
  for (const asset of assets.body.items) {
    const far = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10);
    const answer = await alan.send<RecordBody>('POST', '/api/loan', { asset: asset.id, from: far });
    if (answer.status === 201) {
      loan = answer.body;
      break;
    }
  }
  if (loan === null) throw new Error('nothing could be borrowed');
  await open(page, `/loans/${loan.id}`);
  await button(page, 'refuse').waitFor();
  expect(await button(page, 'approve').count()).toBe(0);
  const answer = await alan.send<{ code: string }>('POST', `/api/loan/${loan.id}/approve`, {});
  expect([answer.status, answer.body.code]).toEqual([409, 'guard_failed']);
  await context.close();
});

/** How far below the top of the window the first field of a record begins, in pixels. */
async function firstFieldAt(page: Page): Promise<number> {
  const field = page.locator('main :is([data-nf-field], [data-nf-rail-state])').first();
  await field.waitFor();
  return field.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));
}

describe.each(['en', 'ja'] as const)('in %s the content of a record begins high up', (language) => {
  test.each([
    { width: 1280, height: 800, limit: 200 },
    { width: 360, height: 640, limit: 430 },
  ])('at $width × $height at most $limit px down', async ({ width, height, limit }) => {
    const { page, context } = await suite.visit({ as: 'alan', language, width, height });
    const alan = await suite.client('alan');
    const tickets = await Promise.all(['new', 'open', 'waiting', 'resolved'].map((state) => teamTicket(alan, state)));
    const asset = (await alan.get<ListBody>('/api/asset?size=1')).body.items[0];
    const begins: number[] = [];
    for (const { id } of tickets) {
      await open(page, `/tickets/${id}`);
      await page.locator('main button[data-nf-transition]').first().waitFor();
      begins.push(await firstFieldAt(page));
    }
    await open(page, `/assets/${asset?.id ?? ''}`);
    begins.push(await firstFieldAt(page));
    await open(page, '/desk');
    await page.locator('main [data-nf-open]').first().click();
    await page.locator('[data-nf-position]').waitFor();
    begins.push(await firstFieldAt(page));
    expect(Math.max(...begins)).toBeLessThanOrEqual(limit);
    await context.close();
  });
});

test('where the browser refuses to copy, the link stands selected in a dialog', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, '/tickets');
  await page.locator('main [data-nf-open]').first().click();
  await page.locator('[data-nf-screen="ticket"] [data-nf-more]').click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const link = page.getByRole('dialog').locator('[data-nf-link]');
  await link.waitFor();
  expect(await link.inputValue()).toBe(page.url());
  await context.close();
});
