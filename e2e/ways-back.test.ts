import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { RecordBody } from './harness/client.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: notes, languages: [en, ja], time_zone: UTC }
entities:
  note:
    title: name
    fields:
      name: { type: string, required: true, label: Name }
      owner: { type: reference, to: user, default: = user, label: Owner }
states:
  note:
    initial: draft
    states: { draft: { kind: draft }, shown: { kind: active }, over: { kind: done, final: true } }
    transitions:
      publish: { from: draft, to: shown, by: boss, label: Publish, done: Published }
      retract: { from: shown, to: draft, by: boss, label: Retract, done: Retracted, when: record.owner == user }
      finish: { from: shown, to: over, by: boss, label: Finish, done: Finished }
roles:
  boss: { members: everyone, note: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  notes: { path: /notes, list: note, columns: [name] }
`;

const suite = withProductAndBrowser(() => startApplication({ 'app.yaml': SPECIFICATION, ...ADA }));

const undo = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function make(more: Readonly<Record<string, unknown>> = {}): Promise<RecordBody> {
  const ada = await suite.client('ada');
  const { body, status } = await ada.send<RecordBody>('POST', '/api/note', { name: 'Roof', ...more });
  expect(status).toBe(201);
  return body;
}

const stateOf = async ({ id }: RecordBody): Promise<unknown> =>
  (await (await suite.client('ada')).get<RecordBody>(`/api/note/${id}`)).body.state;

async function press(page: Page, transition: string): Promise<void> {
  await page.locator(`main [data-nf-transition="${transition}"]`).first().focus();
  await page.keyboard.press('Enter');
}

/** In the page: focuses an element as soon as it is there, and says whether the focus is left to it. */
function focusWhenThere(selector: string): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      const element = document.querySelector<HTMLElement>(selector);
      if (element === null) return void requestAnimationFrame(look);
      element.focus();
      setTimeout(() => resolve(document.activeElement === element), 200);
    };
    look();
  });
}

test.each([
  ['en', 1280, 'Undo', 'Roof: Published', 'Roof: Retracted'],
  ['ja', 360, '元に戻す', 'Roof：Published', 'Roof：Retracted'],
] as const)('a step that can be taken back offers to (%s, %i px)', async (language, width, label, done, undone) => {
  const note = await make();
  const { page, context } = await suite.visit({ as: 'ada', language, width });
  await open(page, `/note/${note.id}`);
  await press(page, 'publish');
  await page.getByText(done).first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await undo(page, label).first().click();
  await page.getByText(undone).first().waitFor();
  expect(await stateOf(note)).toBe('draft');
  await page.locator('main [data-nf-state="draft"]').first().waitFor();
  await context.close();
});

test('the key takes a step back too, and says so where another person has moved the record on since', async () => {
  const [note, other] = [await make(), await make({ name: 'Wall' })];
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, `/note/${note.id}`);
  await press(page, 'publish');
  await undo(page, 'Undo').first().waitFor();
  await page.locator('h1').first().focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => stateOf(note)).toBe('draft');
  await open(page, `/note/${other.id}`);
  await press(page, 'publish');
  await undo(page, 'Undo').first().waitFor();
  await (await suite.client('ada')).send('POST', `/api/note/${other.id}/finish`, {});
  await page.locator('h1').first().focus();
  await page.keyboard.press('Control+z');
  await page.getByText('This could not be undone').waitFor();
  expect(await stateOf(other)).toBe('over');
  await context.close();
});

test('nothing is offered where this person may not go back, or no step leads back', async () => {
  const nobodys = await make({ owner: null });
  const own = await make();
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, `/note/${nobodys.id}`);
  await press(page, 'publish');
  await page.locator('main [data-nf-state="shown"]').first().waitFor();
  await open(page, `/note/${own.id}`);
  const keepsFocus = page.evaluate(focusWhenThere, 'main [data-nf-transition="finish"]');
  await press(page, 'publish');
  await undo(page, 'Undo').first().waitFor();
  expect(await keepsFocus).toBe(true);
  await press(page, 'finish');
  await page.getByRole('dialog').locator('[data-nf-save]').click();
  await page.locator('main [data-nf-state="over"]').first().waitFor();
  expect(await page.getByText('Roof: Finished').count()).toBe(0);
  // the key says so, and does not take back what was done before it
  await page.locator('h1').first().focus();
  await page.keyboard.press('Control+z');
  await page.getByText('Cannot be undone: Roof').first().waitFor();
  expect(await stateOf(own)).toBe('over');
  await context.close();
});
