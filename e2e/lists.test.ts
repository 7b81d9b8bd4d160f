import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, settled, withoutRows } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { stopClock } from './harness/clock.ts';
import { fill, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

/** Ids of the records on the page, from top to bottom. */
async function rows(page: Page): Promise<readonly string[]> {
  await settled(page);
  return page
    .locator('main table [data-nf-record]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-nf-record') ?? ''));
}

const isFocused = (element: Element): boolean => element === document.activeElement;

const query = (page: Page): string => new URL(page.url()).search;

test('A1 seed: an address with filter, sort and page shows the same rows in another profile', async () => {
  const first = await suite.visit({ as: 'mona' });
  await open(first.page, '/tickets?f.state=in:new,open&sort=due&page=2&size=25');
  const ids = await rows(first.page);
  expect(ids.length).toBe(25);
  const chips = await first.page.locator('[data-nf-chip]').allInnerTexts();
  const second = await suite.visit({ as: 'mona' });
  await open(second.page, first.page.url());
  expect(await rows(second.page)).toEqual(ids);
  expect(await second.page.locator('[data-nf-chip]').allInnerTexts()).toEqual(chips);
  expect(chips.length).toBe(1);
  // A page past the end leads to the last that has records.
  await open(second.page, '/tickets?f.state=in:new,open&sort=due&page=999&size=25');
  await expect.poll(() => query(second.page)).toMatch(/page=[2-9]\b/);
  await expect.poll(async () => (await rows(second.page)).length).toBeGreaterThan(0);
  // A state that there is not is no name for one.
  await open(second.page, '/tickets?f.state=in:nosuch');
  await expect.poll(() => second.page.locator('[data-nf-chip]').allInnerTexts()).toEqual(['State is not known']);
  await first.context.close();
  await second.context.close();
});

test('A2 seed: sort, page and search change the address; a reload gives the same rows; Back undoes each', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets');
  const start = await rows(page);
  const states = [{ search: query(page), ids: start }];
  const changed = async (act: () => Promise<void>): Promise<void> => {
    const before = query(page);
    await act();
    await expect.poll(() => query(page)).not.toBe(before);
    await expect.poll(async () => JSON.stringify(await rows(page))).not.toBe(JSON.stringify(states.at(-1)?.ids));
    states.push({ search: query(page), ids: await rows(page) });
  };
  await changed(() => page.locator('th[data-nf-field="subject"] button').first().click());
  await changed(() => page.getByRole('button', { name: 'Next page' }).click());
  await changed(async () => {
    await page.getByRole('searchbox').fill('printer');
    await page.keyboard.press('Enter');
  });
  await page.reload();
  expect(await rows(page)).toEqual(states.at(-1)?.ids);
  for (const state of states.slice(0, -1).toReversed()) {
    await page.goBack();
    await expect.poll(() => query(page)).toBe(state.search);
    await expect.poll(() => rows(page)).toEqual(state.ids);
  }
  await context.close();
});

test('a list searches when typing pauses, leaves the box as it is, and takes nothing that an input method converts', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja' });
  await open(page, '/tickets');
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/ticket' && url.searchParams.has('search'))
      asked.push(url.searchParams.get('search') ?? '');
  });
  const box = page.getByRole('searchbox');
  await box.focus();
  await page.keyboard.insertText('pri');
  await expect.poll(() => query(page)).toBe('?search=pri');
  await expect.poll(() => asked).toEqual(['pri']);
  const before = await page.evaluate(() => history.length);
  await page.keyboard.insertText('nter ');
  await expect.poll(() => query(page)).toBe('?search=printer');
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await box.inputValue()).toBe('printer ');
  await expect.poll(() => asked).toEqual(['pri', 'printer']);
  expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'ぷりん', selectionStart: 3, selectionEnd: 3 });
  await page.locator('main [data-nf-record]').first().waitFor();
  // Longer than the pause after which a search begins: nothing may happen.
  await page.waitForTimeout(600);
  expect(asked).toEqual(['pri', 'printer']);
  // the Esc that drops a conversion empties no search
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', windowsVirtualKeyCode: 229 });
  expect(await box.inputValue()).toBe('printer ぷりん');
  await input.send('Input.insertText', { text: 'プリン' });
  await expect.poll(() => asked.at(-1)).toBe('printer プリン');
  await page.goBack();
  await expect.poll(() => query(page)).toBe('');
  expect(await box.inputValue()).toBe('');

  // nor does a filter
  await page.locator('[data-nf-add-filter]').click();
  await page.locator('[data-nf-filter="subject"]').click();
  await page.locator('[data-nf-filter-form] input:not([type="radio"])').focus();
  await input.send('Input.imeSetComposition', { text: 'ぷりん', selectionStart: 3, selectionEnd: 3 });
  await page.waitForTimeout(600);
  expect(query(page)).toBe('');
  await input.send('Input.insertText', { text: 'プリン' });
  await expect.poll(() => decodeURIComponent(query(page))).toBe('?f.subject=has:プリン');
  await context.close();
});

test.each([
  { language: 'en', leave: 'close' },
  { language: 'ja', leave: 'close' },
  { language: 'ja', leave: 'outside' },
] as const)(
  'what is typed in the filters of a phone and cannot be read is said before it is dropped ($language, $leave)',
  async ({ language, leave }) => {
    const { page, context } = await suite.visit({ as: 'mona', language, width: 360 });
    await open(page, '/tickets');
    const sheet = page.getByRole('dialog');
    const goAway = (): Promise<void> =>
      leave === 'close' ? sheet.locator('header button').click() : page.mouse.click(180, 20);
    await page.locator('[data-nf-add-filter]').click();
    await page.locator('[data-nf-filter="created_at"]').click();
    const box = page.locator('[data-nf-filter-form] input:not([type="radio"])').first();
    await box.fill('soonish');
    await goAway();
    await sheet.locator('[aria-invalid="true"]').first().waitFor();
    expect(await box.inputValue()).toBe('soonish');
    expect(await axeViolations(page)).toEqual([]);
    await goAway();
    await expect.poll(() => sheet.count()).toBe(0);
    expect(query(page)).toBe('');
    await context.close();
  },
);

test.each([
  { as: 'mona', path: '/tickets', language: 'en' },
  { as: 'mona', path: '/tickets', language: 'ja' },
  { as: 'alan', path: '/desk', language: 'en' },
] as const)('a full table shows whole names in rows of 40 pixels ($path, $language)', async ({ path, ...how }) => {
  const { page, context } = await suite.visit({ ...how, width: 1280, height: 800 });
  await open(page, path);
  await settled(page);
  const names = page.locator('main tr[data-nf-record] [data-initials]');
  expect(await names.count()).toBeGreaterThan(20);
  const cut = await names.evaluateAll((all) =>
    all.flatMap((name) => {
      const box = name.closest<HTMLElement>('[data-label]');
      return box !== null && box.scrollHeight <= box.clientHeight + 1 ? [] : [name.textContent];
    }),
  );
  expect(cut).toEqual([]);
  const heights = await page
    .locator('main tr[data-nf-record]')
    .evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(new Set(heights)).toEqual(new Set([40]));
  await context.close();
});

test('A3 list, record, Back: the same filter and scroll, and the focus on the link of the row', async () => {
  const { page, context } = await suite.visit({ as: 'mona', height: 500 });
  await open(page, '/tickets?f.state=eq:closed');
  const link = page.locator('main table [data-nf-open]').nth(20);
  await link.scrollIntoViewIfNeeded();
  const scroll = await page.evaluate(() => scrollY);
  const href = await link.getAttribute('href');
  await link.click();
  await page.locator('[data-nf-screen="ticket"] h1').waitFor();
  await page.goBack();
  await page.locator('[data-nf-screen="tickets"] table').waitFor();
  expect(query(page)).toBe('?f.state=eq:closed');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
  expect(Math.abs((await page.evaluate(() => scrollY)) - scroll)).toBeLessThanOrEqual(4);
  await context.close();
});

test('a press anywhere in a row opens its record, and the menu leads back to the list as it was left, then to the list as it is written', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets?f.priority=in:urgent&search=the&size=100');
  const menu = page.locator('[data-nf-nav="tickets"]').first();
  const row = page.locator('main tbody tr[data-nf-record]').first();
  const other = page.context().waitForEvent('page');
  await row
    .locator('td')
    .last()
    .click({ modifiers: ['ControlOrMeta'], position: { x: 2, y: 2 } });
  await expect.poll(async () => new URL((await other).url()).pathname).toMatch(/^\/tickets\//);
  await row
    .locator('td')
    .last()
    .click({ position: { x: 2, y: 2 } });
  await page.locator('[data-nf-screen="ticket"] h1').waitFor();
  await menu.click();
  await page.locator('[data-nf-screen="tickets"] [data-nf-record]').first().waitFor();
  expect(query(page)).toBe('?f.priority=in%3Aurgent&size=100');
  await menu.click();
  await expect.poll(() => query(page)).toBe('');
  // What the server refuses is not found again.
  const refused = page.waitForResponse((answer) => answer.url().includes('/api/ticket?') && answer.status() === 400);
  await page.goto('/tickets?f.none_such=eq:1');
  await refused;
  await page.locator('[data-nf-nav="my_requests"]').first().click();
  await expect.poll(() => menu.getAttribute('href')).toBe('/tickets');
  await context.close();
});

test('A4 after each change of route the title names record, screen and application, and the heading has the focus', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/');
  await page.locator('[data-nf-nav="tickets"]').first().click();
  await page.locator('[data-nf-screen="tickets"] h1').waitFor();
  const heading = (): Promise<boolean> => page.evaluate(() => document.activeElement?.tagName === 'H1');
  await expect.poll(heading).toBe(true);
  await expect.poll(() => page.title()).toMatch(/ · /);
  const row = page.locator('main table [data-nf-open]').first();
  await row.click();
  await page.locator('[data-nf-screen="ticket"] h1').waitFor();
  await expect.poll(heading).toBe(true);
  const h1 = (await page.locator('h1').textContent()) ?? '';
  await expect.poll(() => page.title()).toContain(h1.trim());
  await context.close();
});

test('A6 an unknown address: a page with its code and ways on', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/my-requets');
  await page.locator('[data-nf-error="unknown_route"]').first().waitFor();
  expect(await page.locator('main a[href="/my-requests"]').count()).toBeGreaterThan(0);
  await context.close();
});

test('A9 a slow list: nothing changes within 250 ms, a skeleton of equal rows after a second, and the rows as soon as they come, without a jump', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/articles');
  await page.clock.install();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/ticket?*', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/ticket?*');
  await stopClock(page);
  await page.locator('[data-nf-nav="my_requests"]').first().click();
  await asked;
  const skeletons = (): Promise<number> => page.locator('[data-nf-skeleton]').count();
  await page.clock.runFor(250);
  await page.waitForTimeout(100);
  expect(await skeletons()).toBe(0);
  await page.clock.runFor(750);
  await expect.poll(skeletons).toBe(1);
  const boxes = (rows: string): Promise<readonly number[]> =>
    page.locator(rows).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  const drawn = await boxes('[data-nf-skeleton] > *');
  await page.evaluate(() => {
    const state = window as unknown as { shifted: number };
    state.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  release();
  await page.clock.resume();
  await page.locator('[data-nf-screen="my_requests"] table [data-nf-record]').first().waitFor();
  expect(await skeletons()).toBe(0);
  const rows = await boxes('[data-nf-screen="my_requests"] table tbody tr');
  expect(Math.abs((drawn[0] ?? 0) - Math.min(...rows))).toBeLessThanOrEqual(1);
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.05);
  await context.close();
});

test('A10 an empty list says why: nothing there yet, nothing found, not allowed, failed; each with a way on', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await withoutRows(page);
  const kinds: (string | null)[] = [];
  const see = async (address: string): Promise<void> => {
    await open(page, address);
    const empty = page.locator('main [data-nf-empty]').first();
    await empty.waitFor();
    kinds.push(await empty.getAttribute('data-nf-empty'));
    expect((await empty.innerText()).trim().length).toBeGreaterThan(10);
    expect([address, await page.locator('main').locator('a, button').count()]).not.toEqual([address, 0]);
  };
  await see('/my-requests?search=nothinglikethis');
  const answer = {
    status: 200,
    contentType: 'application/json',
    body: '{"items":[],"total":0,"total_is":"exact","next":null}',
  };
  await page.route('**/api/ticket?*', (route) => route.fulfill(answer));
  await see('/my-requests');
  await page.unroute('**/api/ticket?*');
  const forbidden = {
    status: 403,
    contentType: 'application/problem+json',
    body: '{"code":"forbidden","status":403,"params":{},"errors":[]}',
  };
  await page.route('**/api/ticket?*', (route) => route.fulfill(forbidden));
  await see('/my-requests');
  await page.unroute('**/api/ticket?*');
  const fault = {
    status: 500,
    contentType: 'application/problem+json',
    body: '{"code":"fault","status":500,"errors":[]}',
  };
  await page.route('**/api/ticket?*', (route) => route.fulfill(fault));
  await see('/my-requests');
  expect(new Set(kinds).size).toBe(4);
  await context.close();
});

test('what a list shows stays where only its renewal fails, and the failure is said above it', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets');
  await page.locator('[data-nf-select]').first().check();
  const shown = await rows(page);
  await page.route('**/api/ticket?*', (route) => route.abort());
  await context.setOffline(true);
  await page.locator('[role="status"] [data-nf-error="offline"]').waitFor();
  await context.setOffline(false);
  await page.locator('main [data-nf-error="no_answer"]').waitFor();
  expect(await rows(page)).toEqual(shown);
  expect(await page.locator('[data-nf-select]').first().isChecked()).toBe(true);
  await page.unroute('**/api/ticket?*');
  await page.locator('main [role="alert"] button').click();
  await expect.poll(() => page.locator('main [data-nf-error]').count()).toBe(0);
  await context.close();
});

test('on a phone a mark stands for itself: not beside its name, and not where it does not hold', async () => {
  const { page, context } = await suite.visit({ as: 'mona', width: 360, language: 'ja' });
  await open(page, '/desk');
  const flags = await page.locator('[data-flag]').evaluateAll((all) =>
    all.map((flag) => {
      const before = getComputedStyle(flag.parentElement ?? flag, '::before').content;
      return { holds: flag.getAttribute('data-flag'), isDrawn: flag.checkVisibility(), isNamed: before !== 'none' };
    }),
  );
  const kinds = new Set(flags.map((flag) => JSON.stringify(flag)));
  expect([...kinds].toSorted()).toEqual([
    JSON.stringify({ holds: 'no', isDrawn: false, isNamed: false }),
    JSON.stringify({ holds: 'yes', isDrawn: true, isNamed: false }),
  ]);
  await page.locator('[data-nf-quick]').first().waitFor();
  expect(await page.locator('[data-nf-columns]').isVisible()).toBe(false); // cards have none
  await open(page, '/ticket?f.priority=eq:urgent');
  await page.locator('[data-nf-view-edited]').waitFor();
  const top = (): Promise<number> =>
    page
      .locator('main tbody [data-nf-record]')
      .first()
      .evaluate((row) => row.getBoundingClientRect().top);
  const shown = await top();
  await page.locator('[data-nf-views], [data-nf-quick]').evaluateAll((all) => {
    for (const late of all) (late.closest('fieldset') ?? (late as HTMLElement)).style.display = 'none';
  });
  expect(await top()).toBe(shown); // so the rows do not move when these come
  await context.close();
});

test.each(['en', 'ja'] as const)(
  'on a phone in %s the first record stands high up, below buttons with words; a sheet changes the order',
  async (language) => {
    const { page, context } = await suite.visit({ as: 'mona', width: 360, height: 640, language });
    await open(page, '/ticket');
    await page.locator('[data-nf-quick]').first().waitFor();
    const { row, lines, over } = await page.evaluate(() => {
      const name = document.querySelector('header a') ?? document.body;
      const text = document.createRange();
      text.selectNodeContents(name);
      const [end, drawn] = [name.getBoundingClientRect().right, [...text.getClientRects()]];
      const first = document.querySelector('main tbody [data-nf-record]');
      return {
        row: first?.getBoundingClientRect().top ?? 999,
        lines: new Set(drawn.map((line) => Math.round(line.top))).size,
        over: drawn.filter((line) => line.right > end + 1).length,
      };
    });
    expect(row).toBeLessThanOrEqual(300);
    expect([lines <= 2, over]).toEqual([true, 0]); // the name of the application is not cut off
    await page.locator('main [data-nf-add-filter]').click();
    const order = page.getByLabel(language === 'ja' ? '並べ替え' : 'Sort by', { exact: true });
    await order.selectOption('-number'); // cards have no heads to sort by
    await page.waitForURL(/sort=-number/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('main [data-nf-export]').click();
    await page.locator('[role="menuitem"][href="/_/trash/ticket"]').waitFor();
    await page.locator('[role="menuitem"][href="/_/import/ticket"]').click();
    await page.waitForURL('**/_/import/ticket');
    await page.goBack();
    await page.locator('main [data-nf-add-filter]').click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => history.forward()); // as Back does: to another page
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/ticket');
    await context.close();
  },
);

/** The words of a table that stand on two lines. A web address and a Japanese sentence are no words. */
const broken = (page: Page): Promise<readonly string[]> =>
  page.locator('main table td [data-label]').evaluateAll((values) => {
    const lines = (node: Node, from: number, to: number): number => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const found = new Set<string>();
    for (const value of values) {
      const walker = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        if (/[^\s・]{17}|[ぁ-ヺー-龥][^\s・]{6}|[^\s・]{6}[ぁ-ヺー-龥]/.test(text)) continue;
        for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}ー]+/gu))
          if (lines(node, index, index + word.length) > 1) found.add(word);
      }
    }
    return [...found];
  });

test.each(['en', 'ja'] as const)(
  'in a table of many columns no word is broken, and letters without a space do not widen it (%s)',
  async (language) => {
    const mona = await suite.client('mona');
    const run = 'd'.repeat(60);
    await createTicket(mona, { subject: `Run ${run}` });
    const { page, context } = await suite.visit({ as: 'mona', language, width: 1280 });
    await open(page, '/tickets?sort=-number&size=200');
    await page.locator('[data-nf-columns]').waitFor();
    await page.locator(`[title="Run ${run}"]`).first().waitFor();
    expect(await broken(page)).toEqual([]);
    expect(await page.locator('main [data-wide]').count()).toBe(0);
    await context.close();
  },
);

test.each(['en', 'ja'] as const)(
  'on a phone the layouts stand in the line of the other buttons, and what narrows a list under headings (%s)',
  async (language) => {
    const { page, context } = await suite.visit({ as: 'mona', width: 360, height: 740, language });
    await open(page, '/tickets');
    const names = language === 'ja' ? ['表', 'ボード'] : ['Table', 'Board'];
    for (const name of names) await page.getByRole('button', { name, exact: true }).waitFor();
    const layouts = page.getByRole('group', { name: language === 'ja' ? '表示形式' : 'View' }).getByRole('button');
    const create = await page.locator('main [data-nf-create]').evaluate((one) => one.getBoundingClientRect().bottom);
    const tops = await layouts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect([tops.length, tops.every((top) => top < create)]).toEqual([2, true]);
    await page.locator('main [data-nf-add-filter]').click();
    await page.locator('[data-nf-timed]').first().waitFor();
    const heading = (choice: string) => page.getByRole('list').filter({ has: page.locator(choice) });
    for (const choice of ['[data-nf-filter="state"]', '[data-nf-filter="created_at"]', '[data-nf-timed="today"]'])
      expect(await heading(choice).count()).toBe(1);
    await context.close();
  },
);

test('A11 amounts stand at the end with figures of one width, header alike; aria-sort follows the button', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets?f.total=filled');
  const look = (selector: string): Promise<readonly string[]> =>
    page
      .locator(selector)
      .first()
      .evaluate((cell) => {
        const style = getComputedStyle(cell);
        return [style.textAlign, style.fontVariantNumeric];
      });
  expect(await look('td[data-nf-field="total"]')).toEqual(['end', 'tabular-nums']);
  expect((await look('th[data-nf-field="total"]'))[0]).toBe('end');
  const due = page.locator('th[data-nf-field="due"]');
  expect(await due.getAttribute('aria-sort')).toBe('none');
  await due.locator('button').first().click();
  await expect.poll(() => due.getAttribute('aria-sort')).toBe('ascending');
  await due.locator('button').first().click();
  await expect.poll(() => due.getAttribute('aria-sort')).toBe('descending');
  await context.close();
});

test('seed: a deep link opens what it names, and Back walks the addresses', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets?sort=subject');
  const first = await page.locator('main table [data-nf-record]').first().getAttribute('data-nf-record');
  await page.goto(`/tickets/${first}`);
  await page.locator(`[data-nf-screen="ticket"] [data-nf-record="${first}"]`).waitFor();
  await page.goBack();
  await page.locator('[data-nf-screen="tickets"]').waitFor();
  expect(query(page)).toBe('?sort=subject');
  await page.goForward();
  await page.locator('[data-nf-screen="ticket"]').waitFor();
  await context.close();
});

test('a figure leads to its records under the name of its block, with the columns of the lists that the reader knows', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const heads = (): Promise<readonly string[]> => page.locator('main th').allInnerTexts();
  await open(page, '/my-requests');
  const known = await heads();
  await open(page, '/');
  const figure = page.locator('[data-nf-block="my_open"]');
  const [number = '', label = ''] = (await figure.innerText()).split('\n');
  await figure.locator('a').click();
  await page.waitForURL(/block=/);
  expect(query(page)).toBe('?block=home.my_open');
  await page.locator('[data-nf-chip="block"]').waitFor();
  expect((await rows(page)).length).toBe(Number(number));
  expect(await page.locator('[data-nf-chip]').allInnerTexts()).toEqual([label]);
  expect(await heads()).toEqual(known);
  await open(page, '/_/home');
  const waiting = page.locator('[data-nf-waiting="ticket"]');
  const counted = Number((await waiting.locator('h3').innerText()).replace(/\D/g, ''));
  await waiting.getByRole('link', { name: 'View all: Requests' }).click();
  await page.waitForURL(/waiting=/);
  expect(query(page)).toBe('?waiting=me');
  await expect.poll(() => page.locator('[data-nf-chip]').allInnerTexts()).toEqual(['Waiting for me']);
  await expect.poll(heads).toEqual(known);
  await expect.poll(async () => (await rows(page)).length).toBe(counted);
  await context.close();
});

const current = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .locator('nav [data-nf-nav][aria-current]')
    .evaluateAll((all) => all.flatMap((one) => [one.getAttribute('data-nf-nav'), one.getAttribute('aria-current')]));

test.each([
  {
    what: 'a narrowed list',
    width: 1280,
    address: '/categories?search=Shelves&sort=-name',
    returns: '/categories?search=Shelves&sort=-name',
  },
  {
    what: 'a narrowed list on a phone',
    width: 360,
    address: '/categories?search=Shelves&sort=-name',
    returns: '/categories?search=Shelves&sort=-name',
  },
  { what: 'no list', width: 1280, address: null, returns: '/categories' },
])('who deletes a record is back where they were: $what', async ({ width, address, returns }) => {
  const { page, context } = await suite.visit({ as: 'mona', width });
  const mona = await suite.client('mona');
  const team = (await mona.get<ListBody>('/api/team?size=1')).body.items[0]?.id;
  const name = `Shelves ${Math.random().toString(36).slice(2, 8)}`;
  const { body } = await mona.send<RecordBody>('POST', '/api/category', { name, team, active: true });
  if (address === null) await open(page, `/category/${body.id}`);
  else {
    await open(page, address);
    await page
      .locator(`main [data-nf-open="${body.id}"], main [data-nf-record="${body.id}"] [data-nf-open]`)
      .first()
      .click();
    await page.waitForURL((url) => url.pathname.endsWith(body.id));
  }
  await page.locator('[data-nf-more]').first().click();
  await page.locator('[data-nf-delete]').click();
  await expect.poll(() => page.url().replace(/^[a-z]+:\/\/[^/]+/, '')).toBe(returns);
  await expect.poll(() => rows(page)).not.toContain(body.id);
  await context.close();
});

test('what waits opens by state, each condition can be dropped, and the navigation says where one is', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/_/home');
  const waiting = page.locator('[data-nf-waiting="ticket"]');
  const state = waiting.locator('[data-nf-waiting-state]').first();
  const [id, number] = [
    await state.getAttribute('data-nf-waiting-state'),
    (await state.innerText()).replace(/\D/g, ''),
  ];
  await waiting.locator('tbody [data-nf-record]').first().waitFor();
  await state.click();
  await page.waitForURL(/waiting=/);
  expect(query(page)).toBe(`?waiting=me&f.state=in%3A${String(id)}`);
  await expect.poll(async () => (await rows(page)).length).toBe(Number(number));
  await expect.poll(() => current(page)).toEqual(['_home', 'true']);
  await page.locator('main [data-nf-open]').first().click();
  await page.locator('[data-nf-screen="ticket"]').waitFor();
  await expect.poll(() => current(page)).toEqual(['_home', 'true']);
  await page.goBack();
  await page.locator('[data-nf-chip="waiting"]').waitFor();
  await page.locator('[data-nf-chip="waiting"] button').click();
  await expect.poll(() => query(page)).toBe(`?f.state=in%3A${String(id)}`);
  await expect.poll(() => current(page)).toEqual([]);
  await page.locator('[data-nf-chip] button').click();
  await expect.poll(() => query(page)).toBe('');
  await open(page, '/desk');
  await expect.poll(() => current(page)).toEqual(['desk', 'page']);
  await context.close();
});

test.each(['en', 'ja'] as const)(
  'a list of ten columns stands in a window of 1280 pixels, and only what opens a row looks like a link (%s)',
  async (language) => {
    const { page, context } = await suite.visit({ as: 'mona', language });
    await open(page, '/tickets?f.state=in:waiting,open');
    const frame = page.locator('main table').locator('..');
    expect(await frame.getAttribute('data-wide')).toBeNull();
    const edges = await page
      .locator('main th')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(edges.length).toBe(11);
    expect(Math.max(...edges)).toBeLessThanOrEqual(1280);
    const colours = (selector: string): Promise<readonly string[]> =>
      page.locator(selector).evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
    const [opening] = await colours('main td a[data-nf-open]');
    const others = await colours('main td a:not([data-nf-open])');
    expect(others).toEqual(await colours('main td[data-nf-field="priority"]'));
    expect(others).not.toContain(opening);
    await context.close();
  },
);

test.each(['light', 'dark'] as const)(
  'a wide list keeps its head and first column in sight, and a selected row has one colour (%s)',
  async (theme) => {
    const { page, context } = await suite.visit({ as: 'mona', theme, width: 1000, height: 700 });
    await open(page, '/tickets?size=50');
    await page.locator('[data-nf-select]').nth(1).check();
    const frame = page.locator('main [role="region"][data-wide]');
    // What comes late moves the page: it is scrolled before each look.
    const look = () =>
      frame.evaluate((element) => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        element.scrollTo(400, 300);
        const box = element.getBoundingClientRect();
        const isOnTop = (cell: Element | null): boolean => {
          const { left, top, height } = cell?.getBoundingClientRect() ?? new DOMRect();
          return cell?.contains(document.elementFromPoint(left + 6, top + height / 2)) === true;
        };
        const background = (one: Element | null): string => (one ? getComputedStyle(one).backgroundColor : '');
        const row = element.querySelector('tr[data-selected]');
        const colours = new Set([row, ...(row?.querySelectorAll('td:nth-child(-n + 2)') ?? [])].map(background));
        const plain = background(element.querySelector('tbody tr:not([data-selected])'));
        const head = element.querySelector('th:nth-child(2)');
        const from = (head?.getBoundingClientRect().bottom ?? 0) + 8;
        const shown = [...element.querySelectorAll('tbody tr')].find((one) => one.getBoundingClientRect().top > from);
        return {
          head: Math.round((head?.getBoundingClientRect().top ?? 0) - box.top),
          isHeadOnTop: isOnTop(head),
          isBoxOnTop: isOnTop(shown?.querySelector('td') ?? null),
          first: Math.round((element.querySelector('tbody td')?.getBoundingClientRect().left ?? 0) - box.left),
          colours: colours.size,
          isMarked: !colours.has(plain),
        };
      });
    await expect.poll(look).toEqual({
      head: expect.closeTo(0, 0),
      isHeadOnTop: true,
      isBoxOnTop: true,
      first: expect.closeTo(0, 0),
      colours: 1,
      isMarked: true,
    });
    await context.close();
  },
);

test.each([800, 1280])(
  'the head of a list that fits stands below the top bar of a page that is scrolled (%i px)',
  async (width) => {
    const { page, context } = await suite.visit({ as: 'mona', width, height: 500 });
    await open(page, '/categories');
    await page.locator('main tbody td:first-child').evaluateAll((all) => {
      for (const cell of all) if (cell instanceof HTMLElement) cell.style.height = '120px';
    });
    await page.evaluate(() => window.scrollTo(0, 400));
    const gap = () =>
      page.evaluate(() => {
        const head = document.querySelector('main th:nth-child(2)')?.getBoundingClientRect();
        const bar = document.querySelector('header')?.getBoundingClientRect();
        return { gap: Math.round((head?.top ?? 0) - (bar?.bottom ?? 0)), isScrolled: window.scrollY > 100 };
      });
    await expect.poll(gap).toEqual({ gap: 0, isScrolled: true });
    await context.close();
  },
);

test('the options of a filter say how many records have each, without the filters of the same field', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets?f.state=in:new&f.priority=in:high');
  const counted = await page.evaluate(async () => {
    const answer = await fetch('/api/ticket?f.priority=in:high&group=state&select=count');
    const { items } = (await answer.json()) as { readonly items: readonly { readonly count: number }[] };
    return items.map(({ count }) => String(count));
  });
  expect(counted.length).toBeGreaterThan(1);
  await page.locator('[data-nf-add-filter]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-nf-filter="state"]').focus();
  await page.keyboard.press('Enter');
  const popover = page.getByRole('dialog');
  await expect.poll(() => popover.getByRole('checkbox').first().evaluate(isFocused)).toBe(true);
  const shown = popover.locator('[data-nf-option-count] [aria-hidden]');
  await expect.poll(async () => (await shown.allInnerTexts()).filter((text) => text !== '0')).toEqual(counted);
  const option = popover.getByRole('checkbox', { name: 'New' });
  expect(await option.isChecked()).toBe(true);
  expect(
    await option.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.innerText),
  ).toMatch(/^\d+ records? found$/);
  await page.keyboard.press('Escape');
  await context.close();
});

test('a filter until a day has the records of that day, typed and picked', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets');
  const { items } = (await (await page.request.get('/api/ticket?size=1&sort=-due')).json()) as ListBody;
  const due = String(items[0]?.['due']);
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date(due));
  await page.locator('[data-nf-add-filter]').click();
  await page.locator('[data-nf-filter="due"]').click();
  const popover = page.getByRole('dialog');
  await expect.poll(() => popover.getByLabel('From', { exact: true }).evaluate(isFocused)).toBe(true);
  for (const bound of ['From', 'To']) await popover.getByLabel(bound, { exact: true }).fill(day);
  await popover.getByLabel('To', { exact: true }).press('Enter');
  await expect.poll(() => page.locator('main [data-nf-record]').count()).toBeGreaterThan(0);
  await page.locator(`main [data-nf-record="${String(items[0]?.id)}"]`).waitFor();
  expect(new URL(page.url()).searchParams.getAll('f.due').join()).toMatch(/^ge:.*T2[23]:00:00.000Z,le:.*:59:59.999Z$/);
  await context.close();
});

test('Back from another page load shows the list of now', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await page.goto('/desk');
  const row = page.locator('main [data-nf-record]').first();
  await row.waitFor();
  await settled(page);
  const id = String(await row.getAttribute('data-nf-record'));
  await page.goto(`/tickets/${id}`);
  await page.locator('[data-nf-screen="ticket"]').waitFor();
  await settled(page);
  await page.locator('main [data-nf-edit]').click();
  const subject = `Changed ${Math.random().toString(36).slice(2, 10)}`;
  await fill(page, 'subject', subject);
  await submitButton(page).click();
  await expect.poll(() => page.locator('h1').first().innerText()).toContain(subject);
  await page.goBack();
  await expect.poll(() => page.locator(`main [data-nf-record="${id}"]`).innerText()).toContain(subject);
  await context.close();
});
