import { idOf, type HistoryEntry } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { Client, ListBody, RecordBody } from './harness/client.ts';
import { control, pick } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

const button = (page: Page, id: string) => page.locator(`main button[data-nf-transition="${id}"]`).first();
const dialog = (page: Page) => page.locator('[data-nf-transition-dialog]');
const solution = (page: Page) => dialog(page).locator('[data-nf-field="solution"] textarea');
const errors = (page: Page): Promise<readonly (string | null)[]> =>
  dialog(page)
    .locator('[data-nf-field="solution"] [data-nf-error]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-error')));
const state = (page: Page): Promise<string | null> =>
  page.locator('main [data-nf-entity][data-nf-record]').first().getAttribute('data-nf-state');

/** A ticket that this agent works on, without a solution. */
async function taken(agent: Client, requester: Client): Promise<RecordBody> {
  const own = await agent.get<ListBody>('/api/ticket?f.state=eq:open&size=1&where=record.assignee%20%3D%3D%20user');
  const team = idOf(own.body.items[0]?.['team']);
  const categories = (await agent.get<ListBody>('/api/category?size=100')).body.items;
  const category = categories.find(
    (one) => idOf(one['team']) === team && one['billable'] !== true && one['active'] === true,
  );
  if (!category) throw new Error('the team of this agent has no category without costs');
  const { id } = await createTicket(requester, { category: category.id });
  const { body, status } = await agent.send<RecordBody>('POST', `/api/ticket/${id}/take`, {});
  if (status !== 200) throw new Error(`take answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

const ticketOfAlan = async (): Promise<RecordBody> => taken(await suite.client('alan'), await suite.client('rita'));

test.each([
  ['en', 1280],
  ['ja', 360],
] as const)('solving asks for the solution in its dialog, in one write (%s, %i px)', async (language, width) => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan', language, width });
  await open(page, `/tickets/${ticket.id}`);
  expect(await button(page, 'resolve').getAttribute('aria-disabled')).toBeNull();
  await button(page, 'resolve').click();
  await dialog(page).waitFor();
  await dialog(page).locator('[data-nf-save]').click();
  await expect.poll(() => errors(page)).toEqual(['guard_failed']);
  expect(await axeViolations(page)).toEqual([]);
  await solution(page).fill('Glued the leg.');
  await expect.poll(() => errors(page)).toEqual([]);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) calls.push(request.postData() ?? '');
  });
  await dialog(page).locator('[data-nf-save]').click();
  await expect.poll(() => state(page)).toBe('resolved');
  expect(calls.map((text) => JSON.parse(text) as unknown)).toEqual([{ solution: 'Glued the leg.' }]);
  const alan = await suite.client('alan');
  const { body } = await alan.get<{ items: readonly HistoryEntry[] }>(`/api/ticket/${ticket.id}/history`);
  expect(body.items[0]).toMatchObject({
    transition: 'resolve',
    changes: [{ field: 'solution', new: 'Glued the leg.' }],
  });
  await context.close();
});

test('by keyboard alone: the dialog opens with the focus in it, Ctrl Enter sends it', async () => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'resolve').focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  const field = solution(page);
  for (let step = 0; step < 6 && !(await field.evaluate((one) => one === document.activeElement)); step += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.type('Glued the leg.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => state(page)).toBe('resolved');
  await context.close();
});

test('a solution that a colleague has saved meanwhile is shown beside the own one, and nothing is lost', async () => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'resolve').click();
  await solution(page).fill('Mine');
  await (await suite.client('mona')).send('PATCH', `/api/ticket/${ticket.id}`, { solution: 'Theirs' });
  await dialog(page).locator('[data-nf-save]').click();
  const conflict = dialog(page).locator('[data-nf-error="changed_meanwhile"]');
  await conflict.waitFor();
  expect(await conflict.innerText()).toContain('Theirs');
  expect(await state(page)).toBe('open');
  await conflict.getByRole('button').first().click();
  await expect.poll(() => state(page)).toBe('resolved');
  const { body } = await (await suite.client('mona')).get<RecordBody>(`/api/ticket/${ticket.id}`);
  expect(body['solution']).toBe('Mine');
  await context.close();
});

test('a step that a colleague has taken meanwhile is shown first, and what is typed stays for the next press', async () => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'resolve').click();
  await solution(page).fill('Glued the leg.');
  const waiting = { input: { reason: 'Which leg?' } };
  const moved = await (await suite.client('mona')).send('POST', `/api/ticket/${ticket.id}/wait`, waiting);
  expect(moved.status).toBe(200);
  await dialog(page).locator('[data-nf-save]').click();
  await dialog(page).locator('[data-nf-error="changed_since_seen"]').waitFor();
  await dialog(page).locator('[data-nf-state="waiting"]').waitFor();
  expect(await dialog(page).locator('[data-nf-meanwhile]').innerText()).toContain('Mona');
  expect(await solution(page).inputValue()).toBe('Glued the leg.');
  await dialog(page).locator('[data-nf-save]').click();
  await expect.poll(() => state(page)).toBe('resolved');
  await context.close();
});

test('a step out of a state that the record has left names who took which step, and shows the state of now', async () => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'resolve').click();
  await solution(page).fill('Glued the leg.');
  const solved = await (
    await suite.client('mona')
  ).send('POST', `/api/ticket/${ticket.id}/resolve`, {
    solution: 'A new one.',
  });
  expect(solved.status).toBe(200);
  await dialog(page).locator('[data-nf-save]').click();
  await dialog(page).locator('[data-nf-error="wrong_state"]').waitFor();
  await dialog(page).locator('[data-nf-state="resolved"]').waitFor();
  const meanwhile = await dialog(page).locator('[data-nf-meanwhile]').innerText();
  expect(meanwhile).toContain('Mona');
  expect(meanwhile).toContain('“Mark as solved”');
  expect(await solution(page).inputValue()).toBe('Glued the leg.');
  await context.close();
});

test('what is typed into the dialog is offered again after it was closed', async () => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'resolve').click();
  await solution(page).fill('Half a sentence');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'resolve').click();
  await dialog(page).locator('[data-nf-draft-restore]').click();
  await expect.poll(() => solution(page).inputValue()).toBe('Half a sentence');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  // what is typed into a picker and not chosen too
  const team = dialog(page).getByRole('combobox').first();
  await button(page, 'hand_over').click();
  await team.fill('Nobody is called so');
  for (const left of [1, 0]) {
    await page.keyboard.press('Escape'); // first the list, then the dialog
    await expect.poll(() => dialog(page).count()).toBe(left);
  }
  await button(page, 'hand_over').click();
  await dialog(page).locator('[data-nf-draft-restore]').click();
  await expect.poll(() => team.inputValue()).toBe('Nobody is called so');
  await context.close();
});

test('many tickets are solved with one solution', async () => {
  const [first, second] = [await ticketOfAlan(), await ticketOfAlan()];
  const { page, context } = await suite.visit({ as: 'alan' });
  const where = `record.number in ${JSON.stringify([first['number'], second['number']])}`;
  await open(page, `/desk?where=${encodeURIComponent(where)}`);
  await page.locator('thead [data-nf-select], [data-nf-select-page]').first().click();
  await page.locator('[data-nf-bulk-action="resolve"], [data-nf-bulk-more]').first().click();
  const listed = page.locator('[data-nf-bulk-action="resolve"]').first();
  if ((await page.locator('[data-nf-bulk-dialog]').count()) === 0) await listed.click();
  const bulk = page.locator('[data-nf-bulk-dialog]');
  await bulk.locator('[data-nf-field="solution"] textarea').fill('Glued both legs.');
  await bulk.locator('[data-nf-save]').click();
  const alan = await suite.client('alan');
  const stored = async (id: string) => (await alan.get<RecordBody>(`/api/ticket/${id}`)).body;
  await expect
    .poll(async () => [(await stored(first.id)).state, (await stored(second.id)).state])
    .toEqual(['resolved', 'resolved']);
  expect((await stored(second.id))['solution']).toBe('Glued both legs.');
  await context.close();
});

test('a hidden step has no button while it is barred; “Next steps” and the API say why', async () => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'resolve').waitFor();
  expect(await page.locator('[data-nf-transition="withdraw"], [data-nf-blocked]').count()).toBe(0);
  await page.locator('[data-nf-next-steps]').click();
  const step = page.locator('[data-nf-next="withdraw"]');
  await step.waitFor();
  expect(await step.locator('[data-nf-rule="guard_failed"]').innerText()).toBe(
    'Only the person who asked can withdraw this.',
  );
  const refused = await (await suite.client('alan')).send('POST', `/api/ticket/${ticket.id}/withdraw`, {});
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'guard_failed' }]);
  await context.close();
});

test('optional steps wait for nobody and are no primary button; everything else is as it was', async () => {
  const rita = await suite.client('rita');
  const alan = await suite.client('alan');
  const ticket = await ticketOfAlan();
  await alan.send('POST', `/api/ticket/${ticket.id}/resolve`, { solution: 'Done' });
  const waiting = await rita.get<ListBody>('/api/ticket?size=100&waiting=me');
  expect(waiting.body.items.map(({ id }) => id)).not.toContain(ticket.id);
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'close').waitFor();
  expect(await page.locator('main [data-nf-primary]').count()).toBe(0);
  await button(page, 'close').click();
  await dialog(page).locator('[data-nf-save]').click();
  await expect.poll(() => state(page)).toBe('closed');
  await context.close();
});

test.each(['en', 'ja'] as const)(
  'a step that takes the record out of sight says that it is done, not that the record was not found (%s)',
  async (language) => {
    const ticket = await ticketOfAlan();
    const { page, context } = await suite.visit({ as: 'alan', language });
    await open(page, '/desk');
    await open(page, `/tickets/${ticket.id}`);
    await button(page, 'hand_over').click();
    await pick(page, 'input.to_team', 'Facilities');
    await control(page, 'input.note').fill('A matter of keys.');
    await dialog(page).locator('[data-nf-save]').click();
    const said = page.locator(`[data-nf-out-of-sight="${ticket.id}"]`);
    await said.waitFor();
    expect(await said.innerText()).toContain(language === 'en' ? 'What you did is saved.' : '変更は保存されています。');
    expect(await page.locator('h1').textContent()).toContain(String(ticket['title']));
    expect(await page.locator('[data-nf-error="not_found"]').count()).toBe(0);
    await context.close();
  },
);

test('a field without which the step cannot be taken is marked as required in its dialog', async () => {
  const ticket = await ticketOfAlan();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await button(page, 'resolve').click();
  const solution = page.getByRole('dialog').locator('[data-nf-field="solution"]');
  expect(await solution.innerText()).toContain('Required');
  expect(await solution.locator('textarea').getAttribute('aria-required')).toBe('true');
  await context.close();
});
