// The conversation on a record: written, seen by others at once, answered by those it mentions.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { fill } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { teamTicket } from './harness/writes/record-writes.ts';

const suite = withProductAndBrowser();

test('what one writes another sees at once, is told of where they are mentioned, and reads inside only', async () => {
  const { id } = await teamTicket(suite, true);
  const { page: mona } = await suite.visit({ as: 'mona' });
  const { page: alan } = await suite.visit({ as: 'alan', language: 'ja', width: 360 });
  await open(mona, `/tickets/${id}`);
  await open(alan, `/tickets/${id}`);

  // a name is offered behind the sign; the keys choose it, and the draft stays over a reload
  await mona.locator('#nf-comment').pressSequentially('**Look** <b>here</b> @Alan');
  await mona.getByRole('option', { name: 'Alan Archer' }).waitFor();
  await mona.keyboard.press('Enter');
  expect(await mona.locator('#nf-comment').inputValue()).toBe('**Look** <b>here</b> @Alan Archer ');
  await mona.reload();
  await expect.poll(() => mona.locator('#nf-comment').inputValue()).toBe('**Look** <b>here</b> @Alan Archer ');
  expect(await axeViolations(mona)).toEqual([]);

  // a file is pasted into the text, another one is picked; both go with the comment
  await mona.locator('#nf-comment').evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['a log'], 'pasted.txt', { type: 'text/plain' }));
    box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  });
  const picked = { name: '図面 plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') };
  await mona.locator('[data-nf-file-picker="comment"]').setInputFiles(picked);
  await expect.poll(() => mona.locator('[data-nf-comment-form] [data-nf-file]').count()).toBe(2);

  // Enter that ends a conversion sends nothing; with Ctrl it sends
  const composing = { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true, cancelable: true };
  await mona.locator('#nf-comment').dispatchEvent('keydown', composing);
  expect(await mona.locator('[data-nf-comment]').count()).toBe(0);
  await mona.locator('#nf-comment').press('Control+Enter');
  await alan.locator('[data-nf-comment][data-nf-new] strong', { hasText: 'Look' }).waitFor();
  expect(await alan.locator('[data-nf-comment]').innerText()).toContain('<b>here</b>');
  expect(await alan.locator('[data-nf-updated]').count()).toBe(0);
  expect(await mona.locator('[data-nf-comment-form] [data-nf-file]').count()).toBe(0);

  // what is for colleagues only reaches no requester; a name that is typed whole mentions, too, and a sent comment says whom it mentions
  await mona.locator('[data-nf-internal]').check();
  await mona.locator('#nf-comment').fill('Between us. @Samir Haddad, and @Greta.');
  await mona.locator('#nf-comment').press('Control+Enter');
  await alan.locator('[data-nf-audience="internal"] [data-nf-named]', { hasText: 'Samir Haddad宛て' }).waitFor();
  expect(await axeViolations(alan)).toEqual([]);

  // changes and comments stand in one order, each also alone
  await mona.locator('[data-nf-filter="changes"]').click();
  expect(await mona.locator('[data-nf-comment]').count()).toBe(0);
  expect(await mona.locator('[data-nf-history]').count()).toBeGreaterThan(0);

  // the files of a comment are read by who reads it
  const arriving = alan.waitForEvent('download');
  await alan.locator('[data-nf-comment]').getByRole('link', { name: '図面 plan.txt' }).press('Enter');
  expect((await arriving).suggestedFilename()).toBe('図面 plan.txt');
  expect(await alan.locator('[data-nf-comment] [data-nf-file]').allInnerTexts()).toEqual([
    expect.stringContaining('pasted.txt'),
    expect.stringContaining('図面 plan.txt'),
  ]);
});

test('what was said since is found on "My work" and by the search, and is seen once it was looked at', async () => {
  const { id } = await teamTicket(suite, true);
  const mona = await suite.client('mona');
  const alan = await suite.client('alan');
  await alan.send('POST', `/_/conversation/ticket/${id}`, { follow: true });
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'The zeppelin has landed.' });
  const { page } = await suite.visit({ as: 'alan' });
  await open(page, '/_/home');
  await page.locator(`[data-nf-unread] [data-nf-record="${id}"] a`).click();
  await page.locator('[data-nf-comment][data-nf-new]').waitFor();
  await open(page, '/_/search?q=zeppelin');
  await page.locator('[data-nf-found-comments]', { hasText: 'The zeppelin has landed.' }).waitFor();
  expect(await page.locator('[data-nf-empty]').count()).toBe(0);
});

test('what is typed on while a comment is sent stays, and a changed comment is not left without a question', async () => {
  const { id } = await teamTicket(suite, true);
  const { page } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${id}`);
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/comments$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await free;
    return route.fulfill({ response });
  });
  const box = page.locator('#nf-comment');
  await box.fill('The first.');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/comments'));
  await box.press('Control+Enter');
  await sent;
  await box.pressSequentially(' And the second.');
  letGo();
  await expect.poll(() => box.inputValue()).toBe('And the second.');
  await expect
    .poll(() => page.locator('[data-nf-comment]').allInnerTexts())
    .toEqual([expect.stringMatching(/The first\.(?! And)/)]);

  // what is asked has the keys at once, and gives them back
  await page.locator('[data-nf-comment-action="take-back"]').press('Enter');
  await page.locator('[data-nf-comment] button:focus').press('Enter');
  await page.locator('[data-nf-comment-action="take-back"]:focus').waitFor();
  await page.locator('[data-nf-comment-action="edit"]').press('Enter');
  const edited = page.locator('[data-nf-comment] textarea');
  await page.locator('[data-nf-comment] textarea:focus').waitFor();
  await page.keyboard.type(' Go on');
  expect(await edited.inputValue()).toBe('The first. Go on');
  await edited.fill('The first.');
  await page.locator('[data-nf-comment] [data-nf-cancel]').press('Enter');
  await page.locator('[data-nf-comment-action="edit"]:focus').press('Enter');
  await edited.fill('The first, better.');
  await page.locator('[data-nf-comment] [data-nf-cancel]').click();
  await page.getByRole('dialog').locator('[data-autofocus]').click();
  expect(await edited.inputValue()).toBe('The first, better.');
  // a filter hides neither what is being changed nor what was just sent
  await page.locator('[data-nf-filter="changes"][aria-pressed="false"]').click();
  await page.locator('[data-nf-filter="changes"][aria-pressed="true"]').waitFor();
  expect(await edited.inputValue()).toBe('The first, better.');
  await box.fill('One more.');
  await box.press('Control+Enter');
  await page.locator('[data-nf-comment]', { hasText: 'One more.' }).waitFor();
  expect(await edited.inputValue()).toBe('The first, better.');
  // one question saves all that is open
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'Saved with the comment');
  await page.locator('nav a').first().click();
  await page.locator('[data-nf-leave-save]').click();
  await page.waitForURL((url) => !url.pathname.includes(id));
  await box.waitFor({ state: 'detached' });
  await page.goBack();
  await page.locator('[data-nf-comment]', { hasText: 'The first, better.' }).waitFor();
  await page.locator('h1', { hasText: 'Saved with the comment' }).waitFor();
});
