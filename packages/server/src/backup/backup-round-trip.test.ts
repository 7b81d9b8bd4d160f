// What an application has beside its rows comes back whole: limits that were set, files, comments, texts in languages, JSON.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommentAnswer, ListAnswer, ProblemAnswer, RecordValue, UploadAnswer } from '@ninefold/model';
import type { SourceFile } from '@ninefold/spec';
import { expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { EVERY_FORM, valuesOf } from '../testing/every-form.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { testPlace } from '../testing/test-database.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], currency: EUR }
limits:
  most: { type: money, value: 100, editable_by: boss }
  closed: { type: dates, value: [2026-03-04], editable_by: boss }
  rate: { type: number, scale: 2, values: [{ from: 2026-01-01, value: 1.5 }], editable_by: boss }
  usual: { type: reference, to: room, value: Attic, editable_by: boss }
entities:
  room: { title: name, fields: { name: { type: string, required: true, translated: true, max: 200 } } }
  note:
    title: number
    comments: { internal: [boss] }
    fields:
      number: { type: sequence, pattern: "{room.name}-{000}" }
      code: { type: string }
      room: { type: reference, to: room, find: option.name == record.code, default: = limits.usual }
      about: { type: text, translated: true }
      facts: { type: json }
      papers: { type: files }
      cost: { type: money }
      dear: { type: boolean, computed: record.cost > limits.most }
      rate: { type: number, scale: 2, computed: limits.rate.on(date(record.created_at)) }
roles:
  boss: { note: all, room: all, user: { read: true } }
  administrator: { runtime: [audit, users], user: { read: true, grant: [boss, administrator] } }
`;
const FILES = [
  { path: 'app.yaml', text: SPECIFICATION },
  { path: 'data/room.csv', text: 'name.en,name.ja\nAttic,屋根裏\nCellar,地下室\n' },
];
/** Strings that break things, where the copy of them lies beside the project. */
const NAUGHTY = join(process.env['NINEFOLD_CORPORA'] ?? '../shared/corpora', 'bad-input', 'blns.json');
const TEXTS: readonly string[] = existsSync(NAUGHTY)
  ? (JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[]).filter((text) => text.trim() !== '')
  : [
      '\u202Egnp.exe',
      "Robert'); DROP TABLE note;--",
      '<svg onload=alert(1)>',
      '👩‍👩‍👧 ̶z',
      '{{number}}',
      '../../etc/passwd',
    ];

/** All that people see of the records of an entity, in an order of its own. */
async function recordsOf(by: Browser, entity: string, sort: string): Promise<readonly unknown[]> {
  const get = async (path: string): Promise<unknown> => (await by.call('GET', path)).json;
  const { items } = (await get(`/api/${entity}?sort=${sort}&size=200`)) as { items: readonly RecordValue[] };
  const records: unknown[] = [];
  for (const { id } of items) {
    records.push(await get(`/api/${entity}/${id}`), await get(`/api/${entity}/${id}/history`));
    records.push(await get(`/api/${entity}/${id}/comments`));
  }
  return records;
}

/** All that people see of the application. */
async function seen(cleo: Browser): Promise<unknown> {
  const get = async (path: string): Promise<unknown> => (await cleo.call('GET', path)).json;
  const records = await recordsOf(cleo, 'note', 'number');
  return { records, rooms: await get('/api/room?sort=name'), limits: await get('/api/_limits') };
}

/** Another application with the data of this one, by way of a backup. */
async function restored(desk: Desk, files: readonly SourceFile[]): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-round-trip-'));
  const file = join(folder, 'a.backup');
  const log = (): void => undefined;
  await backup(desk.place, file, { version: '9.9', at: NOW, log });
  const place = await testPlace();
  await restore(place, file, { replace: false, application: null, now: NOW, log });
  rmSync(folder, { recursive: true });
  return startDesk({ files, accounts: false, place });
}

async function uploaded(by: Browser, name: string, content: string): Promise<string> {
  const sent = { body: Buffer.from(content), headers: { 'content-type': 'application/octet-stream' } };
  const path = `/api/_files?name=${encodeURIComponent(name)}&size=${String(Buffer.byteLength(content))}`;
  return ((await by.call('POST', path, sent)).json as UploadAnswer).id;
}

test('what people see is the same after a backup and a restore, and goes on from there', async () => {
  const desk = await startDesk({ files: FILES });
  const cleo = await desk.signedIn('cleo@example.com');
  const send = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown> => {
    const answer = await cleo.call(method, path, { body });
    expect([path, answer.status < 300 ? 200 : answer.json]).toEqual([path, 200]);
    return answer.json;
  };
  await send('PATCH', '/api/_limits/most', { value: '12.34' });
  await send('PATCH', '/api/_limits/closed', { value: ['2026-12-24', '2026-12-25'] });
  await send('PATCH', '/api/_limits/rate', { values: [{ from: '2026-01-01', value: '2.25' }] });
  const content = TEXTS.join('\n');
  const papers = [await uploaded(cleo, '図面 🗺️.txt', content)];
  const about = { en: content, ja: `日本語\n${content}` };
  const facts = { texts: TEXTS, deep: [[{ a: null }]] };
  const sent = { code: 'Cellar', cost: '12.35', papers, about, facts };
  const first = (await send('POST', '/api/note', sent)) as RecordValue;
  expect(first).toMatchObject({ number: 'Cellar-001', dear: true, rate: '2.25', about, facts });
  await send('POST', '/api/note', { cost: '1' });
  const comments = `/api/note/${first.id}/comments`;
  const said = (await send('POST', comments, { text: `so *be* it\n${content}` })) as CommentAnswer;
  expect(said.text).toBe(`so *be* it\n${content}`);
  await send('POST', comments, { text: 'inside', internal: true, quote: said.id });
  const before = await seen(cleo);
  expect(JSON.stringify(before)).toContain('"inside"');
  const again = await restored(desk, FILES);
  try {
    const back = await again.signedIn('cleo@example.com');
    expect(await seen(back)).toEqual(before);
    const dan = await again.signedIn('dan@example.com');
    expect((await dan.call('GET', '/_/audit?act=data_restored')).json).toMatchObject({
      items: [{ by: null, address: null, details: { as_of: NOW } }],
    });
    const [paper] = first['papers'] as readonly { readonly id: string }[];
    const path = `/api/note/${first.id}/papers/${paper?.id ?? ''}`;
    const [old, stored] = [await cleo.call('GET', path), await back.call('GET', path)];
    expect([old.status, stored.status]).toEqual([200, 200]);
    expect([old.text, stored.text]).toEqual([content, content]);
    const next = (await back.call('POST', '/api/note', { body: { code: 'Cellar', cost: '12.34' } })).json;
    expect(next).toMatchObject({ number: 'Cellar-002', dear: false, rate: '2.25' });
  } finally {
    await again.close();
    await desk.close();
  }
});

test('values of every form are the same after a backup and a restore, and lines that are referred to are kept', async () => {
  const desk = await startDesk({ files: EVERY_FORM });
  const cleo = await desk.signedIn('cleo@example.com');
  const { items } = (await cleo.call('GET', '/api/user?f.email=eq:cleo@example.com')).json as ListAnswer;
  for (const which of [0, 1] as const) {
    const file = (): Promise<string> => uploaded(cleo, `${String(which)} 図.txt`, TEXTS.join('\n'));
    const values = valuesOf(which, { person: items[0]?.id ?? '', files: [await file(), await file(), await file()] });
    const { status } = await cleo.call('POST', '/api/paper', { body: { name: `paper ${String(which)}`, ...values } });
    expect(status).toBe(201);
  }
  await cleo.call('PATCH', '/api/paper/paper 1', { body: { place: { called: { ja: '別' } }, readers: { user: [] } } });
  const before = await recordsOf(cleo, 'paper', 'name');
  expect(before).toHaveLength(6);
  const again = await restored(desk, EVERY_FORM);
  try {
    const back = await again.signedIn('cleo@example.com');
    expect(await recordsOf(back, 'paper', 'name')).toEqual(before);
    const taken = await back.call('PATCH', '/api/order/B', { body: { rows: [] } });
    expect((taken.json as ProblemAnswer).errors.map(({ code }) => code)).toEqual(['line_in_use']);
  } finally {
    await again.close();
    await desk.close();
  }
});
