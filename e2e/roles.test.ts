import type { ModelAnswer } from '@ninefold/model';
import { expect, test } from 'vitest';
import { open, settled } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { field, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

test('who may give roles gives them in the form of a person, whose open page gets their menu, among those that they may give, and nobody their own', async () => {
  const mona = await suite.visit({ as: 'mona' });
  const client = await suite.client('mona');
  const idOf = async (name: string): Promise<string> =>
    (await client.get<ListBody>(`/api/user?search=${name}&size=1`)).body.items[0]?.id ?? 'none';
  const rolesOf = async (id: string): Promise<unknown> =>
    (await client.get<{ roles: unknown }>(`/api/user/${id}`)).body.roles;
  const rita = await idOf('Rita');
  await open(mona.page, `/user/${rita}`);
  await mona.page.locator('[data-nf-edit]').click();
  const hers = await suite.visit({ as: 'rita' });
  await open(hers.page, '/my-requests');
  const desk = hers.page.locator('nav a[href="/desk"]');
  expect(await desk.count()).toBe(0);
  const roles = field(mona.page, 'roles');
  expect((await roles.locator('label').allInnerTexts()).map((text) => text.trim())).toEqual(['Agent']);
  await roles.getByRole('checkbox').first().check();
  await submitButton(mona.page).click();
  await expect.poll(() => rolesOf(rita)).toEqual(['agent']);
  await desk.waitFor();
  await hers.context.close();
  await open(mona.page, `/user/${await idOf('Mona')}`);
  await settled(mona.page);
  const edit = mona.page.locator('[data-nf-edit]');
  if ((await edit.count()) > 0) await edit.click();
  expect(await field(mona.page, 'roles').getByRole('checkbox').count()).toBe(0);
  await open(mona.page, '/people');
  await mona.page.locator('th[data-nf-field="roles"]').waitFor();
  await mona.context.close();
});

test('who gets a role on the page of a record, where a comment could be written, gets what the role may do there', async () => {
  const ada = await suite.client('ada');
  const rita = await suite.client('rita');
  const { me } = (await rita.get<ModelAnswer>('/_/model')).body;
  const give = async (roles: readonly string[]): Promise<void> => {
    const { version } = (await ada.get<RecordBody>(`/api/user/${me.id}`)).body;
    const body = { roles, confirm: ['open_work'] };
    const answer = await ada.send('PATCH', `/api/user/${me.id}`, body, { 'if-match': `"${String(version)}"` });
    expect(answer.status).toBe(200);
  };
  await give([]);
  const ticket = await createTicket(rita);
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('#nf-comment').fill('Which floor?');
  await give(['agent']);
  await page.locator('nav a[href="/desk"]').waitFor();
  expect(await page.locator('#nf-comment').inputValue()).toBe('Which floor?');
  await give([]);
  await context.close();
});

test.each(['en', 'ja'] as const)(
  'who loses a role with a dialog open is told so, and what they typed stays: %s',
  async (language) => {
    const ada = await suite.client('ada');
    const akira = await suite.client('akira');
    const { me } = (await akira.get<ModelAnswer>('/_/model')).body;
    const give = async (roles: readonly string[]): Promise<void> => {
      const { version } = (await ada.get<RecordBody>(`/api/user/${me.id}`)).body;
      const body = { roles, confirm: ['open_work'] };
      const answer = await ada.send('PATCH', `/api/user/${me.id}`, body, { 'if-match': `"${String(version)}"` });
      expect(answer.status).toBe(200);
    };
    await give(['agent']);
    const ticket = await createTicket(await suite.client('rita'));
    expect((await akira.send('POST', `/api/ticket/${ticket.id}/take`, {})).status).toBe(200);
    const { page, context } = await suite.visit({ as: 'akira', language });
    await open(page, `/tickets/${ticket.id}`);
    await page.locator('[data-nf-transition="wait"]').click();
    const text = page.locator('[data-nf-transition-dialog] textarea');
    await text.fill('Which floor?');
    await give([]);
    await page.locator('[data-nf-transition-dialog] [data-nf-save]').click();
    const refusal = page.locator('[data-nf-transition-dialog] [data-nf-error="out_of_sight"]').first();
    await refusal.waitFor();
    expect(await refusal.innerText()).toMatch(
      language === 'en' ? /or your roles have changed/ : /あなたのロールが変更された/,
    );
    expect(await text.inputValue()).toBe('Which floor?');
    await give(['agent']);
    await context.close();
  },
);
