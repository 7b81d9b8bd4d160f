// Titles that are made of values are shown in the words of their reader, wherever they leave the server; files for programs keep the values.
import type { ImportAnswer, ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], time_zone: Europe/Berlin, currency: EUR }
entities:
  loan:
    title: '{{what}} {{from}}'
    fields:
      what: { type: string, required: true }
      from: { type: date, required: true }
  every:
    title: '{{day}}|{{moment}}|{{opens}}|{{spent}}|{{kind}}|{{ready}}|{{weight}}|{{year}}|{{loan}}|{{blank}}'
    fields:
      day: { type: date }
      moment: { type: datetime }
      opens: { type: time }
      spent: { type: duration }
      kind: { type: choice, options: [very_small, large] }
      ready: { type: boolean }
      weight: { type: number, scale: 2 }
      year: { type: integer }
      loan: { type: reference, to: loan }
      loans: { type: references, to: loan }
      blank: { type: date }
      rows: { type: lines, fields: { loan: { type: reference, to: loan } } }
  bill:
    title: '{{number}} {{note}}'
    fields: { number: { type: sequence, pattern: 'B-{000}', given: send }, note: { type: string } }
  payment: { title: '{{bill}}', fields: { bill: { type: reference, to: bill } } }
states:
  bill: { initial: draft, states: { draft: {}, sent: { final: true } }, transitions: { send: { from: draft, to: sent, by: boss } } }
rules:
  every:
    late: { when: filled(record.loan), check: blank(record.blank), at: loan, message: '{{loan}} is closed.' }
roles:
  boss: { loan: all, every: all, bill: all, payment: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
const JAPANESE = {
  rules: { every: { late: { message: '{{loan}}は終了しています。' } } },
  entities: { bill: { label: '請求書' }, every: { fields: { kind: { options: { very_small: { label: '極小' } } } } } },
};
const files = [
  { path: 'app.yaml', text: SPECIFICATION },
  { path: 'locales/ja/app.json', text: JSON.stringify(JAPANESE) },
];
const ENGLISH = 'Nov 30, 2026|Nov 22, 2026, 2:12 AM|8:30 AM|36h 30m|Very small|Yes|1,234.50|2026|Lamp "x" Jan 2, 2026|';
const IN_JAPANESE = '2026/11/30|2026/11/22 02:12|08:30|36時間30分|極小|はい|1,234.50|2026|Lamp "x" 2026/01/02|';
const AS_STORED = '2026-11-30|2026-11-22T01:12:29.079Z|08:30|PT36H30M|very_small|1|1234.50|2026|Lamp "x" 2026-01-02|';

let desk: Desk;
let cleo: Browser;
let id: string;
beforeAll(async () => {
  desk = await startDesk({ files });
  cleo = await desk.signedIn('cleo@example.com');
  const loan = (await cleo.call('POST', '/api/loan', { body: { what: 'Lamp "x"', from: '2026-01-02' } }))
    .json as RecordValue;
  const values = {
    ...{ day: '2026-11-30', moment: '2026-11-22T01:12:29.079Z', opens: '08:30', spent: 'PT36H30M' },
    ...{ kind: 'very_small', ready: true, weight: '1234.5', year: 2026, loan: loan.id, loans: [loan.id] },
    rows: [{ loan: loan.id }],
  };
  id = ((await cleo.call('POST', '/api/every', { body: values })).json as RecordValue).id;
}, 60_000);
afterAll(() => desk.close());

/** Noncharacters, of which no reader may be told. */
const MARKS = /[\uFDD0-\uFDD2]/;

const read = async (path: string, language: string) => {
  const { json, text } = await cleo.call('GET', `${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
  expect(text).not.toMatch(MARKS);
  return json as never;
};

test.each([
  ['en', ENGLISH, 'Lamp "x" Jan 2, 2026'],
  ['ja', IN_JAPANESE, 'Lamp "x" 2026/01/02'],
])('records, references, lists and histories show titles in %s', async (language, title, loan) => {
  const record: RecordValue = await read(`/api/every/${id}`, language);
  const reference = expect.objectContaining({ title: loan });
  expect(record).toMatchObject({ title, loan: reference, loans: [reference], rows: [{ loan: reference }] });
  const list: ListAnswer = await read('/api/every?sort=loan', language);
  expect(list.items[0]).toMatchObject({ title, loan: reference });
  expect(JSON.stringify(await read('/api/every?group=loan', language))).toContain(JSON.stringify(loan).slice(1, -1));
  expect(JSON.stringify(await read(`/api/every/${id}/history`, language))).toContain(JSON.stringify(loan).slice(1, -1));
});

test('a record without a title has the name of its entity, until it gets one, and none in files for programs', async () => {
  const bill = (await cleo.call('POST', '/api/bill', { body: {} })).json as RecordValue;
  await cleo.call('POST', '/api/payment', { body: { bill: bill.id } });
  expect(bill.title).toBe('Bill');
  expect(await read(`/api/bill/${bill.id}`, 'ja')).toMatchObject({ title: '請求書' });
  const payments: ListAnswer = await read('/api/payment', 'ja');
  expect(payments.items).toMatchObject([{ title: '請求書', bill: { title: '請求書' } }]);
  const { text } = await cleo.call('GET', '/api/bill?select=title&format=jsonl');
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ title: '' });
  await cleo.call('POST', `/api/bill/${bill.id}/send`, { body: {}, headers: { 'if-match': '"1"' } });
  expect(await read('/api/payment', 'en')).toMatchObject({ items: [{ title: 'B-001' }] });
});

test('messages name records as their reader knows them', async () => {
  const { json, text } = await cleo.call('PATCH', `/api/every/${id}?lng=ja`, {
    body: { blank: '2026-01-01' },
    headers: { 'if-match': '"1"' },
  });
  expect(text).not.toMatch(MARKS);
  expect(json).toMatchObject({ errors: [{ message: 'Lamp "x" 2026/01/02は終了しています。' }] });
});

test('files for people have the words, files for programs the values, and an import finds records by these', async () => {
  const file = async (query: string): Promise<string> => {
    const { text } = await cleo.call('GET', `/api/every?select=title,loan&${query}`);
    expect(text).not.toMatch(MARKS);
    return text;
  };
  expect(await file('format=csv&for=people&lng=ja')).toContain('Lamp ""x"" 2026/01/02');
  expect(await file('format=csv')).toContain('Lamp ""x"" 2026-01-02');
  expect(JSON.parse((await file('format=jsonl')).split('\n')[0] ?? '')).toMatchObject({ title: AS_STORED });
  const { json } = await cleo.call('POST', '/api/every/import?mode=try', {
    body: 'loan\n"Lamp ""x"" 2026-01-02"\n',
    headers: { 'content-type': 'text/csv' },
  });
  expect(json as ImportAnswer).toMatchObject({ failed: 0, created: 1 });
});
