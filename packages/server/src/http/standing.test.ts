import { afterEach, beforeEach, expect, it } from 'vitest';
import { adoptModel } from '../start/open-data.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
beforeEach(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
});
afterEach(() => desk.close());

const NOW = '2026-03-05T12:00:00.000Z';
const create = () => ada.call('POST', '/api/note', { body: { subject: 'one', amount: 1 } });
const statusOf = async (path: string) => {
  const { status, json, headers } = await desk.browser().call('GET', path);
  return [status, (json as { status: string }).status, headers['retry-after']];
};

it('a server that runs answers that it is ready', async () => {
  expect(await statusOf('/health')).toEqual([200, 'ready', undefined]);
  expect(await statusOf('/ready')).toEqual([200, 'ready', undefined]);
});

it('a server whose stored data follows another specification refuses every call, says when to come again, and tells that it has to end', async () => {
  const { application } = desk.service;
  const other = { ...application, model: { ...application.model, timeZone: 'Asia/Tokyo' } };
  const fingerprint = await desk.database.read.all(`SELECT "value" FROM "_meta" WHERE "key" = 'fingerprint'`, []);
  await adoptModel(desk.database, other, { demo: false, now: NOW, acceptLoss: [] });
  desk.database.keepTo(String(fingerprint[0]?.['value'])); // as the process does that began before
  const refused = await create();
  expect(refused).toMatchObject({ status: 503, json: { code: 'other_specification' } });
  expect(refused.headers).toMatchObject({
    'retry-after': '2',
    'content-type': 'application/problem+json; charset=utf-8',
  });
  expect((await ada.call('GET', '/api/note')).status).toBe(200); // reads go on until it is known
  await desk.service.standing.look();
  await desk.service.standing.superseded;
  for (const path of ['/api/note', '/', '/_/session', '/_/live'])
    expect((await ada.call('GET', path)).json).toMatchObject({ code: 'other_specification' });
  expect(await statusOf('/health')).toEqual([503, 'other_specification', '1']);
  expect(await statusOf('/ready')).toEqual([503, 'other_specification', '1']);
});

it('a server that was told to stop is not ready, is well, and answers on', async () => {
  desk.service.standing.stop();
  expect(await statusOf('/ready')).toEqual([503, 'stopping', '1']);
  expect(await statusOf('/health')).toEqual([200, 'stopping', undefined]);
  const answer = await create();
  expect([answer.status, answer.headers['connection']]).toEqual([201, 'close']);
  const live = await ada.call('GET', '/_/live');
  expect([live.status, live.headers['retry-after'], live.json]).toMatchObject([503, '1', { code: 'stopping' }]);
});
