import type { ImportAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shifts, languages: [en, ja], time_zone: Europe/Berlin }
limits: { latest: { type: time, value: 22:00 } }
entities:
  shift:
    title: "{{code}} {{starts}}"
    fields:
      code: { type: string, required: true, max: 20 }
      starts: { type: time, default: 8:30, min: "06:00", max: = limits.latest }
      early: { type: boolean, computed: 'record.starts < "08:00"' }
      local: { type: time, computed: time(record.created_at) }
roles:
  boss: { shift: all, user: { read: true } }
  administrator: { runtime: [users], shift: all, user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

async function sent(body: object): Promise<RecordValue & ProblemAnswer> {
  return (await cleo.call('POST', '/api/shift', { body })).json as RecordValue & ProblemAnswer;
}

async function codes(query: string): Promise<readonly unknown[]> {
  const answer = (await cleo.call('GET', `/api/shift?${query}`)).json as ListAnswer;
  return answer.items.map(({ code }) => code);
}

test('a value is stored in one form, with the defaults and bounds of the specification', async () => {
  expect(await sent({ code: 'a' })).toMatchObject({ title: 'a 8:30 AM', starts: '08:30', early: false });
  expect(await sent({ code: 'b', starts: '07:15:00' })).toMatchObject({ starts: '07:15', early: true });
  expect(await sent({ code: 'c', starts: '21:59:59' })).toMatchObject({
    starts: '21:59:59',
    local: expect.stringMatching(/^\d\d:\d\d$/) as unknown,
  });
  const codeOf = async (starts: unknown) => (await sent({ code: 'x', starts })).errors?.map(({ code }) => code);
  expect(await codeOf('05:59')).toEqual(['too_early']);
  expect(await codeOf('22:00:01')).toEqual(['too_late']);
  expect(await codeOf('24:00')).toEqual(['bad_time']);
  expect(await codeOf(830)).toEqual(['bad_time']);
});

test('lists filter, sort and group by it, and find by conditions', async () => {
  expect(await codes('f.starts=ge:08:00&sort=-starts')).toEqual(['c', 'a']);
  expect(await codes(`where=${encodeURIComponent('record.starts < "08:00"')}`)).toEqual(['b']);
  expect((await cleo.call('GET', '/api/shift?f.starts=ge:soon')).status).toBe(400);
  const groups = (await cleo.call('GET', '/api/shift?group=starts&sort=starts')).json as ListAnswer;
  expect(groups.total).toBe(3);
});

test.each([
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])('%s goes out and comes in again', async (format, type) => {
  const { bytes } = await cleo.call('GET', `/api/shift?format=${format}&sort=code`);
  const headers = { 'content-type': type };
  const answer = (await cleo.call('POST', '/api/shift/import?mode=all', { body: bytes, headers })).json as ImportAnswer;
  expect([answer.created, answer.changed, answer.failed]).toEqual([0, 0, 0]);
});

test('an import takes times as people write them', async () => {
  const body = 'code,starts\npm,2:15 pm\nja,午後3時半\n';
  await cleo.call('POST', '/api/shift/import?mode=all', { body, headers: { 'content-type': 'text/csv' } });
  expect(await codes('f.starts=in:14:15,15:30&sort=starts')).toEqual(['pm', 'ja']);
});
