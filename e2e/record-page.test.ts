// The page of a record as people work on it all day: what stands where, and what is changed in its place.
import { readFile } from 'node:fs/promises';
import type { ApprovalAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { Client, ListBody, Person, RecordBody } from './harness/client.ts';
import { submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { approvedLoan, createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

const TOP = 200;

/** Where the content begins below the top of the window, in pixels: the first value in the middle and the first in the rail. */
async function contentAt(page: Page): Promise<readonly number[]> {
  await page.locator('[data-nf-rail] [data-nf-field]').first().waitFor();
  return page.evaluate(() => {
    const first = [
      document.querySelector('main [data-nf-section] [data-nf-field]'),
      document.querySelector('[data-nf-rail] :is([data-nf-field], [data-nf-rail-state], [data-nf-approvals])'),
    ];
    return first.flatMap((one) => (one === null ? [] : [Math.round(one.getBoundingClientRect().top + scrollY)]));
  });
}

/** An own request of Alan's team that is in work, with words to read. */
async function taken(
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string; readonly alan: Client }> {
  const [rita, alan] = [await suite.client('rita'), await suite.client('alan')];
  const { id } = await createTicket(rita, more);
  const answer = await alan.send('POST', `/api/ticket/${id}/take`, {});
  if (answer.status !== 200) throw new Error(`take answered ${answer.status}`);
  return { id, alan };
}

const stored = async (client: Client, id: string): Promise<RecordBody> =>
  (await client.get<RecordBody>(`/api/ticket/${id}`)).body;

async function paths(): Promise<readonly (readonly [as: Person, path: string])[]> {
  const [alan, ada, rita] = [await suite.client('alan'), await suite.client('ada'), await suite.client('rita')];
  const first = async (client: Client, query: string): Promise<string> =>
    (await client.get<ListBody>(`/api/${query}`)).body.items[0]?.id ?? '';
  const states = ['new', 'open', 'waiting', 'resolved', 'closed', 'approval'];
  const tickets = await Promise.all(states.map((state) => first(alan, `ticket?f.state=eq:${state}&size=1`)));
  const loan = await approvedLoan(alan, rita);
  const longest = await createTicket(rita, {
    subject: 'The projector of the large room '.repeat(4).slice(0, 120).trim(),
  });
  return [
    ...tickets.filter((id) => id !== '').map((id) => ['alan', `/tickets/${id}`] as const),
    ['rita', `/tickets/${await first(rita, 'ticket?size=1')}`],
    ['alan', `/tickets/${longest.id}`],
    ['alan', `/loans/${loan.id}`],
    ['alan', `/assets/${await first(alan, 'asset?size=1')}`],
    ['ada', `/user/${await first(ada, 'user?size=1')}`],
    ['ada', `/user/${await first(ada, 'user?size=1&page=2')}`],
  ];
}

test.each(['en', 'ja'] as const)('in %s the content of every record begins at most 200 px down', async (language) => {
  const found: (readonly [string, ...number[]])[] = [];
  const all = await paths();
  for (const as of new Set(all.map(([person]) => person))) {
    const { page, context } = await suite.visit({ as, language, width: 1280, height: 800 });
    for (const [, path] of all.filter(([person]) => person === as)) {
      await open(page, path);
      found.push([path, ...(await contentAt(page))]);
    }
    await context.close();
  }
  expect(found.length).toBeGreaterThanOrEqual(10);
  expect(found.filter(([, ...at]) => at.length === 0 || Math.max(...at) > TOP)).toEqual([]);
});

test('why a step is barred is told when it is pointed at or pressed, over the page, and Esc closes it', async () => {
  const loan = await approvedLoan(await suite.client('alan'), await suite.client('rita'));
  const { page, context } = await suite.visit({ as: 'alan', width: 1280, height: 800 });
  await open(page, `/loans/${loan.id}`);
  const button = page.locator('main button[data-nf-transition="hand_out"]');
  await button.waitFor();
  const reasons = page.locator('[data-nf-blocked="hand_out"]');
  expect([await button.getAttribute('aria-disabled'), await reasons.isVisible()]).toEqual(['true', false]);
  const [before] = await contentAt(page);
  await button.hover();
  await expect.poll(() => reasons.isVisible()).toBe(true);
  await page.mouse.move(5, 700);
  await expect.poll(() => reasons.isVisible()).toBe(false);
  await page.keyboard.press('s');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe(String(await reasons.isVisible()));
  if (!(await reasons.isVisible())) await page.keyboard.press('Enter');
  await expect.poll(() => reasons.isVisible()).toBe(true);
  expect((await contentAt(page))[0]).toBe(before);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => reasons.isVisible()).toBe(false);
  await context.close();
});

describe('a value is changed in its place', () => {
  test('by a key: a colleague by A, their name and Enter; what is saved is that field alone', async () => {
    const { id, alan } = await taken();
    const { page, context } = await suite.visit({ as: 'alan' });
    const bodies: unknown[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && bodies.push(request.postDataJSON()));
    const people = (await alan.get<ListBody>('/api/user?f.team=has:IT&size=100')).body.items;
    const me = (await stored(alan, id))['assignee'] as RecordBody;
    const team = (await stored(alan, id))['team'] as RecordBody;
    const all = (await alan.get<ListBody>('/api/user?size=200')).body.items;
    const other = [...(people ?? []), ...all].find(
      (one) => one.id !== me.id && (one['team'] as RecordBody | null)?.id === team.id && one['active'] === true,
    );
    await open(page, `/tickets/${id}`);
    await page.locator('[data-nf-change="assignee"]').waitFor();
    await page.keyboard.press('a');
    const control = page.locator('[data-nf-placed="assignee"] input').first();
    await expect.poll(() => control.evaluate((one) => one === document.activeElement)).toBe(true);
    await control.fill(String(other?.title));
    await page.getByRole('option').first().waitFor();
    await control.press('Enter');
    await expect.poll(async () => ((await stored(alan, id))['assignee'] as RecordBody).id).toBe(other?.id);
    await expect.poll(() => bodies).toEqual([{ assignee: other?.id }]);
    await expect.poll(() => page.locator('[data-nf-placed]').count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-nf-change')))
      .toBe('assignee');
    await context.close();
  });

  test('what a rule refuses stands beside it with a way to its field, which takes along what was chosen', async () => {
    const { id, alan } = await taken();
    const { page, context } = await suite.visit({ as: 'alan' });
    await open(page, `/tickets/${id}`);
    await page.locator('[data-nf-change="priority"]').waitFor();
    await page.keyboard.press('p');
    await page.locator('[data-nf-placed="priority"] input').first().click();
    await page.getByRole('option', { name: 'Urgent' }).click();
    const refusal = page.locator('[data-nf-placed="priority"] [data-nf-error="ticket.urgent_needs_details"]');
    await refusal.waitFor();
    expect((await stored(alan, id))['priority']).toBe('normal');
    await refusal.getByRole('button').click();
    const details = page.locator('main form [data-nf-field="details"] textarea');
    await expect.poll(() => details.evaluate((one) => one === document.activeElement)).toBe(true);
    await details.fill('It is on fire.');
    await submitButton(page).click();
    await expect.poll(async () => (await stored(alan, id))['priority']).toBe('urgent');
    await context.close();
  });

  test('another change of the same field is asked about, one of another field is kept', async () => {
    const { id, alan } = await taken();
    const mona = await suite.client('mona');
    const change = async (body: object): Promise<void> => {
      const { version } = await stored(mona, id);
      expect((await mona.send('PATCH', `/api/ticket/${id}`, body, { 'if-match': `"${version}"` })).status).toBe(200);
    };
    const { page, context } = await suite.visit({ as: 'alan' });
    await open(page, `/tickets/${id}`);
    await page.locator('[data-nf-change="due"]').click();
    const control = page.locator('[data-nf-placed="due"] input').first();
    await control.fill('+3');
    await change({ priority: 'low' });
    await page.locator('[data-nf-placed="due"] [data-nf-save]').click();
    await expect.poll(() => page.locator('[data-nf-placed]').count()).toBe(0);
    expect((await stored(alan, id))['priority']).toBe('low');
    await page.locator('[data-nf-change="due"]').click();
    await control.fill('+5');
    await change({ due: new Date(Date.now() + 8 * 86_400_000).toISOString() });
    await page.locator('[data-nf-placed="due"] [data-nf-save]').click();
    await page.locator('[data-nf-placed="due"] [data-nf-conflict="due"]').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await context.close();
  });

  test('only where that is safe: not what decides about other fields, and not what this reader may not change', async () => {
    const { id } = await taken();
    const { page, context } = await suite.visit({ as: 'alan' });
    await open(page, `/tickets/${id}`);
    await page.locator('[data-nf-change="due"]').waitFor();
    const offered = await page
      .locator('[data-nf-change]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-change')));
    expect(offered).toEqual(expect.arrayContaining(['priority', 'due', 'assignee']));
    // the category decides about the cost and the team, the team about who can be assigned; who asked stays
    for (const field of ['category', 'team', 'requester']) expect(offered).not.toContain(field);
    await context.close();
    const rita = await suite.visit({ as: 'rita' });
    await open(rita.page, `/tickets/${id}`);
    await rita.page.locator('[data-nf-rail] [data-nf-field]').first().waitFor();
    expect(await rita.page.locator('[data-nf-change]').count()).toBe(0);
    await rita.context.close();
  });
});

test('a request is solved by S, its solution and Ctrl Enter', async () => {
  const { id, alan } = await taken();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${id}`);
  await page.locator('main [data-nf-forward]').waitFor();
  await page.keyboard.press('s');
  const solution = page.getByRole('dialog').locator('textarea').first();
  await expect.poll(() => solution.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('A new lamp.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stored(alan, id)).state).toBe('resolved');
  await context.close();
});

test('empty fields that nobody asks for are folded, and what makes up the title is not said again', async () => {
  const { id } = await taken();
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${id}`);
  const fold = page.locator('[data-nf-empties]');
  await fold.waitFor();
  const count = Number(await fold.getAttribute('data-nf-empties'));
  expect(count).toBeGreaterThan(1);
  const fields = page.locator('main :is([data-nf-rail], [data-nf-section]) [data-nf-field]');
  const before = await fields.count();
  expect(
    await page
      .locator(':is([data-nf-rail], [data-nf-section]) :is([data-nf-field="number"], [data-nf-field="subject"])')
      .count(),
  ).toBe(0);
  await fold.click();
  await expect.poll(() => fields.count()).toBe(before + count);
  await fold.click();
  await expect.poll(() => fields.count()).toBe(before);
  await context.close();
});

test('a long text takes the whole width of the middle, however wide', async () => {
  const { id } = await taken({ details: 'word '.repeat(400) });
  const { page, context } = await suite.visit({ as: 'alan', width: 1920, height: 1000 });
  await open(page, `/tickets/${id}`);
  const text = page.locator('[data-nf-field="details"] p').first();
  await text.waitFor();
  const [own, rail] = await Promise.all([text.boundingBox(), page.locator('[data-nf-rail]').boundingBox()]);
  expect(own?.width).toBeGreaterThan(150 * 7);
  expect((rail?.x ?? 0) - ((own?.x ?? 0) + (own?.width ?? 0))).toBeLessThanOrEqual(26);
  expect(rail?.width).toBe(320);
  await context.close();
});

test.each(['en', 'ja'] as const)(
  'on a phone in %s what can be done stands at the lower edge of the window',
  async (language) => {
    const { id } = await taken({ details: 'word '.repeat(400) });
    const { page, context } = await suite.visit({ as: 'alan', language, width: 360, height: 640 });
    await open(page, `/tickets/${id}`);
    const edges = async (selector: string): Promise<readonly number[]> =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]);
    await page.locator('main [data-nf-primary]').waitFor();
    const [[from = -1, to = 999], [menu = 999, end = 999]] = [
      await edges('main [data-nf-primary]'),
      await edges('main [data-nf-more]'),
    ];
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThan(menu);
    expect(end).toBeLessThanOrEqual(360);
    const [pencil = -1, pencilEnd = 999] = await edges('main [data-nf-edit]');
    expect([pencil > 0, pencilEnd < menu]).toEqual([true, true]); // without a swipe
    const isWhole = await page
      .locator('main [data-nf-more]')
      .first()
      .evaluate((more) => {
        const bar = more.parentElement;
        return bar !== null && bar.scrollWidth <= bar.clientWidth;
      });
    const shade = await page
      .locator('main [data-nf-edit]')
      .first()
      .evaluate((more) => getComputedStyle(more).boxShadow);
    expect(shade === 'none').toBe(isWhole); // what is not cut off is not shaded either
    for (const control of ['main [data-nf-forward]', 'main [data-nf-edit]', 'main [data-nf-more]']) {
      const one = page.locator(control).first();
      await one.waitFor();
      await one.focus();
      await expect.poll(async () => (await one.boundingBox())?.y).toBeGreaterThan(560);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  },
);

test('a day that has passed and for how long stand in their row of the rail, beside what changes it', async () => {
  const late = '/api/loan?f.overdue=eq:true&size=1';
  const [loan] = (await (await suite.client('alan')).get<ListBody>(late)).body.items;
  const { page, context } = await suite.visit({ as: 'alan', width: 1280 });
  await open(page, `/loans/${loan?.id ?? ''}`);
  const mark = page.locator('[data-nf-rail] [data-nf-field="until"] [data-nf-late]');
  const [own, rail] = await Promise.all([mark.boundingBox(), page.locator('[data-nf-rail]').boundingBox()]);
  expect((own?.x ?? Infinity) + (own?.width ?? 0)).toBeLessThanOrEqual((rail?.x ?? 0) + (rail?.width ?? 0) - 16);
  const borrower = page.locator('[data-nf-rail] [data-nf-field="borrower"] [data-initials]');
  const drawn = borrower.evaluate((name) => [
    ...[name.dataset['initials'], getComputedStyle(name, '::before').content, name.textContent],
  ]);
  expect(await drawn).toEqual([
    expect.stringMatching(/^\S{1,2}$/u),
    expect.stringContaining('/ ""'),
    expect.stringMatching(/^\S{2,}/u),
  ]);
  await context.close();
});

test('the badge of a state stands on one line in the rail', async () => {
  const waiting = '/api/ticket?f.state=eq:waiting&size=1';
  const [ticket] = (await (await suite.client('alan')).get<ListBody>(waiting)).body.items;
  const { page, context } = await suite.visit({ as: 'alan', width: 1280 });
  await open(page, `/tickets/${ticket?.id ?? ''}`);
  const badge = page.locator('[data-nf-rail-state] [data-nf-state="waiting"]');
  expect((await badge.boundingBox())?.height).toBeLessThan(30);
  await context.close();
});

test('who is awaited stands in the rail of a request that needs an approval', async () => {
  const mona = await suite.client('mona');
  const [waiting] = (await mona.get<ListBody>('/api/ticket?f.state=eq:approval&size=1')).body.items;
  if (waiting === undefined) return;
  const { body } = await mona.get<{ items: readonly ApprovalAnswer[] }>(`/api/ticket/${waiting.id}/approvals`);
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${waiting.id}`);
  await page.locator('[data-nf-rail] [data-nf-approvals="approve"]').waitFor();
  expect(await page.locator('[data-nf-rail] [data-nf-awaited]').count()).toBe(body.items[0]?.awaits.length);
  await context.close();
});

test.each([
  { language: 'en', theme: 'light', width: 1280, picture: 'printout.png', log: 'vpn-log.txt' },
  { language: 'ja', theme: 'dark', width: 360, picture: 'キーボード.jpg', log: 'wifi接続ログ.txt' },
] as const)(
  'requests of the demonstration come with pictures that are seen and logs that are read: $language',
  async ({ language, theme, width, picture, log }) => {
    const { page, context } = await suite.visit({ as: 'mona', language, theme, width });
    const mona = await suite.client('mona');
    const where = (name: string): string => encodeURIComponent(`record.files.exists(f, f.name == "${name}")`);
    const holding = async (name: string): Promise<RecordBody> => {
      const { body } = await mona.get<ListBody>(`/api/ticket?where=${where(name)}&size=1`);
      return body.items[0] as RecordBody; // the demonstration has one
    };
    await open(page, `/tickets/${(await holding(picture)).id}`);
    const files = page.locator('[data-nf-field="files"]');
    const drawn = files.locator('img');
    await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
    await drawn.click();
    const large = page.getByRole('dialog').locator('img');
    await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await open(page, `/tickets/${(await holding(log)).id}`);
    const coming = page.waitForEvent('download');
    await files.getByText(log).click();
    const path = await (await coming).path();
    expect(await readFile(path, 'utf8')).toMatch(/^\d\d:\d\d:\d\d /);
    await context.close();
  },
);
