// Every write of the interface × every kind of failure: what failed is said where the eye is, it stays, and nothing typed is lost.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { open, type Profile } from './harness/browser.ts';
import type { Person, RecordBody } from './harness/client.ts';
import { control, fill, pick, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { categoryOf, createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();
const word = (): string => `Lamp ${Math.random().toString(36).slice(2, 10)}`;

/** An answer in place of that of the server; null: there is no connection. */
type Failing = { readonly status: number; readonly contentType: string; readonly body: string } | null;

function problem(code: string, status: number, more: object = { errors: [] }): Failing {
  const body = { type: `/_/errors/${code}`, title: '', status, code, params: {}, request_id: 'r1', ...more };
  return { status, contentType: 'application/problem+json', body: JSON.stringify(body) };
}

const FAILURES: Readonly<Record<string, Failing>> = {
  offline: null,
  'a fault (500)': problem('fault', 500),
  'not allowed (403)': problem('forbidden', 403),
  'another state (409)': problem('wrong_state', 409),
  'changed meanwhile (412)': problem('changed_meanwhile', 412),
  'refused (422)': problem('invalid', 422, { errors: [{ path: '', code: 'required', params: {} }] }),
  'a problem without its members': problem('fault', 503, { params: null }),
  'a page of a proxy (502)': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  'a success without content': { status: 200, contentType: 'application/json', body: '' },
};

/** One write: how a person comes to its button, which call it makes, and what they have typed by then. */
interface Write {
  readonly as: Person;
  readonly begin: (page: Page) => Promise<void>;
  readonly call: RegExp;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly press: (page: Page) => Promise<void>;
  /** What was typed, as it stands there now. */
  readonly typed?: (page: Page) => Promise<string>;
  /** A success answers without content. */
  readonly empty?: true;
}

const dialogSave = (page: Page): Promise<void> => page.getByRole('dialog').locator('[data-nf-save]').click();
const dialogText = (page: Page): Promise<string> => page.getByRole('dialog').locator('textarea').first().inputValue();
const subject = (page: Page): Promise<string> => control(page, 'subject').inputValue();

/** A ticket of Mona's team, in the state new or, with `take`, open. */
async function teamTicket(take: boolean): Promise<RecordBody> {
  const mona = await suite.client('mona');
  const ticket = await createTicket(mona, { subject: word() });
  const found = await mona.get<RecordBody>(`/api/ticket/${ticket.id}`);
  if (!take) return found.body;
  return (await mona.send<RecordBody>('POST', `/api/ticket/${ticket.id}/take`, {})).body;
}

const WRITES: Readonly<Record<string, Write>> = {
  'a new record': {
    as: 'rita',
    begin: async (page) => {
      await open(page, '/ask');
      await pick(page, 'category', (await categoryOf(await suite.client('rita'))).title);
      await fill(page, 'subject', word());
    },
    call: /\/api\/ticket$/,
    method: 'POST',
    press: (page) => control(page, 'subject').press('Control+s'),
    typed: subject,
  },
  'a new record above a form': {
    as: 'mona',
    begin: async (page) => {
      await open(page, '/desk/new');
      await control(page, 'asset').fill(word());
      await page.locator('[data-nf-picker-create]').click();
      const sheet = page.locator('[data-nf-create-sheet="asset"]');
      await sheet.locator('[data-nf-field="tag"] input').fill(word().replace(' ', '-').toUpperCase());
      await sheet.locator('[data-nf-field="kind"] input').first().click();
      await page.getByRole('option').first().click();
    },
    call: /\/api\/asset$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-create-sheet] [data-nf-field="tag"] input').press('Control+s'),
    typed: (page) => page.locator('[data-nf-create-sheet] [data-nf-field="tag"] input').inputValue(),
  },
  'a changed record': {
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(true)).id}`);
      await page.locator('[data-nf-edit]').click();
      await fill(page, 'subject', word());
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: (page) => control(page, 'subject').press('Control+s'),
    typed: subject,
  },
  'a step without a dialog': {
    as: 'mona',
    begin: async (page) => open(page, `/tickets/${(await teamTicket(false)).id}`),
    call: /\/api\/ticket\/[^/]+\/take$/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-transition="take"]').click(),
  },
  'a step with a dialog': {
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(true)).id}`);
      await page.locator('main [data-nf-transition="wait"]').click();
      await page.getByRole('dialog').locator('textarea').fill(word());
    },
    call: /\/api\/ticket\/[^/]+\/wait$/,
    method: 'POST',
    press: dialogSave,
    typed: dialogText,
  },
  'a deleted record': {
    as: 'mona',
    begin: async (page) => open(page, `/tickets/${(await teamTicket(false)).id}`),
    call: /\/api\/ticket\/[^/]+$/,
    method: 'DELETE',
    press: async (page) => {
      await page.locator('[data-nf-more]').first().click();
      await page.locator('[data-nf-delete]').click();
    },
    empty: true,
  },
  'one action on many': {
    as: 'mona',
    begin: async (page) => {
      const { subject: of } = await teamTicket(true);
      await open(page, `/tickets?search=${encodeURIComponent(String(of))}`);
      await page.locator('[data-nf-select]').first().check();
      const shown = page.locator('[data-nf-bulk-action="wait"]');
      if ((await shown.count()) === 0) await page.locator('[data-nf-bulk-more]').click();
      await shown.click();
      await page.getByRole('dialog').locator('textarea').fill(word());
    },
    call: /\/api\/ticket\/bulk$/,
    method: 'POST',
    press: dialogSave,
    typed: dialogText,
  },
  'a restored record': {
    as: 'mona',
    begin: async (page) => {
      const { id } = await teamTicket(false);
      await (await suite.client('mona')).send('DELETE', `/api/ticket/${id}`);
      await open(page, '/_/trash/ticket');
    },
    call: /\/restore$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-restore]').first().click(),
  },
  'an import': {
    as: 'mona',
    begin: async (page) => {
      await open(page, '/_/import/asset');
      const buffer = Buffer.from(`Tag,Name,Kind\nFA-${word().slice(-4)},Lamp,monitor\n`, 'utf8');
      await page.locator('[data-nf-import-file]').setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer });
      await page.locator('[data-nf-import-column]').first().waitFor();
    },
    call: /\/api\/asset\/import/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-save]').click(),
    typed: (page) => page.locator('[data-nf-import-column]').first().inputValue(),
  },
  'an invitation': {
    as: 'ada',
    begin: async (page) => {
      const { body } = await (await suite.client('ada')).get<{ items: RecordBody[] }>('/api/user?search=Rita&size=1');
      await open(page, `/user/${String(body.items[0]?.id)}`);
      await page.locator('[data-nf-more]').first().click();
      await page.locator('[data-nf-invite-open]').click();
    },
    call: /\/invitation$/,
    method: 'POST',
    press: dialogSave,
  },
  'a new key': {
    as: 'ada',
    begin: async (page) => {
      await open(page, '/_/keys');
      await page.locator('#key-name').fill(word());
    },
    call: /\/_\/keys$/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-save]').click(),
    typed: (page) => page.locator('#key-name').inputValue(),
  },
  'the end of a session': {
    as: 'rita',
    begin: (page) => open(page, '/_/home'),
    call: /\/_\/session$/,
    method: 'DELETE',
    press: async (page) => {
      const dialog = page.getByRole('dialog');
      if ((await dialog.count()) > 0) await dialog.locator('button').first().click();
      await expect.poll(() => dialog.count()).toBe(0);
      await page.locator('[data-nf-user]').click();
      await page.getByRole('menuitem').last().click();
    },
    empty: true,
  },
};

/** The first alert or summary that stands in the window, as its text and code. */
async function said(page: Page): Promise<{ readonly text: string; readonly isInSight: boolean }> {
  const box = page
    .locator('[data-nf-action-failure] [role="alert"], [data-nf-summary] [role="alert"]')
    .filter({ visible: true })
    .last();
  await box.waitFor();
  return box.evaluate(async (element) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { top, bottom, left } = element.getBoundingClientRect();
    const isInSight = top >= 0 && top < innerHeight - 24 && bottom > 24 && left >= 0;
    const onTop = element.contains(document.elementFromPoint(left + 12, Math.max(top, 0) + 12));
    return { text: (element as HTMLElement).innerText, isInSight: isInSight && onTop };
  });
}

async function fail(page: Page, context: Profile, write: Write, failing: Failing): Promise<void> {
  await context.setOffline(failing === null);
  await page.unroute(write.call);
  if (failing === null) return;
  await page.route(write.call, (route) =>
    route.request().method() === write.method ? route.fulfill(failing) : route.fallback(),
  );
}

/** Each write on one of both sizes and in one of both languages; together they cover all four. */
const VISITS = [
  { language: 'en', width: 1280, height: 600 },
  { language: 'ja', width: 360, height: 640 },
  { language: 'ja', width: 1280, height: 600 },
  { language: 'en', width: 360, height: 640 },
] as const;

describe.each(Object.entries(WRITES).map(([name, write], at) => [name, write, at] as const))('%s', (_, write, at) => {
  const how = VISITS[at % VISITS.length] ?? VISITS[0];

  test(`that fails says so beside its button, and keeps what was typed (${how.language}, ${how.width} px)`, async () => {
    const { page, context } = await suite.visit({ as: write.as, ...how });
    await write.begin(page);
    const before = (await write.typed?.(page)) ?? '';
    const found: Record<string, unknown> = {};
    for (const [name, failing] of Object.entries(FAILURES)) {
      if (write.empty === true && failing?.status === 200) continue;
      await fail(page, context, write, failing);
      await write.press(page);
      const { text, isInSight } = await said(page);
      const typed = (await write.typed?.(page)) ?? '';
      const reads = /undefined|\[object|\{\{/.test(text) || text.trim() === '' ? text : 'a sentence';
      found[name] = { isInSight, reads, kept: typed === before };
      if (failing === null) {
        await context.setOffline(false);
        await page.locator('[data-nf-connected-again]').first().waitFor();
      }
    }
    const kinds = Object.keys(found);
    expect(kinds.length).toBeGreaterThan(7);
    expect(found).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, { isInSight: true, reads: 'a sentence', kept: true }])),
    );
    await page.unroute(write.call);
    await write.press(page);
    await expect.poll(() => page.locator('[data-nf-action-failure]').count()).toBe(0);
    await context.close();
  });
});

test('a list whose call fails without the members of a problem says that it failed', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await page.route('**/api/ticket?*', (route) => route.fulfill({ status: 503, json: { code: 'busy' } }));
  await page.goto('/tickets');
  await page.locator('[data-nf-empty="failed"] [data-nf-error="busy"]').waitFor();
  await page.unroute('**/api/ticket?*');
  await page.locator('[data-nf-empty="failed"] button').click();
  await page.locator('[data-nf-open]').first().waitFor();
  expect(await submitButton(page).count()).toBe(0);
  await context.close();
});
