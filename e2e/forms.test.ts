import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import { control, errorsOf, field, fill, pick, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { categoryOf } from './harness/tickets.ts';
import type { ListBody, ProblemBody } from './harness/client.ts';

const suite = withProductAndBrowser();
const unique = (): string => `Lamp ${Math.random().toString(36).slice(2, 10)}`;

test('A33 leaving an empty required field says nothing; sending does', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await control(page, 'subject').focus();
  await page.keyboard.press('Tab');
  expect(await page.locator('main [data-nf-error]').count()).toBe(0);
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'subject')).toEqual(['required']);
  await context.close();
});

test('A34 sending with errors: the summary has the focus, the title says so, each link leads to its field, the words are the same', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await submitButton(page).click();
  const summary = page.locator('[data-nf-summary]');
  await summary.waitFor();
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  const links = summary.locator('a');
  const fields = ['category', 'subject'];
  expect(await links.count()).toBe(fields.length);
  for (const id of fields) {
    const inline = (await field(page, id).locator('[data-nf-error]').first().innerText()).trim();
    const link = links.filter({ hasText: inline });
    expect(await link.allInnerTexts()).toEqual([inline]);
    await link.click();
    await expect.poll(() => control(page, id).evaluate((input) => input === document.activeElement)).toBe(true);
  }
  await context.close();
});

test('A35 correcting a field takes its error away while typing', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'subject')).toEqual(['required']);
  await control(page, 'subject').pressSequentially('L');
  await expect.poll(() => errorsOf(page, 'subject')).toEqual([]);
  await context.close();
});

test('A36 what the server finds in a line marks that row; what belongs to no field stands in the summary', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk/new');
  await pick(page, 'category', (await categoryOf(await suite.client('alan'), true)).title);
  await fill(page, 'subject', unique());
  await fill(page, 'cost', '100');
  for (const line of [0, 1]) {
    await field(page, 'lines').getByRole('button', { name: 'Add' }).click();
    await fill(page, `lines[${line}].item`, 'Lamp');
    await fill(page, `lines[${line}].price`, '20');
  }
  await page.route('**/api/ticket', (route) => route.fulfill(refusal('invalid', 422, ['lines[1].qty', 'nowhere'])));
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'lines[1].qty')).toEqual(['too_big']);
  expect(await errorsOf(page, 'lines[0].qty')).toEqual([]);
  const summary = page.locator('[data-nf-summary]');
  expect(await summary.locator('li').count()).toBe(2);
  expect(await summary.locator('li a').count()).toBe(1);
  await context.close();
});

/** An answer that the server does not give for this form: problem+json with one `too_big` per path. */
function refusal(code: string, status: number, paths: readonly string[]) {
  const errors = paths.map((path) => ({ path, code: 'too_big', params: { max: 1 } }));
  const body = { type: `/_/errors/${code}`, title: '', status, code, params: {}, request_id: 'r1', errors };
  return { status, contentType: 'application/problem+json', body: JSON.stringify(body) };
}

test('A37 required has a visible word and aria-required', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  expect(await control(page, 'subject').getAttribute('aria-required')).toBe('true');
  expect(await field(page, 'subject').innerText()).toMatch(/required/i);
  expect(await control(page, 'details').getAttribute('aria-required')).not.toBe('true');
  await context.close();
});

test('A38 the button is never disabled, and a double click makes one record', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  await open(page, '/ask');
  expect(await submitButton(page).isEnabled()).toBe(true);
  const subject = unique();
  await pick(page, 'category', (await categoryOf(rita)).title);
  await fill(page, 'subject', subject);
  await submitButton(page).dblclick();
  await page.locator('[data-nf-screen="ticket"]').waitFor();
  const found = await rita.get<ListBody>(`/api/ticket?search=${encodeURIComponent(subject)}&total=exact`);
  expect(found.body.total).toBe(1);
  await context.close();
});

test('A28 leaving an edited form asks; an unchanged or reverted one does not; a reload warns', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const leave = (): Promise<void> => page.locator('[data-nf-nav="my_requests"]').click();
  await open(page, '/ask');
  await leave();
  await page.locator('[data-nf-screen="my_requests"]').waitFor();

  await open(page, '/ask');
  await fill(page, 'subject', 'Half a sen');
  await leave();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).pathname).toBe('/ask');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await control(page, 'subject').inputValue()).toBe('Half a sen');

  const warned = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    }),
  );
  await page.evaluate(() => setTimeout(() => location.reload()));
  expect(await warned).toBe('beforeunload');

  await fill(page, 'subject', '');
  await leave();
  await page.locator('[data-nf-screen="my_requests"]').waitFor();
  await context.close();
});

test.each([
  ['isComposing', { isComposing: true, keyCode: 13 }, 0],
  ['keyCode 229', { isComposing: false, keyCode: 229 }, 0],
  ['none', { isComposing: false, keyCode: 13 }, 1],
])('A41 the Enter that confirms a conversion (%s) sends nothing, where Enter sends', async (_, event, expected) => {
  const { page, context } = await suite.visit({});
  let sent = 0;
  await page.route('**/_/session', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    return route.abort();
  });
  await open(page, '/_/sign-in');
  await page.locator('input[type="password"]').fill('かめら');
  const email = page.locator('input[type="email"]');
  await email.fill('rita@example.test');
  await email.evaluate((input, init) => {
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
    Object.defineProperty(key, 'keyCode', { value: init.keyCode });
    if (input.dispatchEvent(key) && input instanceof HTMLInputElement) input.form?.requestSubmit();
  }, event);
  await page.waitForTimeout(300);
  expect(sent).toBe(expected);
  await context.close();
});

test('A48 offline: a banner, saving is refused with its reason, the text stays; online again the banner goes', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await pick(page, 'category', (await categoryOf(await suite.client('rita'))).title);
  await fill(page, 'subject', 'Typed on a train');
  await context.setOffline(true);
  await page.locator('[data-nf-error="offline"]').first().waitFor();
  await submitButton(page).click();
  await page.locator('main [data-nf-error="offline"]').first().waitFor();
  expect(await control(page, 'subject').inputValue()).toBe('Typed on a train');
  await page.locator('[data-nf-draft-kept]').waitFor();
  await context.setOffline(false);
  await expect.poll(() => page.locator('[role="status"] [data-nf-error="offline"]').count()).toBe(0);
  expect(await control(page, 'subject').inputValue()).toBe('Typed on a train');
  await context.close();
});

test('A49 a session that ended before saving: sign-in over the page, one more call, one record, nothing typed is lost', async () => {
  const { page, context, account } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  const subject = unique();
  await open(page, '/ask');
  await pick(page, 'category', (await categoryOf(rita)).title);
  await fill(page, 'subject', subject);
  const session = (await context.cookies()).find((one) => one.httpOnly);
  await context.clearCookies({ name: session?.name ?? '' });
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/ticket'))
      answers.push(response.status());
  });
  await submitButton(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator(`[data-nf-demo="${account?.id}"]`).waitFor();
  expect(await control(page, 'subject').inputValue()).toBe(subject);
  await dialog.locator(`[data-nf-demo="${account?.id}"]`).click();
  await page.locator('[data-nf-screen="ticket"]').waitFor();
  expect(answers).toEqual([401, 201]);
  const found = await rita.get<ListBody>(`/api/ticket?search=${encodeURIComponent(subject)}&total=exact`);
  expect(found.body.total).toBe(1);
  await context.close();
});

test('seed: forms are validated by the declared schemas, with the same verdict in the browser and on the server', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  await open(page, '/ask');
  const cases = [
    { subject: '', details: '', expected: ['required'] },
    { subject: 'x'.repeat(121), details: '', expected: ['too_long'] },
  ];
  const category = await categoryOf(rita);
  await pick(page, 'category', category.title);
  let calls = 0;
  page.on(
    'request',
    (request) => (calls += request.method() === 'POST' && request.url().endsWith('/api/ticket') ? 1 : 0),
  );
  for (const { subject, details, expected } of cases) {
    await fill(page, 'subject', subject);
    await fill(page, 'details', details);
    await submitButton(page).click();
    await expect.poll(() => errorsOf(page, 'subject')).toEqual(expected);
    const answer = await rita.send<ProblemBody>('POST', '/api/ticket', { subject, details, category: category.id });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((one) => [one.path, one.code])).toEqual(expected.map((code) => ['subject', code]));
  }
  expect(calls).toBe(0);
  await context.close();
});

test('a rule that fails in the browser is the rule that fails on the server', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  const category = await categoryOf(rita);
  await open(page, '/ask');
  await pick(page, 'category', category.title);
  await fill(page, 'subject', unique());
  await control(page, 'priority').click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'details')).toEqual(['ticket.urgent_needs_details']);
  const answer = await rita.send<ProblemBody>('POST', '/api/ticket', {
    subject: 'A',
    category: category.id,
    priority: 'urgent',
  });
  expect(answer.body.errors.map((one) => [one.path, one.code])).toEqual([['details', 'ticket.urgent_needs_details']]);
  await context.close();
});

test.each([
  ['en', 'Details: empty', 'Priority: Urgent'],
  ['ja', '内容：未入力', '優先度：緊急'],
] as const)(
  'in %s a refused save says beside its message what decided it, before anything is sent',
  async (language, ...seen) => {
    const { page, context } = await suite.visit({ as: 'rita', language });
    const rita = await suite.client('rita', language);
    let calls = 0;
    await page.route('**/api/ticket', (route) => {
      calls += route.request().method() === 'POST' ? 1 : 0;
      return route.continue();
    });
    await open(page, '/ask');
    await pick(page, 'category', (await categoryOf(rita)).title);
    await fill(page, 'subject', unique());
    await control(page, 'priority').click();
    await page.getByRole('option').nth(3).click();
    await submitButton(page).click();
    const values = field(page, 'details').locator('[data-nf-error] [data-nf-seen] > div');
    await expect.poll(() => values.allInnerTexts()).toHaveLength(2);
    expect((await values.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, language === 'ja' ? '' : ' '))).toEqual(
      seen,
    );
    expect(calls).toBe(0);
    await context.close();
  },
);

test.each([
  [1280, 900],
  [1280, 500],
  [844, 390],
  [390, 320],
] as const)(
  'seed: the box of a select menu is at most 300 high and inside a window of %d × %d',
  async (width, height) => {
    const { page, context } = await suite.visit({ as: 'alan', width, height });
    await open(page, '/desk/new');
    for (const id of ['category', 'requester', 'priority']) {
      await control(page, id).click();
      const menu = page.getByRole('listbox').last();
      await menu.getByRole('option').nth(3).waitFor();
      await expect
        .poll(async () => {
          const box = await boxAround(menu);
          return box.top >= 0 && box.bottom <= height && box.height > 60 && box.height <= 300 ? 'inside' : box;
        })
        .toBe('inside');
      await page.keyboard.press('Escape');
    }
    await context.close();
  },
);

/** The box of a select menu: its options with the padding and the border around them. */
function boxAround(menu: Locator): Promise<{ top: number; bottom: number; height: number }> {
  return menu.evaluate((list) => {
    const { top, bottom, height } = (list.closest('[class*="-dropdown"]') ?? list).getBoundingClientRect();
    return { top, bottom, height };
  });
}

test('seed: the page sends and expects JSON and puts the cookie’s anti-forgery value into the header', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await pick(page, 'category', (await categoryOf(await suite.client('rita'))).title);
  await fill(page, 'subject', unique());
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/ticket'));
  await submitButton(page).click();
  const request = await sent;
  const headers = await request.allHeaders();
  const cookie = (await context.cookies()).find((one) => one.name === 'service_desk_xsrf');
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['accept']).toMatch(/application\/json/);
  expect(cookie?.value).toBeTruthy();
  expect(headers['x-xsrf-token']).toBe(decodeURIComponent(cookie?.value ?? ''));
  expect((await request.response())?.status()).toBe(201);
  await context.close();
});

test('a length that comes near its limit is counted while typing; a value that nobody typed says so until it is changed', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ticket/new');
  const counter = field(page, 'subject').locator('[data-nf-length]');
  await control(page, 'subject').fill('😀'.repeat(95));
  expect(await counter.count()).toBe(0);
  await control(page, 'subject').fill('😀'.repeat(96));
  await expect.poll(() => counter.innerText()).toBe('96 of 120 characters');
  const filledIn = field(page, 'priority').locator('[data-nf-default]');
  expect(await filledIn.count()).toBe(1);
  await control(page, 'priority').click();
  await page.getByRole('option', { name: 'High' }).click();
  await expect.poll(() => filledIn.count()).toBe(0);
  await context.close();
});

test('a rule that was kept in the browser and broken on the server is reported as drift', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const refusal = {
    ...{ type: '/_/errors/invalid', title: 'x', status: 422, code: 'invalid', params: {}, request_id: 'r' },
    errors: [{ path: 'details', code: 'ticket.urgent_needs_details', params: {} }],
  };
  await page.route('**/api/ticket', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(refusal) })
      : route.continue(),
  );
  await open(page, '/ask');
  await fill(page, 'subject', 'A lamp');
  await pick(page, 'category', (await categoryOf(await suite.client('rita'))).title);
  const report = page.waitForRequest((request) => request.url().includes('/_/intake/'));
  await submitButton(page).click();
  expect((await report).postData()).toContain('ticket.urgent_needs_details');
  await expect.poll(() => errorsOf(page, 'details')).toEqual(['ticket.urgent_needs_details']);
  await context.close();
});

test.each(['en', 'ja'] as const)(
  'Enter in a line of a form with several fields sends nothing (%s)',
  async (language) => {
    const { page, context } = await suite.visit({ as: 'rita', language });
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await open(page, '/ask');
    await fill(page, 'subject', 'Half a sentence');
    await control(page, 'subject').press('Enter');
    await control(page, 'subject').press('Enter');
    await page.locator('[data-nf-draft-kept]').waitFor();
    expect(sent.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(await page.locator('[data-nf-error]').count()).toBe(0);
    await control(page, 'subject').press('Control+Enter');
    await page.locator('[data-nf-error]').first().waitFor();
    await context.close();
  },
);

test('a press on the button counts where the message of the field before moves the button away', async () => {
  const { page, context } = await suite.visit({ as: 'rita', height: 800 });
  await open(page, '/ask');
  await fill(page, 'subject', 'x'.repeat(130));
  await submitButton(page).click();
  await page.locator('[data-nf-summary]').waitFor();
  await fill(page, 'subject', unique());
  await control(page, 'details').fill('y '.repeat(3000));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const { x = 0, y = 0, width = 0, height = 0 } = (await submitButton(page).boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.up();
  const summary = page.locator('[data-nf-summary]');
  await expect.poll(() => summary.locator('a').count()).toBe(2);
  expect(await summary.innerText()).not.toContain('Subject');
  await context.close();
});

test.each([360, 1280])('a text without spaces stays within its box (%i pixels wide)', async (width) => {
  const { page, context } = await suite.visit({ as: 'rita', width });
  await open(page, '/ask');
  await control(page, 'details').fill(`https://example.test/${'a'.repeat(6000)}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await context.close();
});

test('a field that is left by pressing a button says what is wrong after the click, so that nothing moves under the pointer', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await control(page, 'subject').fill('a'.repeat(130));
  await submitButton(page).hover();
  await page.mouse.down();
  await expect.poll(() => control(page, 'subject').evaluate((input) => input === document.activeElement)).toBe(false);
  expect(await errorsOf(page, 'subject')).toEqual([]);
  await page.mouse.up();
  await expect.poll(() => errorsOf(page, 'subject')).toEqual(['too_long']);
  await page.locator('[data-nf-summary]').waitFor();
  await context.close();
});

test('a draft that was sent without an answer is sent again as the same, with what was confirmed', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const subject = `Urgent: ${unique()}`;
  await open(page, '/ask');
  await pick(page, 'category', (await categoryOf(await suite.client('rita'), false)).title);
  await fill(page, 'subject', subject);
  await submitButton(page).click();
  const warnings = page.locator('[data-nf-error="ticket.subject_says_urgent"]');
  await warnings.waitFor();
  await page.route('**/api/ticket', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.locator('section', { has: warnings }).getByRole('button').last().click();
  await page.locator('[data-nf-action-failure]').waitFor();
  await page.unroute('**/api/ticket');
  await page.reload();
  await page.locator('[data-nf-draft-restore]').click();
  await expect.poll(() => control(page, 'subject').inputValue()).toBe(subject);
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/ticket'),
  );
  await submitButton(page).click();
  expect((await sent).status()).toBe(201);
  const found = await (await suite.client('rita')).get<ListBody>(`/api/ticket?search=${encodeURIComponent(subject)}`);
  expect(found.body.items.map((item) => item['subject'])).toEqual([subject]);
  await context.close();
});

test('a correction after a lost answer makes no second record, and leads to the first', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const subject = unique();
  await open(page, '/ask');
  await pick(page, 'category', (await categoryOf(await suite.client('rita'), false)).title);
  await fill(page, 'subject', subject);
  await page.route('**/api/ticket', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submitButton(page).click();
  await page.locator('[data-nf-action-failure]').waitFor();
  await page.unroute('**/api/ticket');
  await fill(page, 'subject', `${subject}, corrected`);
  await submitButton(page).click();
  const link = page.locator('[data-nf-created] a');
  await link.waitFor();
  expect(await link.innerText()).toContain(subject);
  const client = await suite.client('rita');
  const found = await client.get<ListBody>(`/api/ticket?search=${encodeURIComponent(subject)}`);
  expect(found.body.items.map((item) => item['subject'])).toEqual([subject]);
  await context.close();
});
