// What people are told: the bell counts while they look, the list leads to the record, and each chooses for themselves.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { teamTicket } from './harness/writes/record-writes.ts';

const suite = withProductAndBrowser();

test('the bell counts at once, the list is read by keyboard, and a person chooses what they are told', async () => {
  const { id } = await teamTicket(suite, true);
  const mona = await suite.client('mona');
  const alan = await suite.client('alan');
  await alan.send('POST', `/_/conversation/ticket/${id}`, { follow: true });
  const { page } = await suite.visit({ as: 'alan', language: 'en' });
  await open(page, '/_/inbox');
  const count = page.locator('[data-nf-bell-count]');
  await count.waitFor({ state: 'attached' });
  const counted = async (): Promise<number> => Number(await count.getAttribute('data-nf-bell-count'));
  const before = await counted();
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'One' });
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'Two' });
  await expect.poll(counted).toBe(before + 1);
  const row = page.locator(`[data-nf-notification="comment"][data-nf-record="${id}"]`);
  await expect.poll(() => row.innerText()).toContain('wrote a comment 2 times');
  expect(await axeViolations(page)).toEqual([]);

  // to the record by keyboard, which reads the entry; it can be made unread again
  await page.keyboard.press('j');
  await expect
    .poll(() =>
      row
        .locator('a')
        .first()
        .evaluate((link) => link === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.press('Enter');
  await page.locator(`main [data-nf-comment]`).first().waitFor();
  await expect.poll(counted).toBe(before);
  await page.goBack();
  await row.locator('[data-nf-mark]').click();
  await expect.poll(counted).toBe(before + 1);
  await page.locator('[data-nf-read-all]').click();
  await expect.poll(counted).toBe(0);

  // the page of the record reads it too, however the reader came there; what comes while it is open stays unread
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'Three' });
  await expect.poll(counted).toBe(1);
  await open(page, `/tickets/${id}`);
  await expect.poll(counted).toBe(0);
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'Four' });
  await expect.poll(counted).toBe(1);
  await open(page, '/_/inbox');
  await page.locator('[data-nf-read-all]').click();

  await open(page, '/_/inbox/choices');
  const chosen = page.locator('[data-nf-choice="comment"]');
  await chosen.getByRole('checkbox').click();
  await chosen.locator('output', { hasText: 'Saved' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'Five' });
  await open(page, '/_/inbox?unread=true');
  await page.locator('[data-nf-empty]').waitFor();
});
