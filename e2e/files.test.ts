import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, resize } from './harness/browser.ts';
import { fail, FAILURES, said } from './harness/failing.ts';
import { control, errorsOf, field, fill, submitButton } from './harness/form.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: papers, languages: [en, ja], time_zone: Asia/Tokyo }
limits: { upload_bytes: 3000000 }
entities:
  note:
    title: name
    label: Note
    label_many: Notes
    fields:
      name: { type: string, required: true, label: Name }
      photo: { type: file, accept: [image/*], label: Picture }
      papers: { type: files, max: 3, label: Papers }
  memo:
    title: name
    comments: true
    fields: { name: { type: string, required: true }, papers: { type: files } }
roles:
  boss: { members: everyone, note: all, memo: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  notes: { path: /notes, list: note, columns: [name, papers] }
`;

const suite = withProductAndBrowser(() => startApplication({ 'app.yaml': SPECIFICATION, ...ADA }));

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

test('files are sent, go on after a lost connection, and are read on the page of the record', async () => {
  const { page } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/note/new');
  await fill(page, 'name', 'One');
  const papers = page.locator('[data-nf-file-picker="papers"]');
  let lost = 0;
  await page.route('**/api/_files/*?from=1000000', async (route) => {
    lost += 1;
    await (lost === 1 ? route.abort() : route.continue());
  });
  await papers.setInputFiles([text('図面 plan.txt', 'a plan'), text('long.txt', 'x'.repeat(2_500_000))]);
  await expect.poll(() => field(page, 'papers').locator('[data-nf-file]').count()).toBe(2);
  expect(lost).toBe(2);
  await papers.setInputFiles([text('huge.txt', 'x'.repeat(3_000_001))]);
  expect(await field(page, 'papers').getByRole('alert').innerText()).toContain('huge.txt');
  await page.locator('[data-nf-file-picker="photo"]').setInputFiles([text('lie.png', 'no picture')]);
  await expect.poll(() => field(page, 'photo').locator('[data-nf-file]').count()).toBe(1);
  // Said beside the file that it is about, before anything is sent.
  const refused = field(page, 'photo').locator('li', { hasText: 'lie.png' }).locator('[data-nf-file-refused]');
  await expect.poll(() => refused.innerText()).toBe('Files of this kind are not taken here.');
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'photo')).toEqual(['wrong_kind']);
  expect(await axeViolations(page)).toEqual([]);
  await page
    .locator('[data-nf-file-picker="photo"]')
    .setInputFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: PNG }]);
  await expect
    .poll(() => field(page, 'photo').locator('[data-nf-file]').allInnerTexts())
    .toEqual([expect.stringContaining('dot.png')]);
  await submitButton(page).click();
  await page.waitForURL(/\/note\/[0-9a-f-]{36}/);
  const link = page.getByRole('link', { name: '図面 plan.txt' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('図面 plan.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('a plan');
  expect(await axeViolations(page)).toEqual([]);
});

test.each([
  { language: 'en', width: 1280 },
  { language: 'ja', width: 360 },
] as const)(
  'a file is opened without a connection, and after the session has ended: the page says so beside it, and goes on ($language, $width px)',
  async ({ language, width }) => {
    const { page, context } = await suite.visit({ as: 'ada', language, width });
    await open(page, '/note/new');
    await fill(page, 'name', `Away ${language}`);
    await page
      .locator('[data-nf-file-picker="papers"]')
      .setInputFiles([text('plan.txt', 'a plan'), { name: 'dot.png', mimeType: 'image/png', buffer: PNG }]);
    await expect.poll(() => field(page, 'papers').locator('[data-nf-file]').count()).toBe(2);
    await submitButton(page).click();
    await page.waitForURL(/\/note\/[0-9a-f-]{36}/);
    const file = page.locator('[data-nf-file]', { hasText: 'plan.txt' });
    const signInAgain = async (): Promise<void> => {
      const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-nf-demo]') });
      await dialog.locator('[data-nf-demo]').click();
      await dialog.waitFor({ state: 'detached' });
    };
    await file.locator('a').waitFor();
    await context.setOffline(true);
    await file.locator('a').click();
    await file.getByRole('alert').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await context.setOffline(false);
    await context.clearCookies({ name: /session$/ });
    const arriving = page.waitForEvent('download');
    await file.locator('a').click();
    await signInAgain();
    expect((await arriving).suggestedFilename()).toBe('plan.txt');
    await file.getByRole('alert').waitFor({ state: 'detached' });

    // so does the large picture, which the page has not read yet; after a sign-in much is read again, so the page begins anew
    await open(page, page.url());
    const small = page.locator('[data-nf-preview] img');
    await expect.poll(() => small.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await context.clearCookies({ name: /session$/ });
    await page.locator('[data-nf-preview]').click();
    await signInAgain();
    await expect
      .poll(() => page.locator('[role="dialog"] img').evaluate((each) => (each as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await context.close();
  },
);

test('what is pasted and dropped is sent, and one that is taken out again is not saved', async () => {
  const { page } = await suite.visit({ as: 'ada', language: 'ja' });
  await open(page, '/note/new');
  await resize(page, 360, 740);
  await fill(page, 'name', 'Two');
  for (const type of ['paste', 'drop'])
    await field(page, 'papers')
      .locator('fieldset')
      .evaluate((area, kind) => {
        const data = new DataTransfer();
        data.items.add(new File(['by hand'], `${kind}.txt`, { type: 'text/plain' }));
        const how = { bubbles: true, cancelable: true };
        area.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...how, clipboardData: data })
            : new DragEvent('drop', { ...how, dataTransfer: data }),
        );
      }, type);
  await expect.poll(() => field(page, 'papers').locator('[data-nf-file]').count()).toBe(2);
  await field(page, 'papers').getByRole('button', { name: 'paste.txt' }).press('Enter');
  expect(await axeViolations(page)).toEqual([]);
  await submitButton(page).click();
  await page.waitForURL(/\/note\/[0-9a-f-]{36}/);
  await expect.poll(() => page.locator('[data-nf-field="papers"] a').allInnerTexts()).toEqual(['drop.txt']);
});

test.each([
  { name: 'the beginning', call: /\/api\/_files\?/, method: 'POST', language: 'en', width: 1280 },
  { name: 'a piece', call: /\/api\/_files\/[^/]+\?from=/, method: 'PATCH', language: 'ja', width: 360 },
] as const)('$name of a file that fails is said at its name, and goes on by a press', async (write) => {
  const { page, context } = await suite.visit({ as: 'ada', height: 600, ...write });
  await open(page, '/note/new');
  await fill(page, 'name', 'Three');
  await page.locator('[data-nf-file-picker="papers"]').waitFor({ state: 'attached' }); // its code comes late, and the first failure is offline
  const row = field(page, 'papers').locator('li');
  const found: Record<string, unknown> = {};
  const kinds = Object.entries(FAILURES);
  for (const [kind, failing] of kinds) {
    await fail(page, context, write, failing);
    await page.locator('[data-nf-file-picker="papers"]').setInputFiles([text(`${kind}.txt`, 'a plan')]);
    const { text: told, isInSight } = await said(page, '[data-nf-field="papers"] li [role="alert"]');
    if (failing === null) {
      await submitButton(page).click();
      await field(page, 'papers').locator('[data-nf-error="file_not_here"]').waitFor();
    }
    const reads = /undefined|\[object|\{\{/.test(told) || told.length < 10 ? told : 'a sentence';
    found[kind] = { isInSight, reads, typed: await control(page, 'name').inputValue() };
    await page.unroute(write.call);
    await context.setOffline(false);
    // what may pass is tried again without a press too, and can have gone on in this moment
    const again = row.locator('[role="alert"] button');
    if (failing !== null) await again.click({ timeout: 5000 }).catch(() => undefined);
    await row.locator('[data-nf-file]').waitFor();
    await row.getByRole('button').last().click();
    await expect.poll(() => row.count()).toBe(0);
  }
  expect(found).toEqual(
    Object.fromEntries(kinds.map(([kind]) => [kind, { isInSight: true, reads: 'a sentence', typed: 'Three' }])),
  );
  await context.close();
});

const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>endobj
4 0 obj<</Length 22>>stream
1 0 0 rg 0 0 300 200 re f
endstream endobj
trailer<</Root 1 0 R>>`);

test.each([
  { language: 'en', width: 1280, show: 'Show offer.pdf', none: 'cut.png' },
  { language: 'ja', width: 360, show: 'offer.pdfを表示', none: 'cut.png' },
] as const)('pictures and first pages show themselves ($language, $width)', async ({ show, none, ...how }) => {
  const { page } = await suite.visit({ as: 'ada', height: 800, ...how });
  await open(page, '/note/new');
  await fill(page, 'name', 'Four');
  await page.locator('[data-nf-file-picker="papers"]').setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: PNG },
    { name: 'offer.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: none, mimeType: 'image/png', buffer: PNG.subarray(0, 40) },
  ]);
  await expect.poll(() => field(page, 'papers').locator('[data-nf-file]').count()).toBe(3);
  await submitButton(page).click();
  await page.waitForURL(/\/note\/[0-9a-f-]{36}/);
  const drawn = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0));
  await expect.poll(() => drawn('[data-nf-preview] img')).toEqual([true, true]); // the third shows that it is a file, as before
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: show }).click();
  await expect.poll(() => drawn('[role="dialog"] img')).toEqual([true]);
  expect(await axeViolations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').locator('a[download]').click(),
  ]);
  expect(download.suggestedFilename()).toBe('offer.pdf');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('button', { name: show }).evaluate((each) => each === document.activeElement))
    .toBe(true);
});

test('a phone takes a picture with its camera, where pictures are taken, and says how much of it has arrived', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'ja', width: 360, height: 640 });
  await page.addInitScript(() => {
    const asked = matchMedia.bind(window);
    window.matchMedia = (query) => asked(query === '(pointer: coarse)' ? 'all' : query);
  });
  await open(page, '/note/new');
  await fill(page, 'name', 'Five');
  const camera = page.locator('[data-nf-camera="photo"]');
  await camera.waitFor({ state: 'attached' });
  expect([await camera.getAttribute('capture'), await camera.getAttribute('accept')]).toEqual([
    'environment',
    'image/*',
  ]);
  const opened = page.waitForEvent('filechooser');
  await field(page, 'photo').getByRole('button', { name: '写真を撮る' }).click();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/_files/*?from=1000000', async (route) => {
    await held;
    await route.continue();
  });
  const picture = Buffer.concat([PNG, Buffer.alloc(1_500_000)]);
  await (await opened).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
  const progress = field(page, 'photo').locator('progress');
  await expect.poll(() => progress.evaluate((each) => (each as HTMLProgressElement).value)).toBe(1_000_000);
  expect(await progress.getAttribute('aria-label')).toContain('dot.png');
  goOn();
  await expect.poll(() => field(page, 'photo').locator('[data-nf-file]').count()).toBe(1);
  await context.close();
});

test('a page or a drawing with scripts that is opened by its address is saved, and runs nothing here', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'en' });
  await open(page, '/note/new');
  await fill(page, 'name', 'Six');
  const script = 'window.hasRun = true; alert(document.cookie)';
  const names = ['evil.html', 'evil.svg', 'evil.xhtml'];
  await page.locator('[data-nf-file-picker="papers"]').setInputFiles([
    { name: 'evil.html', mimeType: 'text/html', buffer: Buffer.from(`<!doctype html><script>${script}</script>`) },
    {
      name: 'evil.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"/>`),
    },
    {
      name: 'evil.xhtml',
      mimeType: 'application/xhtml+xml',
      buffer: Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`),
    },
  ]);
  await expect.poll(() => field(page, 'papers').locator('[data-nf-file]').count()).toBe(3);
  await submitButton(page).click();
  await page.waitForURL(/\/note\/[0-9a-f-]{36}/);
  const links = page.locator('a[download]');
  await expect.poll(() => links.count()).toBe(3);
  const addresses = await links.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  const said: string[] = [];
  page.on('dialog', async (dialog) => {
    said.push(dialog.message());
    await dialog.dismiss();
  });
  const saved: string[] = [];
  for (const address of addresses) {
    const arriving = page.waitForEvent('download');
    await page.goto(address).catch(() => undefined); // a download is no page
    saved.push((await arriving).suggestedFilename());
    const drawn = await page.evaluate(async (url) => {
      const [frame, picture] = [document.createElement('iframe'), new Image()];
      [frame.src, picture.src] = [url, url];
      document.body.append(frame, picture);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return [picture.naturalWidth, 'hasRun' in window];
    }, address);
    expect([address, drawn]).toEqual([address, [0, false]]);
  }
  expect([saved.toSorted(), said]).toEqual([names.toSorted(), []]);
  await context.close();
});

/** Takes the contents with these bytes out of the folder in which they lie, with their previews. */
async function lose(contents: readonly Buffer[]): Promise<void> {
  const files = join(suite.product().data, 'files');
  for (const content of contents) {
    const hash = createHash('sha256').update(content).digest('hex');
    await rm(join(files, hash.slice(0, 2), hash));
  }
  await rm(join(files, 'previews'), { recursive: true, force: true });
}

test.each([
  { language: 'en', width: 1280, says: 'This file is not there any more. Reload the page' },
  { language: 'ja', width: 360, says: 'このファイルはもうありません。ページを再読み込みすると' },
] as const)(
  'a file that went meanwhile is said beside it: pressed, as a large picture, in a comment, and as the page opens ($language, $width px)',
  async ({ says, language, width }) => {
    const { page, context } = await suite.visit({ as: 'ada', language, width, height: 900 });
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    const own = (name: string) => Buffer.concat([PNG, Buffer.from(`${name} ${language}`)]);
    const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: own(name) });
    await open(page, '/memo/new');
    await fill(page, 'name', `Gone ${language}`);
    await page
      .locator('[data-nf-file-picker="papers"]')
      .setInputFiles([picture('dot.png'), text('plan.txt', `plan ${language}`)]);
    await expect.poll(() => field(page, 'papers').locator('[data-nf-file]').count()).toBe(2);
    await submitButton(page).click();
    await page.waitForURL(/\/memo\/[0-9a-f-]{36}/);
    await page.locator('[data-nf-file-picker="comment"]').setInputFiles([picture('beside.png')]);
    await page.locator('[data-nf-comment-form] [data-nf-file]').waitFor();
    await page.locator('#nf-comment').press('Control+Enter');
    await page.locator('[data-nf-comment] [data-nf-preview]').waitFor();
    const drawn = () =>
      page
        .locator('[data-nf-preview] img')
        .evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length);
    await expect.poll(drawn).toBe(2);

    await lose([own('dot.png'), own('beside.png'), Buffer.from(`plan ${language}`)]);
    const address = page.url();
    const at = (name: string) => page.locator('[data-nf-file]', { hasText: name });
    for (const name of ['plan.txt', 'beside.png']) {
      await at(name).locator('a').click();
      await expect.poll(() => at(name).getByRole('alert').innerText()).toContain(says);
    }
    await at('dot.png').locator('[data-nf-preview]').click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('alert').innerText()).toContain(says);
    expect(await dialog.locator('a[download]').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // who opens the page now sees no picture, and why
    await page.reload();
    for (const name of ['dot.png', 'beside.png'])
      await expect.poll(() => at(name).getByRole('alert').innerText()).toContain(says);
    expect(await at('plan.txt').getByRole('alert').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect([page.url(), saved]).toEqual([address, []]);
    await context.close();
  },
);
