// E-mail as people meet it: what the mail server gets leads to the record, also to one that waits for an approval, and can be stopped.
import { afterAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startMailServer, type MailServer, type Received } from '../packages/server/src/testing/mail-server.ts';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { startDemo } from './harness/demo-data.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { teamTicket } from './harness/writes/record-writes.ts';

let mails: MailServer | null = null;
const suite = withProductAndBrowser(async () => {
  mails = await startMailServer();
  return startDemo({ env: { NINEFOLD_SMTP: mails.setting } });
});
afterAll(() => mails?.close());

const got = (): readonly Received[] => mails?.received ?? [];

/** An operator sends all that waits, without waiting for what else might happen. */
async function sendAll(page: Page): Promise<void> {
  await open(page, '/_/operate');
  const first = page.locator('[data-nf-mail-state="waiting"] [data-nf-act="again"]').first();
  const count = (): Promise<number> => page.locator('[data-nf-mail-state="waiting"]').count();
  await first.waitFor();
  for (let left = await count(); left > 0; left = await count()) {
    const id = await page.locator('[data-nf-mail-state="waiting"]').first().getAttribute('data-nf-mail');
    await first.click();
    await page.locator(`[data-nf-mail="${String(id)}"]`).waitFor({ state: 'detached' });
  }
}

test('a solved request is mailed to who asked; its links lead to the record after the sign-in, and stop such mail', async () => {
  const ticket = await teamTicket(suite, true);
  const mona = await suite.client('mona');
  const found = await mona.get<{ requester: { id: string } }>(`/api/ticket/${ticket.id}`);
  const rita = await suite.client('rita');
  const asked = await rita.send<{ id: string }>('POST', '/api/ticket', {
    category: (await mona.get<{ category: { id: string } }>(`/api/ticket/${ticket.id}`)).body.category.id,
    subject: 'The lamp flickers',
  });
  expect(found.status).toBe(200);
  await mona.send('POST', `/api/ticket/${asked.body.id}/take`, {});
  await mona.send('POST', `/api/ticket/${asked.body.id}/resolve`, { solution: 'A new lamp' });
  const ada = await suite.visit({ as: 'ada', language: 'en' });
  await open(ada.page, '/_/operate');
  const row = ada.page.locator('[data-nf-mail]', { hasText: 'Rita Romero' }).first();
  await row.locator('[data-nf-act="show"]').click();
  // she looks after the application, and may not read requests
  const dialog = ada.page.getByRole('dialog');
  await dialog.getByText('Hello Rita Romero').waitFor();
  expect(await dialog.innerText()).not.toContain('lamp');
  expect(await axeViolations(ada.page)).toEqual([]);
  await ada.page.keyboard.press('Escape');
  await sendAll(ada.page);
  const mailOf = () => got().find(({ to, mail }) => to[0] === 'rita@example.test' && mail.subject?.includes('lamp'));
  await expect.poll(() => mailOf()?.mail.subject).toContain('The lamp flickers');
  const text = mailOf()?.mail.text ?? '';

  const reader = await suite.visit({ language: 'en' });
  await reader.page.goto(/http\S+\/tickets\/\S+/.exec(text)?.[0] ?? '');
  await reader.page.locator('[data-nf-demo]', { hasText: 'Rita Romero' }).click();
  await expect.poll(() => reader.page.locator('h1').innerText()).toContain('The lamp flickers');
  await reader.context.close();

  const stopping = await suite.visit({ language: 'en' });
  await stopping.page.goto(/http\S+\/_\/stop\/\S+/.exec(text)?.[0] ?? '');
  const button = stopping.page.locator('[data-nf-stop]');
  await button.waitFor();
  expect(await axeViolations(stopping.page)).toEqual([]);
  await stopping.page.route('**/_/stop/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await button.click();
  await stopping.page.locator('[data-nf-error]').waitFor();
  await stopping.page.unroute('**/_/stop/*');
  await button.click();
  await stopping.page.locator('[data-nf-stopped="true"]').waitFor();
  await stopping.context.close();
  const { items } = (await rita.get<{ items: readonly { kind: string; mail: string }[] }>('/_/notifications/choices'))
    .body;
  expect(items.find(({ kind }) => kind === 'told')?.mail).toBe('never');
  await ada.context.close();
});
