import { parse } from 'csv-parse/sync';
import type { ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { DESK } from '../testing/specification.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const MANY = 450;
const HANDBOOKS = ['handbook', 'house'].flatMap((page) =>
  ['en', 'ja'].map((language) => ({ path: `locales/pages/${page}.${language}.md`, text: '# Page\n' })),
);
let desk: Desk;
let ada: Browser;
let bo: Browser;

beforeAll(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
  bo = await desk.signedIn('cleo@example.com');
  for (let index = 0; index < MANY; index++) {
    await ada.call('POST', '/api/note', { body: { subject: `=N${index}`, amount: 100 + index } });
  }
  await ada.call('POST', '/api/note', { body: { subject: 'Kept' } });
}, 60_000);
afterAll(() => desk.close());

test('every record that may be exported is in the file once, over many pages', async () => {
  const answer = await bo.call('GET', '/api/note?format=csv&sort=amount');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/csv/);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="note.csv"');
  const rows = parse(answer.text, { columns: true }) as Record<string, string>[];
  expect(rows.map(({ subject }) => subject)).toEqual(Array.from({ length: MANY }, (_, index) => `'=N${index}`));
  expect(rows[0]).toMatchObject({ state: 'open', amount: '100', code: '' });
});

test('JSON lines carry what the list answers', async () => {
  const answer = await bo.call('GET', '/api/note?format=jsonl&select=subject&f.amount=le:101&sort=amount');
  const records = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordValue);
  expect(records).toMatchObject([{ subject: '=N0', state: 'open' }, { subject: '=N1' }]);
  expect(Object.keys(records[0] ?? {})).toEqual(['id', 'state', 'subject']);
});

test('who has no grant to export gets nothing, however much may be read', async () => {
  const answer = await ada.call('GET', '/api/note?format=csv');
  expect([answer.status, (answer.json as { code: string }).code]).toEqual([403, 'forbidden']);
});

test.each(['format=ods', 'format=csv&format=csv', 'format=csv&size=5', 'format=csv&select=nothing'])(
  'what an export cannot have is refused: %s',
  async (query) => {
    const answer = await bo.call('GET', `/api/note?${query}`);
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([400, 'bad_parameter']);
  },
);

test('a field is exported only by a grant that both exports and shows it', async () => {
  const files = [{ path: 'app.yaml', text: DESK.replace('fields: { secret: write } }', 'fields: { amount: none } }') }];
  const other = await startDesk({ files: [...files, ...HANDBOOKS] });
  const cleo = await other.signedIn('cleo@example.com');
  await cleo.call('POST', '/api/note', { body: { subject: 'Mine', amount: 3 } });
  const listed = (await cleo.call('GET', '/api/note')).json as ListAnswer;
  expect(listed.items[0]).toMatchObject({ amount: 3 });
  expect((await cleo.call('GET', '/api/note?format=csv')).text).toMatch(/^id,state,code,subject,owner\r\n/);
  expect((await cleo.call('GET', '/api/note?format=csv&select=amount')).status).toBe(400);
  await other.close();
});

const BY_TEAM = `ninefold: 1
purpose: { name: papers, languages: [en] }
entities:
  paper:
    title: name
    fields: { name: { type: string, required: true }, draft: { type: boolean }, price: { type: integer } }
roles:
  reader: { members: everyone, paper: { create: true, read: true } }
  boss:
    paper: { export: true, fields: { price: none } }
  buyer:
    includes: boss
    paper: { read: record.draft, export: record.draft, fields: { price: read } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, buyer, administrator] } }
`;

test.each(['csv', 'jsonl', 'zip'])('a row of one grant gets no field of another: %s', async (format) => {
  const other = await startDesk({ files: [{ path: 'app.yaml', text: BY_TEAM }] });
  const dan = await other.signedIn('dan@example.com');
  const people = (await dan.call('GET', '/api/user?search=cleo')).json as ListAnswer;
  const given = await dan.call('PATCH', `/api/user/${String(people.items[0]?.id)}`, { body: { roles: ['buyer'] } });
  expect(given.status).toBe(200);
  const cleo = await other.signedIn('cleo@example.com');
  await cleo.call('POST', '/api/paper', { body: { name: 'Draft', draft: true, price: 7101 } });
  await cleo.call('POST', '/api/paper', { body: { name: 'Final', draft: false, price: 7202 } });
  // all of it may be read, but of what is no draft only a grant without `export` shows the price
  const { items } = (await cleo.call('GET', '/api/paper?sort=name')).json as ListAnswer;
  expect(items.map(({ price }) => price)).toEqual([7101, 7202]);
  const { text } = await cleo.call('GET', `/api/paper?format=${format}&sort=name`);
  expect([text.includes('Draft'), text.includes('Final')]).toEqual([true, true]);
  expect([text.includes('7101'), text.includes('7202')]).toEqual([true, false]);
  await other.close();
});

test('files for Japanese readers begin with a byte order mark', async () => {
  const answer = await bo.call('GET', '/api/note?format=csv&lng=ja&f.amount=eq:100');
  expect(answer.text.startsWith('\uFEFFid,')).toBe(true);
});
