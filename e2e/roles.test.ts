import { expect, test } from 'vitest';
import { open, settled } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { field, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

test('who may give roles gives them in the form of a person, among those that they may give, and nobody their own', async () => {
  const mona = await suite.visit({ as: 'mona' });
  const client = await suite.client('mona');
  const idOf = async (name: string): Promise<string> =>
    (await client.get<ListBody>(`/api/user?search=${name}&size=1`)).body.items[0]?.id ?? 'none';
  const rolesOf = async (id: string): Promise<unknown> =>
    (await client.get<{ roles: unknown }>(`/api/user/${id}`)).body.roles;
  const rita = await idOf('Rita');
  await open(mona.page, `/user/${rita}`);
  await mona.page.locator('[data-nf-edit]').click();
  const roles = field(mona.page, 'roles');
  expect((await roles.locator('label').allInnerTexts()).map((text) => text.trim())).toEqual(['Agent']);
  await roles.getByRole('checkbox').first().check();
  await submitButton(mona.page).click();
  await expect.poll(() => rolesOf(rita)).toEqual(['agent']);
  await open(mona.page, `/user/${await idOf('Mona')}`);
  await settled(mona.page);
  const edit = mona.page.locator('[data-nf-edit]');
  if ((await edit.count()) > 0) await edit.click();
  expect(await field(mona.page, 'roles').getByRole('checkbox').count()).toBe(0);
  await open(mona.page, '/people');
  await mona.page.locator('th[data-nf-field="roles"]').waitFor();
  await mona.context.close();
});
