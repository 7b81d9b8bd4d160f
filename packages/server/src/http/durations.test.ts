import type { GroupAnswer, ImportAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: hours, languages: [en, ja], time_zone: Europe/Berlin }
limits: { most: { type: duration, value: 10 h } }
entities:
  sheet:
    title: "{{code}} {{spent}}"
    fields:
      code: { type: string, required: true, max: 20 }
      spent: { type: duration, default: 1:30, min: 15 min, max: = limits.most }
      from: { type: datetime }
      until: { type: datetime }
      away: { type: duration, computed: record.until - record.from }
      both: { type: duration, computed: record.spent + record.away }
      long: { type: boolean, computed: record.spent > hours(2) }
      parts: { type: lines, fields: { took: { type: duration, required: true } } }
      whole: { type: duration, computed: "sum(record.parts.map(p, p.took))" }
      mean: { type: duration, computed: "avg(record.parts.map(p, p.took))" }
      longest: { type: duration, computed: "max(record.parts.map(p, p.took))" }
roles:
  boss: { sheet: all, user: { read: true } }
  administrator: { runtime: [users], sheet: all, user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

async function sent(body: object): Promise<RecordValue & ProblemAnswer> {
  return (await cleo.call('POST', '/api/sheet', { body })).json as RecordValue & ProblemAnswer;
}

async function codes(query: string): Promise<readonly unknown[]> {
  const answer = (await cleo.call('GET', `/api/sheet?${query}`)).json as ListAnswer;
  return answer.items.map(({ code }) => code);
}

test('a value is stored in one form, defaults and bounds are those of the specification, spans are computed', async () => {
  expect(await sent({ code: 'a' })).toMatchObject({ spent: 'PT1H30M', away: null, both: null, long: false });
  const from = '2026-03-28T12:00:00.000Z';
  const until = '2026-03-29T12:00:00.000Z';
  const body = { code: 'b', spent: 'PT150M', from, until, parts: [{ took: 'PT90S' }] };
  expect(await sent(body)).toMatchObject({
    ...{ title: 'b 2h 30m', spent: 'PT2H30M', away: 'PT24H', both: 'PT26H30M', long: true },
    parts: [{ took: 'PT1M30S' }],
  });
  const codeOf = async (spent: unknown) => (await sent({ code: 'x', spent })).errors?.map(({ code }) => code);
  expect(await codeOf('PT14M')).toEqual(['too_small']);
  expect(await codeOf('PT10H0.001S')).toEqual(['too_big']);
  expect(await codeOf('P1D')).toEqual(['bad_duration']);
  expect(await codeOf(90)).toEqual(['bad_duration']);
});

test('lists filter, sort and group by it, and find by conditions', async () => {
  await sent({ code: 'c', spent: 'PT10H' });
  await sent({ code: 'd', spent: null });
  expect(await codes('f.spent=ge:PT2H&sort=spent')).toEqual(['b', 'c']);
  expect(await codes('f.spent=eq:PT90M')).toEqual(['a']);
  expect(await codes('f.spent=blank')).toEqual(['d']);
  expect(await codes('sort=-spent')).toEqual(['c', 'b', 'a', 'd']);
  expect(await codes(`where=${encodeURIComponent('record.spent > hours(2) && record.spent < hours(3)')}`)).toEqual([
    'b',
  ]);
  expect(await codes(`where=${encodeURIComponent('record.parts.exists(p, p.took < minutes(2))')}`)).toEqual(['b']);
  expect((await cleo.call('GET', '/api/sheet?f.spent=ge:soon')).status).toBe(400);
  const groups = (await cleo.call('GET', '/api/sheet?group=spent&sort=spent')).json as GroupAnswer;
  expect(groups.items.map(({ by }) => by['spent'])).toEqual(['PT1H30M', 'PT2H30M', 'PT10H', null]);
});

test('groups measure it, blanks left out', async () => {
  const measures = 'sum:spent,avg:spent,min:spent,max:spent';
  const { items } = (await cleo.call('GET', `/api/sheet?group=&select=${measures}&f.code=in:a,b,c,d`))
    .json as GroupAnswer;
  expect(items).toMatchObject([
    {
      ...{ sum: { spent: 'PT14H' }, avg: { spent: 'PT4H40M' } },
      ...{ min: { spent: 'PT1H30M' }, max: { spent: 'PT10H' } },
    },
  ]);
});

test('lists of it are measured the same in a record and in a condition', async () => {
  const parts = ['PT1M', 'PT2M', 'PT2M0.001S'].map((took) => ({ took }));
  expect(await sent({ code: 'm', parts })).toMatchObject({
    ...{ whole: 'PT5M0.001S', mean: 'PT1M40S', longest: 'PT2M0.001S' },
  });
  expect(await sent({ code: 'n' })).toMatchObject({ whole: 'PT0S', mean: null, longest: null });
  const found = (condition: string) => codes(`where=${encodeURIComponent(condition)}&f.code=in:m,n`);
  const list = 'record.parts.map(p, p.took)';
  expect(await found(`sum(${list}) == minutes(5) + seconds(0.001)`)).toEqual(['m']);
  expect(await found(`avg(${list}) == seconds(100)`)).toEqual(['m']);
  expect(await found(`sum(${list}) == seconds(0)`)).toEqual(['n']);
  expect(await found(`blank(min(${list}))`)).toEqual(['n']);
});

test.each(['csv', 'jsonl', 'xlsx'])('%s goes out and comes in again', async (format) => {
  const { bytes } = await cleo.call('GET', `/api/sheet?format=${format}&sort=code`);
  const types = { csv: 'text/csv', jsonl: 'application/jsonl', xlsx: XLSX } as const;
  const headers = { 'content-type': types[format as keyof typeof types] };
  const answer = (await cleo.call('POST', '/api/sheet/import?mode=all', { body: bytes, headers })).json as ImportAnswer;
  expect([answer.created, answer.changed, answer.failed]).toEqual([0, 0, 0]);
});

test('an import takes lengths of time as people write them', async () => {
  const body = 'code,spent\nen,1h 45m\nja,2時間15分\nclock,3:05\n';
  const headers = { 'content-type': 'text/csv' };
  await cleo.call('POST', '/api/sheet/import?mode=all', { body, headers });
  expect(await codes('f.spent=in:PT1H45M,PT2H15M,PT3H5M&sort=spent')).toEqual(['en', 'ja', 'clock']);
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
