// On SQLite alone: a reason is made of a record that is loaded already.
import type { BulkAnswer, ImportAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], time_zone: Europe/Berlin }
entities:
  team: { title: name, key: name, fields: { name: { type: string, required: true, unique: true } } }
  helper:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      team: { type: reference, to: team, label: Own team }
      away: { type: boolean }
  job:
    title: name
    fields:
      name: { type: string, required: true }
      team: { type: reference, to: team }
      helper: { type: reference, to: helper, where: option.team == record.team && !option.away }
      inner: { type: reference, to: team, closed: true }
      second: { type: reference, to: helper, where: option.team == record.inner }
  loan:
    title: 'Loan {{thing}}'
    no_overlap: { from: from, to: until, per: [thing] }
    fields:
      thing: { type: string, required: true }
      by: { type: string, default: = user.name }
      from: { type: date, required: true }
      until: { type: date }
roles:
  administrator: {}
  boss: { helper: all, team: all, job: all, loan: all }
  clerk:
    members: everyone
    helper: { read: true }
    team: { read: true }
    job: { read: true, create: true, update: true, import: true, fields: { inner: { create: true } } }
    loan: { read: record.by == user.name, create: true }
`;
const JA = { entities: { helper: { fields: { team: { label: '所属' } } } } };

let desk: Desk;
let cleo: Browser;
let ada: Browser;
const ids: Record<string, string> = {};
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'locales/ja/app.json', text: JSON.stringify(JA) },
    ],
  });
  cleo = await desk.signedIn('cleo@example.com');
  ada = await desk.signedIn('ada@example.com');
  const make = async (entity: string, body: object): Promise<string> =>
    ((await cleo.call('POST', `/api/${entity}`, { body })).json as RecordValue).id;
  for (const name of ['Red', 'Blue']) ids[name] = await make('team', { name });
  ids['Samir'] = await make('helper', { name: 'Samir', team: ids['Red'] });
  ids['job'] = await make('job', { name: 'Paint', team: ids['Blue'] });
  ids['free'] = await make('job', { name: 'Roof' });
}, 60_000);
afterAll(() => desk.close());

type Refused = { readonly status: number; readonly json: unknown };
const first = ({ json }: Refused) => (json as ProblemAnswer).errors[0];
const english = { 'accept-language': 'en' };

test('a record that is not offered: which it is, and what it would have to be', async () => {
  const refused = await ada.call('PATCH', `/api/job/${ids['job']}`, {
    body: { helper: ids['Samir'] },
    headers: english,
  });
  expect(first(refused)).toMatchObject({
    code: 'not_offered',
    params: { field: 'helper', value: 'Samir', wanted: 'Blue', about: 'team', of: 'helper' },
    message: '“Samir” cannot be chosen here: “Own team” has to be “Blue”.',
  });
  const headers = { 'accept-language': 'ja' };
  const inJapanese = await ada.call('PATCH', `/api/job/${ids['job']}`, { body: { helper: ids['Samir'] }, headers });
  expect(first(inJapanese)?.message).toBe('「Samir」は選択できません。所属が「Blue」である必要があります。');
});

test('nothing is said of what fits where another part of the condition refuses the record', async () => {
  const body = { name: 'Ada', team: ids['Blue'], away: true };
  const { id } = (await cleo.call('POST', '/api/helper', { body })).json as RecordValue;
  const refused = await ada.call('PATCH', `/api/job/${ids['job']}`, { body: { helper: id }, headers: english });
  expect(first(refused)).toMatchObject({ code: 'not_offered', message: 'Choose one of the records offered here.' });
});

test('the same for many records and in a file', async () => {
  const body = { action: 'update', ids: [ids['job']], values: { helper: ids['Samir'] }, mode: 'each' };
  const { json } = await ada.call('POST', '/api/job/bulk', { body, headers: english });
  expect((json as BulkAnswer).results[0]?.problem?.errors[0]?.params).toMatchObject({ value: 'Samir', wanted: 'Blue' });
  const file = { body: 'name,team,helper\nX,Blue,Samir\n', headers: { ...english, 'content-type': 'text/csv' } };
  const { json: tried } = await ada.call('POST', '/api/job/import?mode=try', file);
  expect((tried as ImportAnswer).problems[0]?.message).toContain('“Own team” has to be “Blue”');
});

test('nothing is said of a value that is blank, nor of one that the writer may not read', async () => {
  const blank = await ada.call('PATCH', `/api/job/${ids['free']}`, { body: { helper: ids['Samir'] } });
  expect(first(blank)).toMatchObject({ code: 'not_offered', params: { field: 'helper' } });
  expect(first(blank)?.message).toBe('Choose one of the records offered here.');
  await cleo.call('PATCH', `/api/job/${ids['job']}`, { body: { inner: ids['Blue'] } });
  const closed = await ada.call('PATCH', `/api/job/${ids['job']}`, { body: { second: ids['Samir'] } });
  expect(first(closed)).toMatchObject({ code: 'not_offered', params: { field: 'second' } });
  expect(JSON.stringify(closed.json)).not.toContain('Blue');
});

const loan = (who: Browser, from: string, until: string | null) =>
  who.call('POST', '/api/loan', { body: { thing: 'Drill', from, until }, headers: english });

test('a period that meets another one: with which record, and how long that lasts, as far as the writer may read it', async () => {
  await loan(ada, '2026-04-01', '2026-04-05');
  const own = await loan(ada, '2026-04-05', '2026-04-06');
  expect(first(own)?.message).toBe('This period overlaps “Loan Drill”, which lasts from Apr 1, 2026 to Apr 5, 2026.');
  await loan(cleo, '2026-05-01', '2026-05-05');
  const other = await loan(ada, '2026-05-05', '2026-05-06');
  expect(first(other)?.message).toBe('This period overlaps another one.');
  expect(Object.keys(first(other)?.params ?? {}).toSorted()).toEqual(['from', 'per', 'to']);
  expect(first(await loan(cleo, '2026-05-02', null))?.message).toContain('from May 1, 2026 to May 5, 2026');
  await loan(cleo, '2026-06-01', null);
  expect(first(await loan(cleo, '2026-07-02', null))?.message).toBe('This period overlaps “Loan Drill”.');
});

test('a day that does not exist is told as such, another text by its form', async () => {
  const said = async (from: string) => first(await loan(ada, from, null))?.message;
  expect(await said('2026-11-31')).toBe('There is no day “2026-11-31”.');
  expect(await said('soon')).toBe('Enter a date, such as 2026-03-05.');
});
