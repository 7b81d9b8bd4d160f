import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, type Profile } from './harness/browser.ts';
import type { RecordBody } from './harness/client.ts';
import { control, errorsOf, fill, pick, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { chooseBulk } from './harness/writes/many-writes.ts';
import { categoryOf, createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

const offer = (page: Page) => page.locator('[data-nf-draft]');
const restore = (page: Page) => page.locator('[data-nf-draft-restore]');
const kept = (page: Page) => page.locator('[data-nf-draft-kept]');

/** Keys of what the browser holds as drafts. */
const keys = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft:')));

/** Closes the tab without a question, and opens the address in a new one. */
async function reopen(page: Page, context: Profile, path: string): Promise<Page> {
  await page.close();
  const next = await context.newPage();
  await open(next, path);
  return next;
}

test('A29 a tab closed while editing: the draft is offered with its time, beside what is stored, and restored as typed', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const ticket = await createTicket(await suite.client('rita'));
  const path = `/tickets/${ticket.id}`;
  await open(page, path);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'The lamp hums, and loudly');
  await fill(page, 'details', 'Since Monday.\nOnly when it is cold.');
  const again = await reopen(page, context, path);
  await offer(again).waitFor();
  expect(await restore(again).innerText()).toMatch(/\d{1,2}:\d{2}/);
  const row = again.locator('[data-nf-difference="subject"]');
  expect(await row.innerText()).toContain(String(ticket['subject']));
  expect(await row.innerText()).toContain('The lamp hums, and loudly');
  await restore(again).click();
  await expect.poll(() => control(again, 'subject').inputValue()).toBe('The lamp hums, and loudly');
  expect(await control(again, 'details').inputValue()).toBe('Since Monday.\nOnly when it is cold.');
  await submitButton(again).click();
  await expect.poll(() => again.locator('h1').textContent()).toContain('The lamp hums, and loudly');
  await expect.poll(() => keys(again)).toEqual([]);

  await again.locator('[data-nf-edit]').click();
  await fill(again, 'subject', 'Typed and saved in one breath');
  await control(again, 'subject').press('Control+s');
  await expect.poll(() => again.locator('h1').textContent()).toContain('Typed and saved in one breath');
  await again.locator('[data-nf-saved="saved"]').waitFor();
  await again.waitForFunction((from) => performance.now() - from > 600, await again.evaluate(() => performance.now()));
  await expect.poll(() => keys(again)).toEqual([]);
  await context.close();
});

test('a new record: the draft with its chosen record is offered to its author alone, and signing out erases it', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const category = await categoryOf(await suite.client('rita'));
  await open(page, '/ask');
  await pick(page, 'category', category.title);
  await fill(page, 'subject', 'Half a sentence');
  await kept(page).waitFor();
  const again = await reopen(page, context, '/ask');
  await restore(again).click();
  await expect.poll(() => control(again, 'category').inputValue()).toBe(category.title);
  expect(await control(again, 'subject').inputValue()).toBe('Half a sentence');

  const alan = await suite.visit({ as: 'alan' });
  await alan.page.goto('/health');
  const stored = await again.evaluate(() => Object.entries(localStorage));
  await alan.page.evaluate((all) => all.forEach(([key, value]) => localStorage.setItem(key, value)), stored);
  await open(alan.page, '/ask');
  expect(await keys(alan.page)).toHaveLength(1);
  expect(await offer(alan.page).count()).toBe(0);
  await alan.context.close();

  again.on('dialog', (dialog) => void dialog.accept());
  const signOut = async (): Promise<void> => {
    await again.locator('[data-nf-user]').click();
    await again.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  await again.getByRole('button', { name: 'Stay signed in' }).click();
  expect(await keys(again)).toHaveLength(1);
  await signOut();
  await again.locator('[data-nf-sign-out-erase]').click();
  await again.waitForURL(/sign-in/);
  expect(await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('nf-private:')))).toEqual(
    [],
  );
  await context.close();
});

test('a form says that its draft is gone once another tab has signed out, and keeps it again once its user is back', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await fill(page, 'subject', 'Half a sentence');
  await kept(page).waitFor();
  const other = await context.newPage();
  await open(other, '/_/home');
  await other.locator('[data-nf-user]').click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.locator('[data-nf-sign-out-erase]').click();
  await other.waitForURL(/sign-in/);
  await page.locator('[data-nf-draft-refused]').waitFor();
  expect(await kept(page).count()).toBe(0);
  await other.getByRole('button', { name: /^Rita Romero/ }).click();
  await other.waitForURL((url) => !url.pathname.includes('sign-in'));
  await kept(page).waitFor();
  expect(await keys(page)).toHaveLength(1);
  await context.close();
});

test('a draft that was sent without a connection is not said to be sent', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const category = await categoryOf(await suite.client('rita'));
  await open(page, '/ask');
  await pick(page, 'category', category.title);
  await fill(page, 'subject', 'Never on its way');
  await kept(page).waitFor();
  await context.setOffline(true);
  await submitButton(page).click();
  await page.locator('[data-nf-error="offline"], [data-nf-action-failure]').first().waitFor();
  await context.setOffline(false);
  const again = await reopen(page, context, '/ask');
  await offer(again).waitFor();
  expect(await offer(again).innerText()).not.toContain('no answer');
  await context.close();
});

test('typing beside an offer loses neither: the offer stays, and what it replaces is offered next', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await fill(page, 'subject', 'The first text');
  await kept(page).waitFor();
  const again = await reopen(page, context, '/ask');
  await offer(again).waitFor();
  await fill(again, 'subject', 'The second text');
  await fill(again, 'details', 'Only in the second');
  await kept(again).waitFor();
  expect(await offer(again).innerText()).toContain('The first text');
  await restore(again).click();
  await expect.poll(() => control(again, 'subject').inputValue()).toBe('The first text');
  expect(await control(again, 'details').inputValue()).toBe('Only in the second');
  const third = await reopen(again, context, '/ask');
  await expect.poll(() => offer(third).innerText()).toContain('The first text');
  await third.locator('[data-nf-draft-discard]').click();
  await expect.poll(() => offer(third).innerText()).toContain('The second text');
  await context.close();
});

test('two windows with one form keep a draft each: both are counted and offered, until another window ends one', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const beside = await context.newPage();
  for (const [on, text] of [
    [page, 'Typed on the left'],
    [beside, 'Typed on the right'],
  ] as const) {
    await open(on, '/ask');
    await fill(on, 'subject', text);
    await kept(on).waitFor();
  }
  await page.close();
  const again = await reopen(beside, context, '/ask');
  await expect.poll(() => offer(again).innerText()).toContain('Typed on the right');
  expect(await offer(again).innerText()).toContain('2 unsaved drafts');
  await offer(again).getByRole('radio').last().check();
  await expect.poll(() => offer(again).innerText()).toContain('Typed on the left');
  const watching = await context.newPage();
  await open(watching, '/ask');
  await expect.poll(() => watching.locator('[data-nf-draft-of]').count()).toBe(2);
  await offer(again).getByRole('radio').first().check();
  await restore(again).click();
  await expect.poll(() => offer(again).innerText()).toContain('Typed on the left');
  expect(await control(again, 'subject').inputValue()).toBe('Typed on the right');
  await again.locator('[data-nf-draft-discard]').click();
  await expect.poll(() => watching.locator('[data-nf-draft-of]').count()).toBe(0);
  expect(await offer(watching).innerText()).toContain('Typed on the right');
  await context.close();
});

test('who goes on editing is led back to the field, not to what was pressed to leave', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await fill(page, 'details', 'Longer');
  await fill(page, 'subject', 'Not yet');
  const subject = control(page, 'subject');
  const isFocused = (): Promise<boolean> => subject.evaluate((one) => one === document.activeElement);
  for (const leave of ['nav a[href="/my-requests"]', '[data-nf-cancel]']) {
    await page.locator(leave).first().focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-nf-leave]').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.locator('[data-nf-leave]').waitFor({ state: 'detached' });
    await expect.poll(isFocused).toBe(true);
  }
  await context.close();
});

test('discarding erases: in the offer, on Cancel and on the way out', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await fill(page, 'subject', 'Not this');
  await kept(page).waitFor();
  const again = await reopen(page, context, '/ask');
  await again.locator('[data-nf-draft-discard]').click();
  expect(await offer(again).count()).toBe(0);
  await expect.poll(() => keys(again)).toEqual([]);

  // a new record is left with its draft, and is sent only by the button that says so
  await fill(again, 'subject', 'Not yet');
  await kept(again).waitFor();
  await again.locator('[data-nf-cancel]').click();
  await expect.poll(() => again.locator('[data-nf-leave-save]').innerText()).toBe('Send request');
  await again.locator('[data-nf-leave-draft]').click();
  await again.waitForURL((url) => url.pathname !== '/ask');
  await open(again, '/ask');
  await restore(again).click();
  await expect.poll(() => control(again, 'subject').inputValue()).toBe('Not yet');

  await fill(again, 'subject', 'Nor this');
  expect(await keys(again)).toHaveLength(1);
  await again.locator('[data-nf-cancel]').click();
  await again.locator('[data-nf-leave-discard]').click();
  await again.waitForURL((url) => url.pathname !== '/ask');
  await expect.poll(() => keys(again)).toEqual([]);

  const ticket = await createTicket(await suite.client('rita'));
  await open(again, `/tickets/${ticket.id}`);
  await again.locator('[data-nf-edit]').click();
  await fill(again, 'subject', 'Nor that');
  await again.locator('[data-nf-cancel]').click();
  await again.locator('[data-nf-leave-discard]').click();
  await again.locator('[data-nf-edit]').waitFor();
  expect(await offer(again).count()).toBe(0);
  await expect.poll(() => keys(again)).toEqual([]);
  await context.close();
});

test('a record that changed meanwhile: the offer says so, and the same field still asks', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  const ticket = await createTicket(rita);
  const path = `/tickets/${ticket.id}`;
  await open(page, path);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'Mine');
  await fill(page, 'details', 'Also mine');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Also mine');
  const mona = await suite.client('mona');
  const changed = await mona.send<RecordBody>('PATCH', `/api/ticket/${ticket.id}`, { subject: 'Theirs' });
  expect(changed.status).toBe(200);
  const again = await reopen(page, context, path);
  await offer(again).getByText('The record has changed since').waitFor();
  await restore(again).click();
  await expect.poll(() => control(again, 'subject').inputValue()).toBe('Mine');
  await submitButton(again).click();
  const row = again.locator('[data-nf-conflict="subject"]');
  await row.waitFor();
  expect(await row.locator('[data-side="original"]').innerText()).toBe(String(ticket['subject']));
  expect(await row.locator('[data-side="theirs"]').innerText()).toBe('Theirs');
  expect(await row.locator('[data-side="mine"]').innerText()).toBe('Mine');
  await context.close();
});

test('the answers to a transition are kept too', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const ticket = await createTicket(await suite.client('rita'));
  const path = `/tickets/${ticket.id}`;
  const withdraw = (on: Page) => on.locator('main button[data-nf-transition="withdraw"]').first();
  await open(page, path);
  await withdraw(page).click();
  await control(page, 'input.why').fill('It hums no more');
  const again = await reopen(page, context, path);
  expect(await offer(again).count()).toBe(0);
  await withdraw(again).click();
  await again.getByRole('dialog').locator('[data-nf-draft-restore]').click();
  await expect.poll(() => control(again, 'input.why').inputValue()).toBe('It hums no more');
  await again.getByRole('dialog').locator('[data-nf-save]').click();
  await again.locator('[data-nf-state="withdrawn"]').first().waitFor();
  await expect.poll(() => keys(again)).toEqual([]);

  // what can no longer be sent is there to be read, with what can no longer be changed
  const rita = await suite.client('rita');
  const other = await createTicket(rita);
  await open(again, `/tickets/${other.id}`);
  await withdraw(again).click();
  await control(again, 'input.why').fill('Typed in vain');
  await expect.poll(() => keys(again)).toHaveLength(1);
  await rita.send('POST', `/api/ticket/${other.id}/withdraw`, { input: { why: 'Quicker' } });
  const last = await reopen(again, context, `/tickets/${other.id}`);
  await last.locator('[data-nf-unsent]', { hasText: 'Typed in vain' }).waitFor();
  await last.locator('[data-nf-unsent-discard]').click();
  await last.locator('[data-nf-unsent]').waitFor({ state: 'detached' });
  expect(await keys(last)).toEqual([]);
  await context.close();
});

test('a text that is no value of its field is told once, and offered again as it was typed', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  const path = `/tickets/${(await createTicket(await suite.client('rita'))).id}`;
  await open(page, path);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'due', 'at the next full moon');
  await kept(page).waitFor();
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'due')).toEqual(['bad_datetime']);
  const again = await reopen(page, context, path);
  await expect.poll(() => offer(again).innerText()).toContain('at the next full moon');
  expect(await offer(again).locator('[data-nf-unshown]').count()).toBe(0);
  await context.close();
});

/** Holds the answers to a call back until it is let go; gives the way to do so. */
async function hold(page: Page, call: RegExp, method: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(call, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await free;
    return route.fulfill({ response });
  });
  return letGo;
}

test('what is typed on while a record is saved is offered as a draft of it', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const ticket = await createTicket(await suite.client('rita'));
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'The lamp hums');
  const letGo = await hold(page, /\/api\/ticket\/[^/]+$/, 'PATCH');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await control(page, 'subject').press('Control+s');
  await sent;
  await control(page, 'subject').pressSequentially(' and flickers');
  letGo();
  await expect.poll(() => page.locator('h1').textContent()).toContain('The lamp hums');
  await restore(page).click();
  await expect.poll(() => control(page, 'subject').inputValue()).toBe('The lamp hums and flickers');
  await submitButton(page).click();
  await expect.poll(() => page.locator('h1').textContent()).toContain('The lamp hums and flickers');
  await expect.poll(() => keys(page)).toEqual([]);
  await context.close();
});

/** Types on in the subject of a new request while that is created by this button. */
async function createTypingOn(page: Page, button: string): Promise<void> {
  const category = await categoryOf(await suite.client('rita'));
  await open(page, '/ask');
  await pick(page, 'category', category.title);
  await fill(page, 'subject', 'A chair');
  const letGo = await hold(page, /\/api\/ticket$/, 'POST');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/ticket'));
  await page.locator(button).click();
  await sent;
  await control(page, 'subject').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' squeaks');
  letGo();
}

test('what is typed on while a record is created is offered on its page', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await createTypingOn(page, 'main [data-nf-save]');
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await restore(page).click();
  await expect.poll(() => control(page, 'subject').inputValue()).toBe('A chair squeaks');
  await context.close();
});

test('what is typed on while a record is created stays in the form for another one', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await createTypingOn(page, '[data-nf-save-another]');
  await page.locator('[data-nf-created]').waitFor();
  expect(await control(page, 'subject').inputValue()).toBe('A chair squeaks');
  await context.close();
});

/** Presses a button, types on in an input while its answer is held back, tries to close, and lets the answer go. */
async function typeOn(
  page: Page,
  { call, method, input, key = 'Control+Enter' }: { call: RegExp; method: string; input: Locator; key?: string },
): Promise<void> {
  const letGo = await hold(page, call, method);
  const sent = page.waitForRequest((request) => request.method() === method && call.test(request.url()));
  await input.press(key);
  await sent;
  await input.press('End');
  await input.pressSequentially(' and more');
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape'); // nothing closes while it is sent
  letGo();
}

test('what is typed on while a dialog or a small form is sent stays in it', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  const mona = await suite.client('mona');
  const { id } = await createTicket(mona, { subject: 'Typed on' });
  await open(page, `/tickets/${id}`);
  await page.locator('main button[data-nf-transition="withdraw"]').first().click();
  const why = page.getByRole('dialog').locator('textarea');
  await why.fill('It works');
  await typeOn(page, { call: /\/withdraw$/, method: 'POST', input: why });
  await page.locator('[data-nf-late]').waitFor();
  expect(await why.inputValue()).toBe('It works and more');
  await page.locator('[data-nf-late-close]').click();
  await page.locator('[data-nf-record][data-nf-state="withdrawn"]').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  await open(
    page,
    `/tickets?search=${encodeURIComponent((await createTicket(mona, { subject: `Many ${Date.now()}` })).title ?? '')}`,
  );
  await page.locator('[data-nf-select]').first().check();
  await chooseBulk(page, 'withdraw');
  const asked = page.locator('[data-nf-bulk-dialog] textarea');
  await asked.fill('For many');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await chooseBulk(page, 'withdraw');
  await page.getByRole('dialog').locator('[data-nf-draft-restore]').click();
  await expect.poll(() => asked.inputValue()).toBe('For many');
  await typeOn(page, { call: /\/bulk$/, method: 'POST', input: asked });
  await page.locator('[data-nf-late-close]').click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => page.locator('[data-nf-select]:checked').count()).toBe(0);

  await open(page, '/desk?f.priority=in:urgent');
  await page.locator('[data-nf-view-save-as]').click();
  const name = page.locator('[data-nf-view-dialog] input').first();
  await name.fill('Hot');
  await typeOn(page, { call: /\/views/, method: 'POST', input: name, key: 'Enter' });
  await expect.poll(() => name.inputValue()).toBe('Hot and more');
  await page.locator('[data-nf-view-dialog] [data-nf-save][aria-busy="false"]').waitFor(); // a press while it sends does nothing
  const renamed = page.waitForResponse((answer) => ['PATCH', 'PUT'].includes(answer.request().method()));
  await name.press('Enter');
  expect((await renamed).status()).toBe(200);
  await page.locator('nav').getByRole('link', { name: 'Hot and more' }).waitFor();
  await context.close();
});
