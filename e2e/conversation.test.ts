// The conversation on a record: written, seen by others at once, answered by those it mentions.
import type { Page } from 'playwright-core';
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

test('a change of a comment is kept when its tab is closed, goes on there, and is gone once it is saved or given up', async () => {
  const { id } = await teamTicket(suite, true);
  const { page, context } = await suite.visit({ as: 'mona' });
  const kept = (on: Page): Promise<number> =>
    on.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft:')).length);
  await open(page, `/tickets/${id}`);
  await page.locator('#nf-comment').fill('As it was sent');
  await page.locator('#nf-comment').press('Control+Enter');
  await page.locator('[data-nf-comment-action="edit"]').click();
  await page.keyboard.type(', and more');
  await page.close();
  const again = await context.newPage();
  await open(again, `/tickets/${id}`);
  const box = again.locator('[data-nf-comment] textarea');
  await expect.poll(() => box.inputValue()).toBe('As it was sent, and more');
  expect(await box.evaluate((each) => document.activeElement === each)).toBe(false);
  // nothing was typed since, so that nothing is asked
  await again.locator('nav a[href="/loans"]').click();
  await again.waitForURL(/loans/);
  await again.goBack();
  await box.press('Control+End');
  await again.keyboard.type('!');
  await box.press('Control+Enter');
  await again.locator('[data-nf-comment]', { hasText: 'As it was sent, and more!' }).waitFor();
  await box.waitFor({ state: 'detached' });
  expect(await kept(again)).toBe(0);
  await again.locator('[data-nf-comment-action="edit"]').click();
  await again.keyboard.type(' Never mind');
  expect(await kept(again)).toBe(1);
  await again.locator('[data-nf-comment] [data-nf-cancel]').click();
  await again.getByRole('button', { name: 'Discard changes' }).click();
  await box.waitFor({ state: 'detached' });
  expect(await kept(again)).toBe(0);
  await context.close();
});

test.each([
  ['en', 'Quote', 'Without the quote', 'This comment was taken back.'],
  ['ja', '引用', '引用をやめる', 'このコメントは取り消されました。'],
] as const)(
  'what somebody wrote is quoted with the keys alone, and a quote says when it is gone (%s)',
  async (language, act, without, gone) => {
    const { id } = await teamTicket(suite, true);
    const mona = await suite.client('mona');
    const long = `First 髙橋 ${'x'.repeat(200)}`;
    await mona.send('POST', `/api/ticket/${id}/comments`, { text: long });
    await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'Inside only', internal: true });
    const { page } = await suite.visit({ as: 'alan', language, width: language === 'ja' ? 360 : 1280 });
    await open(page, `/tickets/${id}`);
    const said = (text: string) => page.locator('[data-nf-comment]', { hasText: text });
    const box = page.locator('#nf-comment');
    const quoted = page.locator('[data-nf-comment-form] blockquote');
    const quote = async (text: string): Promise<void> => {
      await said(text).locator('[data-nf-comment-action="quote"]').focus();
      expect(await page.locator(':focus').innerText()).toContain(act);
      await page.keyboard.press('Enter');
      await page.locator('#nf-comment:focus').waitFor();
    };

    // what is quoted stands above the text, cut where it is long, and goes with the keys, which go on in the text
    await quote('First');
    expect((await quoted.innerText()).startsWith(long.slice(0, 140))).toBe(true);
    expect(await quoted.innerText()).not.toContain(long.slice(0, 141));
    await page.keyboard.press('Shift+Tab');
    expect(await page.locator(':focus').innerText()).toBe(without);
    await page.keyboard.press('Enter');
    await quoted.waitFor({ state: 'detached' });
    await page.locator('#nf-comment:focus').waitFor();

    // it is there after a reload, and goes with the comment
    await quote('First');
    await page.keyboard.type(`Answer ${language}`);
    await page.reload();
    await quoted.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await box.press('Control+Enter');
    await said(`Answer ${language}`).locator('blockquote', { hasText: 'First 髙橋' }).waitFor();
    await quoted.waitFor({ state: 'detached' });

    // who quotes what is for colleagues only writes for them only
    await quote('Inside only');
    expect(await page.locator('[data-nf-internal]').isChecked()).toBe(true);
    await page.keyboard.type(`Between us ${language}`);
    await page.keyboard.press('Control+Enter');
    await said(`Between us ${language}`).and(page.locator('[data-nf-audience="internal"]')).waitFor();

    // the quote of a comment that is taken back says so and shows nothing of it
    const { body } = await mona.send('GET', `/api/ticket/${id}/comments`);
    const { items } = body as { readonly items: readonly { readonly id: string; readonly text: string }[] };
    const first = items.find(({ text }) => text.startsWith('First'));
    await mona.send('DELETE', `/api/ticket/${id}/comments/${first?.id ?? ''}`);
    await said(`Answer ${language}`).locator('blockquote', { hasText: gone }).waitFor();
    expect(await page.locator('[data-nf-conversation]').innerText()).not.toContain('髙橋');
  },
);
