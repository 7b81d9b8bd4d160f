import type { Page } from 'playwright-core';
import { idOf, type OffersAnswer } from '@ninefold/model';
import { open } from '../../e2e/harness/browser.ts';
import { signedIn, type Client, type Person, type RecordBody } from '../../e2e/harness/client.ts';
import { createTicket } from '../../e2e/harness/tickets.ts';
import type { CountedHands } from './counted-hands.ts';

/** What people do all day, from where they stand to where it is done. */
export interface Task {
  readonly what: string;
  readonly as: Person;
  /** The most actions it may take, beside its texts. */
  readonly most: number;
  /** Makes what the task needs, and opens the page where it begins. */
  readonly begin: (page: Page, url: string) => Promise<RecordBody | null>;
  readonly run: (hands: CountedHands, record: RecordBody | null) => Promise<void>;
}

const stateOf = (page: Page, state: string) => page.locator(`main [data-nf-state="${state}"]`).first().waitFor();

async function newTicket(url: string): Promise<RecordBody> {
  return createTicket(await signedIn(url, 'rita'));
}

async function onRecord(page: Page, record: RecordBody): Promise<RecordBody> {
  await open(page, `/tickets/${record.id}`);
  return record;
}

/** A ticket that Alan works on, on its page. */
async function taken(page: Page, url: string): Promise<RecordBody> {
  const record = await newTicket(url);
  const alan = await signedIn(url, 'alan');
  await alan.send('POST', `/api/ticket/${record.id}/take`, {});
  return onRecord(page, record);
}

/** Somebody else who may get the requests of this team. */
async function colleague(client: Client, team: string): Promise<string> {
  const entered = encodeURIComponent(JSON.stringify({ record: { team } }));
  const { body } = await client.get<OffersAnswer>(`/api/_offers/ticket.assignee?entered=${entered}`);
  return String(body.items.find(({ title = '' }) => !title.startsWith('Alan'))?.title);
}

const step = (page: Page, transition: string) => page.locator(`main [data-nf-transition="${transition}"]`).first();

/** The button beside a comment that takes a step with it. */
const said = (page: Page, transition: string) => page.locator(`main [data-nf-said="${transition}"]`);

export const TASKS: readonly Task[] = [
  {
    ...{ what: 'find a request by its number and open it', as: 'alan', most: 2 },
    begin: async (page, url) => {
      const record = await newTicket(url);
      await open(page, '/desk');
      return record;
    },
    run: async (hands, record) => {
      await hands.press('Control+K');
      await hands.type(String(record?.['number']));
      await hands.page
        .getByRole('dialog')
        .locator('[role="option"][aria-selected="true"]', { hasText: String(record?.['title']) })
        .waitFor();
      await hands.press('Enter');
      await hands.page.waitForURL(`**/${String(record?.id)}*`);
    },
  },
  {
    ...{ what: 'take a new request', as: 'alan', most: 1 },
    begin: async (page, url) => onRecord(page, await newTicket(url)),
    run: async (hands) => {
      await hands.click(step(hands.page, 'take'));
      await stateOf(hands.page, 'open');
    },
  },
  {
    ...{ what: 'ask the requester back, once it is taken', as: 'alan', most: 1 },
    begin: async (page, url) => {
      const record = await onRecord(page, await newTicket(url));
      await step(page, 'take').click();
      await said(page, 'wait').waitFor();
      return record;
    },
    run: async (hands) => {
      await hands.page.locator('#nf-comment:focus').waitFor();
      await hands.type('Which floor is it?');
      await hands.click(said(hands.page, 'wait'));
      await stateOf(hands.page, 'waiting');
    },
  },
  {
    ...{ what: 'ask the requester back, on a page just opened', as: 'alan', most: 2, begin: taken },
    run: async (hands) => {
      await hands.click(hands.page.locator('#nf-comment'));
      await hands.type('Which floor is it?');
      await hands.click(said(hands.page, 'wait'));
      await stateOf(hands.page, 'waiting');
    },
  },
  {
    ...{ what: 'solve a request', as: 'alan', most: 2, begin: taken },
    run: async (hands) => {
      await hands.click(step(hands.page, 'resolve'));
      await hands.page.getByRole('dialog').locator('textarea').first().waitFor();
      await hands.type('The cable was loose.');
      await hands.press('Control+Enter');
      await stateOf(hands.page, 'resolved');
    },
  },
  {
    ...{ what: 'assign a request to a colleague', as: 'alan', most: 2, begin: taken },
    run: async (hands, record) => {
      const alan = await signedIn(new URL(hands.page.url()).origin, 'alan');
      const name = await colleague(alan, String(idOf(record?.['team'] ?? null)));
      await hands.press('a');
      const box = hands.page.locator('main input[role="combobox"]').first();
      await box.waitFor();
      await hands.type(name);
      await hands.page.getByRole('option', { name }).first().waitFor();
      await hands.press('Enter');
      await box.waitFor({ state: 'detached' });
    },
  },
  {
    ...{ what: 'urgent, mine and open, by a view', as: 'mona', most: 1 },
    begin: async (page, url) => {
      const mona = await signedIn(url, 'mona');
      const look = { columns: null, pinned: 1, height: 40, totals: false };
      const query = 'f.priority=in%3Aurgent&f.assignee=eq%3Ame&f.state_final=eq%3Afalse';
      const { body } = await mona.send<RecordBody>('POST', '/_/views', {
        ...{ screen: 'tickets', name: 'Urgent, mine', query, look, shared: false },
      });
      await open(page, '/_/home');
      return body;
    },
    run: async (hands, view) => {
      await hands.click(hands.page.locator(`nav a[href*="view=${String(view?.id)}"]`));
      await hands.page.locator('main tbody tr, [data-nf-empty]').first().waitFor();
    },
  },
  {
    ...{ what: 'make a request', as: 'rita', most: 4 },
    begin: async (page) => {
      await open(page, '/my-requests');
      return null;
    },
    run: async (hands) => {
      const { page } = hands;
      await hands.press('c');
      await page.waitForURL('**/ask*');
      await page.locator('[data-nf-field="category"] input:focus').waitFor();
      await hands.type('Comp');
      await page.getByRole('option').first().waitFor();
      await hands.press('Enter');
      await hands.press('Tab');
      await hands.type('The screen stays black');
      await hands.press('Control+Enter');
      await page.waitForURL(/\/tickets?\/[0-9a-f-]{36}/);
    },
  },
  {
    ...{ what: 'assign ten requests', as: 'alan', most: 3 },
    begin: async (page) => {
      await open(page, '/desk?size=25');
      return null;
    },
    run: async (hands) => {
      const { page } = hands;
      const boxes = page.locator('main tbody input[type="checkbox"]');
      await hands.click(boxes.nth(9), 'Shift');
      await hands.click(page.locator('[data-nf-bulk="counted"] [data-nf-bulk-action="_set_assignee"]'));
      const box = page.getByRole('dialog').locator('input[role="combobox"]').first();
      await box.waitFor();
      await hands.type('Alan Archer');
      await page.locator('input[role="combobox"][aria-activedescendant]').waitFor();
      await hands.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
];
