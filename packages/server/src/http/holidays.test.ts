import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HolidaysAnswer } from '@ninefold/model';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
beforeAll(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
});
afterAll(() => desk.close());

test('whoever is signed in may ask for the holidays of a place', async () => {
  const { json } = await ada.call('GET', '/_/holidays/JP?from=2026&to=2027&language=ja');
  const { items } = json as HolidaysAnswer;
  expect(items[0]).toEqual({ day: '2026-01-01', name: '元日' });
  expect(items.at(-1)?.day).toBe('2027-11-23');
  expect((await ada.call('GET', '/_/holidays/XX?from=2026&to=2026')).json).toEqual({ items: [] });
  expect((await desk.browser().call('GET', '/_/holidays/JP?from=2026&to=2026')).status).toBe(401);
});

test.each([
  'JP',
  'JP?from=2026',
  'JP?from=2027&to=2026',
  'JP?from=2020&to=2026',
  'JP?from=abcd&to=2026',
  'JP?from=2026&to=2026&language=../..',
  'jp?from=2026&to=2026',
  'JP-%2e%2e?from=2026&to=2026',
])('refused: %s', async (address) => {
  expect((await ada.call('GET', `/_/holidays/${address}`)).status).toBe(400);
});
