import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { BulkAnswer, BulkBody, ListAnswer, RecordValue } from '@ninefold/model';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, settled } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { chooseBulk } from './harness/writes/many-writes.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

/** New tickets of Mona with a word that no other ticket has, and the number of them that is withdrawn at once. */
async function tickets(count: number, withdrawn = 0): Promise<{ readonly word: string; readonly ids: string[] }> {
  const mona = await suite.client('mona');
  const word = `bulk${Math.random().toString(36).slice(2, 9)}`;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createTicket(mona, { subject: `${word} ${index}` })).id);
  for (const id of ids.slice(0, withdrawn)) {
    const answer = await mona.send('POST', `/api/ticket/${id}/withdraw`, {});
    expect(answer.status).toBe(200);
  }
  return { word, ids };
}

const bar = (page: Page) => page.locator('[data-nf-bulk]');
const selectPage = (page: Page) => page.locator('[data-nf-select-page]');
const checked = (page: Page): Promise<number> => page.locator('[data-nf-select]:checked').count();

/** The bodies of the bulk calls that the page sends from now on. */
function sentBodies(page: Page): BulkBody[] {
  const bodies: BulkBody[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/bulk')) bodies.push(request.postDataJSON() as BulkBody);
  });
  return bodies;
}

async function totalOf(page: Page, query: string): Promise<number | null> {
  const answer = await page.request.get(`/api/ticket?${query}`);
  return ((await answer.json()) as ListAnswer).total;
}

test('A13 the box of the header selects only this page, all of the list is a second click, another page or filter clears', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets?size=25');
  const total = (await totalOf(page, 'size=25'))?.toLocaleString('en-GB');
  await page.locator('[data-nf-select]').first().check();
  expect(await selectPage(page).evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
  await selectPage(page).click();
  expect(await checked(page)).toBe(25);
  expect(await bar(page).locator('output').innerText()).toBe('25 selected on this page');
  const whole = bar(page).locator('[data-nf-bulk-whole]');
  expect(await whole.innerText()).toBe(`Select all ${String(total)} in this list`);
  await whole.click();
  expect(await bar(page).locator('output').innerText()).toBe(`All ${String(total)} in this list are selected`);
  await page.locator('[data-nf-select]').nth(3).uncheck();
  expect(await bar(page).locator('output').innerText()).toBe('24 selected on this page');
  await bar(page).locator('[data-nf-bulk-more]').click();
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
  expect(await checked(page)).toBe(24);
  await chooseBulk(page, '_delete');
  await page.locator('[data-nf-bulk-dialog]').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-nf-bulk-dialog]').count()).toBe(0);
  expect(await checked(page)).toBe(24);
  await page.keyboard.press('Escape');
  await expect.poll(() => bar(page).count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-nf-select-page'))).toBe(true);
  await selectPage(page).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await settled(page);
  await expect.poll(() => checked(page)).toBe(0);
  expect(await bar(page).count()).toBe(0);
  await selectPage(page).click();
  await page.getByRole('searchbox').fill('printer');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toContain('printer');
  await expect.poll(() => checked(page)).toBe(0);
  await context.close();
});

test('A14 all of a list sends filter and count; another count on the server says so and changes nothing', async () => {
  const { word } = await tickets(27);
  const { page, context } = await suite.visit({ as: 'mona' });
  const bodies = sentBodies(page);
  await open(page, `/tickets?search=${word}&size=25`);
  await selectPage(page).click();
  await bar(page).locator('[data-nf-bulk-whole]').click();
  await chooseBulk(page, '_delete');
  const button = page.locator('[data-nf-bulk-dialog] [data-nf-save]');
  await createTicket(await suite.client('mona'), { subject: `${word} late` });
  await expect.poll(() => bar(page).locator('output').textContent()).toContain('28');
  expect(await button.innerText()).toBe('Delete (27)');
  await button.click();
  await page.locator('[data-nf-bulk-dialog] [data-nf-error="list_changed"]').first().waitFor();
  expect(bodies).toMatchObject([{ action: 'delete', list: { query: `search=${word}&search_in=columns`, count: 27 } }]);
  expect(await totalOf(page, `search=${word}`)).toBe(28);
  await page.locator('[data-nf-bulk-dialog]').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => bar(page).locator('output').innerText()).toContain('28');
  await chooseBulk(page, '_delete');
  await button.click();
  await expect.poll(() => totalOf(page, `search=${word}`)).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.locator('[data-nf-toast]').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => totalOf(page, `search=${word}`)).toBe(28);
  expect(bodies.map((body) => body.action)).toEqual(['delete', 'delete', 'restore']);
  await context.close();
});

test('A15 three of ten fail: three codes are listed, and "Retry failed" sends those that can succeed', async () => {
  const { word, ids } = await tickets(10, 3);
  const { page, context } = await suite.visit({ as: 'mona' });
  const bodies = sentBodies(page);
  // The server was too busy for one of the three.
  await page.route('**/bulk', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as BulkAnswer;
    const results = body.results.map((one) =>
      one.id === ids[1] && one.problem ? { ...one, problem: { ...one.problem, status: 503, code: 'busy' } } : one,
    );
    await route.fulfill({ response: answer, json: { ...body, results } });
  });
  await open(page, `/tickets?search=${word}`);
  await selectPage(page).click();
  await chooseBulk(page, '_delete');
  await page.locator('[data-nf-bulk-dialog] [data-nf-save]').click();
  const panel = page.locator('[data-nf-bulk-result]');
  await panel.waitFor();
  expect((await panel.getByRole('heading', { level: 2 }).innerText()).trim()).toBe(
    'Delete: 7 done, 1 failed, 2 not possible',
  );
  const reasons = panel.locator('[data-nf-bulk-group]');
  const codes = await reasons.evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-bulk-group')));
  expect(codes).toEqual(['busy', 'forbidden']);
  expect(await panel.locator('[data-nf-bulk-announced="2"] h3 .nf-code').allTextContents()).toEqual(['forbidden']);
  const failing = (code: string) => panel.locator(`li[data-nf-error="${code}"]`);
  expect([await failing('forbidden').count(), await failing('busy').getAttribute('data-nf-record')]).toEqual([
    2,
    ids[1],
  ]);
  expect(await axeViolations(page)).toEqual([]);
  await page.unroute('**/bulk');
  expect(await panel.locator('[data-nf-bulk-retry]').innerText()).toBe('Retry failed (1)');
  await panel.locator('[data-nf-bulk-retry]').click();
  await expect.poll(() => bodies.length).toBe(2);
  expect(bodies[1]?.ids).toEqual([ids[1]]);
  await expect.poll(() => panel.locator('li').getAttribute('data-nf-error')).toBe('forbidden');
  expect(await panel.locator('[data-nf-bulk-retry]').count()).toBe(0);
  await context.close();
});

test.each([
  {
    language: 'en',
    width: 1280,
    theme: 'light',
    some: 'Withdraw (2 of 5)',
    all: 'Set Assigned to (2 of 5)',
    title: /^Withdraw: \d of 4 records$/,
    button: /^Withdraw \(\d of 4\)$/,
  },
  {
    language: 'ja',
    width: 360,
    theme: 'dark',
    some: '取り下げる（5件中2件）',
    all: '担当者を設定（5件中2件）',
    title: /^取り下げる（4件中\d件）$/,
    button: /^取り下げる（4件中\d件）$/,
  },
] as const)(
  'the bar says for how many each action is possible, what is possible for none only on request, and exports the selection: $language',
  async ({ language, width, theme, some, all, title, button }) => {
    const { word } = await tickets(5, 3);
    const { page, context } = await suite.visit({ as: 'mona', language, width, theme });
    await open(page, `/tickets?search=${word}`);
    await selectPage(page).click();
    const first = bar(page).locator('[data-nf-bulk-action]').first();
    await expect.poll(() => first.innerText()).toBe(all);
    expect(await first.getAttribute('data-nf-bulk-action')).toBe('_set_assignee');
    expect(await axeViolations(page)).toEqual([]);
    if (process.env['NF_SHOTS']) await page.screenshot({ path: `${process.env['NF_SHOTS']}/bulk-${language}.png` });
    await bar(page).locator('[data-nf-bulk-barred]').click();
    const barred = page.locator('[data-nf-bulk-barred-action]');
    await barred.first().waitFor();
    expect(
      await barred.evaluateAll((each) => each.map((one) => one.getAttribute('data-nf-bulk-barred-action'))),
    ).toContain('resolve');
    if (process.env['NF_SHOTS']) await page.screenshot({ path: `${process.env['NF_SHOTS']}/barred-${language}.png` });
    await page.keyboard.press('Escape');
    await expect.poll(() => barred.count()).toBe(0);
    expect(await checked(page)).toBe(5);
    await page.locator('[data-nf-select]').first().uncheck();
    await bar(page).locator('[data-nf-export="ticket"]').click();
    const arriving = page.waitForEvent('download');
    await page.locator('[data-nf-export-for="people"][data-nf-export-as="csv"]').last().click();
    const lines = (await readFile(await (await arriving).path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.length).toBe(1 + 4);
    await chooseBulk(page, 'withdraw');
    const dialog = page.locator('[data-nf-bulk-dialog]');
    await dialog.locator('[data-nf-bulk-possible]').waitFor();
    expect(await page.getByRole('dialog').getByRole('heading').first().innerText()).toMatch(title);
    expect(await dialog.locator('[data-nf-save]').innerText()).toMatch(button);
    if (process.env['NF_SHOTS'])
      await page.screenshot({ path: `${process.env['NF_SHOTS']}/bulk-dialog-${language}.png` });
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await selectPage(page).click();
    const withdraw = bar(page).locator('[data-nf-bulk-action="withdraw"]');
    if ((await withdraw.count()) === 0) await bar(page).locator('[data-nf-bulk-more]').click();
    await expect.poll(() => page.locator('[data-nf-bulk-action="withdraw"]').innerText()).toBe(some);
    await context.close();
  },
);

test('a transition on many asks for its answers once, by keyboard alone, and leaves out what it cannot take', async () => {
  const { word } = await tickets(3, 1);
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets?search=${word}`);
  await selectPage(page).focus();
  await page.keyboard.press('Space');
  expect(await checked(page)).toBe(3);
  await bar(page).locator('[data-nf-bulk-action="withdraw"], [data-nf-bulk-more]').first().focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('menuitem', { name: 'Withdraw' });
  await expect.poll(async () => (await choice.count()) + (await page.locator('[data-nf-bulk-dialog]').count())).toBe(1);
  if ((await choice.count()) > 0) {
    await choice.focus();
    await page.keyboard.press('Enter');
  }
  const dialog = page.locator('[data-nf-bulk-dialog="transition"]');
  await dialog.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.locator('textarea:focus').waitFor();
  await page.keyboard.type('Twice asked');
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/bulk'));
  await page.keyboard.press('Control+Enter');
  const answer = (await (await answered).json()) as BulkAnswer;
  expect([answer.done, answer.failed]).toEqual([2, 1]);
  expect(await page.locator('[data-nf-bulk-result] li').getAttribute('data-nf-error')).toBe('wrong_state');
  const { items } = (await (await page.request.get(`/api/ticket?search=${word}`)).json()) as ListAnswer;
  expect(items.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
  await context.close();
});

test('refusals that were announced stand folded below the rest, whose records can be selected alone, and the change is undone', async () => {
  const { word, ids } = await tickets(5, 3);
  const { page, context } = await suite.visit({ as: 'mona' });
  const bodies = sentBodies(page);
  // A rule refuses one of the two that can be changed.
  await page.route('**/bulk', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as BulkAnswer;
    const refused = body.results.find(({ problem }) => problem !== null)?.problem;
    const errors = [{ path: 'priority', code: 'required', params: {}, message: '' }];
    const results = body.results.map((one) =>
      one.id === ids[4] && refused
        ? { id: one.id, title: 'The fifth', version: null, problem: { ...refused, code: 'invalid', errors } }
        : one,
    );
    await route.fulfill({ response: answer, json: { ...body, done: body.done - 1, failed: body.failed + 1, results } });
  });
  await open(page, `/tickets?search=${word}`);
  await selectPage(page).click();
  await chooseBulk(page, '_update');
  const dialog = page.locator('[data-nf-bulk-dialog="update"]');
  await dialog.locator('[data-nf-bulk-field]').selectOption('assignee');
  await dialog.locator('[data-nf-save]').click();
  await dialog.locator('[data-nf-bulk-blank="assignee"]').waitFor();
  expect(bodies).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.locator('[data-nf-bulk-field]').selectOption('priority');
  await dialog.locator('[data-nf-field="priority"] input').first().click();
  await page.locator('[role="listbox"] [role="option"]').first().click();
  await dialog.locator('[data-nf-save]').click();
  const panel = page.locator('[data-nf-bulk-result]');
  await panel.waitFor();
  expect(await panel.locator('h3').first().innerText()).toContain('1 record:');
  expect(await panel.locator('[data-nf-bulk-announced="3"]').evaluate((box) => (box as HTMLDetailsElement).open)).toBe(
    false,
  );
  if (process.env['NF_SHOTS']) await page.screenshot({ path: `${process.env['NF_SHOTS']}/bulk-result.png` });
  expect(await axeViolations(page)).toEqual([]);
  await panel.locator('[data-nf-bulk-select-failed]').click();
  expect(
    await page
      .locator('[data-nf-select]:checked')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-select'))),
  ).toEqual([ids[4]]);
  expect(await bar(page).locator('output').innerText()).toBe('1 record selected');
  const priority = async (id: string | undefined) =>
    ((await (await page.request.get(`/api/ticket/${String(id)}`)).json()) as RecordValue)['priority'];
  expect(await priority(ids[3])).toBe('low');
  await page.unroute('**/bulk');
  await page.locator('h1').first().focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => priority(ids[3])).toBe('normal');
  expect(bodies.at(-1)).toMatchObject({
    action: 'update',
    mode: 'each',
    ids: [{ id: ids[3], values: { priority: 'normal' } }],
  });
  await context.close();
});

test('one field of many: the chosen value, in Japanese, at 320 px; over what somebody else chose meanwhile only when asked again', async () => {
  const { word, ids } = await tickets(3);
  const priorityOf = async (at: number): Promise<unknown> =>
    ((await (await page.request.get(`/api/ticket/${String(ids[at])}`)).json()) as RecordValue)['priority'];
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja', width: 320 });
  await open(page, `/tickets?search=${word}`);
  await selectPage(page).click();
  expect(await bar(page).locator('output').innerText()).toBe('このページの3件を選択中');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await axeViolations(page)).toEqual([]);
  await chooseBulk(page, '_update');
  const dialog = page.locator('[data-nf-bulk-dialog="update"]');
  await dialog.locator('[data-nf-bulk-field]').selectOption('priority');
  await dialog.locator('[data-nf-field="priority"] input').first().click();
  await page.locator('[role="listbox"] [role="option"]').first().click();
  const alan = await suite.client('alan');
  expect((await alan.send('PATCH', `/api/ticket/${String(ids[2])}`, { priority: 'high' })).status).toBe(200);
  await dialog.locator('[data-nf-save]').click();
  await expect.poll(() => priorityOf(0)).toBe('low');
  expect([await priorityOf(1), await priorityOf(2)]).toEqual(['low', 'high']);
  await page.locator('[data-nf-bulk-group="changed_meanwhile"] [data-nf-record]').waitFor();
  await page.locator('[data-nf-bulk-retry]').click();
  await expect.poll(() => priorityOf(2)).toBe('low');
  await context.close();
});

/** Where each button of the bar stands, by what it does. */
async function places(page: Page): Promise<Readonly<Record<string, string>>> {
  const all = await bar(page)
    .locator('[data-nf-bulk-action], [data-nf-bulk-more], [data-nf-export], [data-nf-bulk-clear]')
    .evaluateAll((each) =>
      each.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const name =
          one.getAttribute('data-nf-bulk-action') ?? one.getAttributeNames().find((at) => at.startsWith('data-nf-'));
        return [name ?? '', [x, y, width, height].map(Math.round).join(' ')] as const;
      }),
    );
  return Object.fromEntries(all);
}

test.each([
  ['en', 1280],
  ['ja', 1280],
  ['ja', 360],
] as const)('no button of the bar moves when its counts arrive (%s, %i px)', async (language, width) => {
  const { word } = await tickets(5, 3);
  const { page, context } = await suite.visit({ as: 'mona', language, width });
  await open(page, `/tickets?search=${word}`);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/_/may/ticket', async (route) => {
    await held;
    await route.continue();
  });
  await selectPage(page).click();
  await bar(page).locator('[data-nf-bulk-action]').first().waitFor();
  const before = await places(page);
  expect(Object.keys(before).length).toBeGreaterThan(3);
  expect(await page.locator('[data-nf-bulk="counted"]').count()).toBe(0);
  answer();
  await page.locator('[data-nf-bulk="counted"]').waitFor();
  expect(await places(page)).toEqual(before);
  await context.close();
});

test('a comment on many stands on each, an internal one for its readers alone, and what was written is kept until then', async () => {
  const { word, ids } = await tickets(3);
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets?search=${word}`);
  await selectPage(page).click();
  await chooseBulk(page, '_comment');
  const dialog = page.getByRole('dialog');
  const text = dialog.locator('textarea');
  await expect.poll(() => text.evaluate((box) => box === document.activeElement)).toBe(true);
  await dialog.locator('[data-nf-save]').click();
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
  expect(await text.evaluate((box) => box === document.activeElement)).toBe(true);
  await text.fill(`Moved to **Friday** ${word}`);
  await dialog.locator('[data-nf-internal]').check();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await chooseBulk(page, '_comment');
  expect(await text.inputValue()).toBe(`Moved to **Friday** ${word}`);
  const bodies = sentBodies(page);
  await dialog.locator('[data-nf-save]').click();
  await page.locator('[data-nf-toast]', { hasText: 'Comment: 3 records done' }).waitFor();
  expect(bodies.map(({ action, ids: sent }) => [action, sent])).toEqual([['comment', expect.arrayContaining(ids)]]);
  const [mona, rita] = [await suite.client('mona'), await suite.client('rita')];
  for (const id of ids) {
    const { body } = await mona.get<{ items: { text: string; internal: boolean }[] }>(`/api/ticket/${id}/comments`);
    expect(body.items.map(({ text: said, internal }) => [said, internal])).toEqual([
      [`Moved to **Friday** ${word}`, true],
    ]);
  }
  expect((await rita.get(`/api/ticket/${String(ids[0])}/comments`)).status).toBe(404);
  await selectPage(page).click();
  await chooseBulk(page, '_comment');
  expect(await text.inputValue()).toBe('');
  await context.close();
});

test('who can do nothing with several records selects none', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/articles');
  await page.locator('main table').waitFor();
  expect(await page.locator('[data-nf-select], [data-nf-select-page]').count()).toBe(0);
  await context.close();
});

/** Lets the page click at this place as soon as a dialog stands there: how soon a test would do it is a matter of the machine. */
function clickOnceOpen([clientX, clientY]: readonly [number, number]): { readonly clicked: Promise<void> } {
  const clicked = new Promise<void>((resolve) => {
    const open = new MutationObserver(() => {
      if (document.querySelector('[data-nf-bulk-dialog]') === null) return;
      open.disconnect();
      const place = document.elementFromPoint(clientX, clientY);
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        place?.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY }));
      resolve();
    });
    open.observe(document.body, { childList: true, subtree: true });
  });
  return { clicked };
}

test('a double click on an action opens its dialog, and does not close it', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk?f.state=in:new');
  await page.locator('[data-nf-select]').first().check();
  const action = bar(page).locator('button[data-nf-bulk-action="take"]');
  await action.waitFor();
  const { x = 0, y = 0, width = 0, height = 0 } = (await action.boundingBox()) ?? {};
  const at = [x + width / 2, y + height / 2] as const;
  const second = await page.evaluateHandle(clickOnceOpen, at);
  await page.mouse.click(...at);
  await second.evaluate(({ clicked }) => clicked);
  await page.locator('[data-nf-bulk-dialog]').getByRole('button', { name: 'Take' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-nf-bulk-dialog]').count()).toBe(0);
  await context.close();
});
