// What an application has beside its rows comes back whole: limits that were set, files, comments, texts in languages, JSON.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommentAnswer, RecordValue, UploadAnswer } from '@ninefold/model';
import { expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk } from '../testing/start-desk.ts';
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

/** All that people see of the application, in an order of its own. */
async function seen(cleo: Browser): Promise<unknown> {
  const get = async (path: string): Promise<unknown> => (await cleo.call('GET', path)).json;
  const { items } = (await get('/api/note?sort=number&size=200')) as { items: readonly RecordValue[] };
  const records: unknown[] = [];
  for (const { id } of items) {
    records.push(await get(`/api/note/${id}`), await get(`/api/note/${id}/history`));
    records.push(await get(`/api/note/${id}/comments`));
  }
  return { records, rooms: await get('/api/room?sort=name'), limits: await get('/api/_limits') };
}

test('what people see is the same after a backup and a restore, and goes on from there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-round-trip-'));
  const file = join(folder, 'a.backup');
  const log = (): void => undefined;
  const desk = await startDesk({ files: FILES });
  const cleo = await desk.signedIn('cleo@example.com');
  const send = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown> => {
    const answer = await cleo.call(method, path, { body });
    expect([path, answer.status < 300 ? 200 : answer.json]).toEqual([path, 200]);
    return answer.json;
  };
  const upload = async (name: string, content: string): Promise<string> => {
    const sent = { body: Buffer.from(content), headers: { 'content-type': 'application/octet-stream' } };
    const path = `/api/_files?name=${encodeURIComponent(name)}&size=${Buffer.byteLength(content)}`;
    return ((await cleo.call('POST', path, sent)).json as UploadAnswer).id;
  };
  await send('PATCH', '/api/_limits/most', { value: '12.34' });
  await send('PATCH', '/api/_limits/closed', { value: ['2026-12-24', '2026-12-25'] });
  await send('PATCH', '/api/_limits/rate', { values: [{ from: '2026-01-01', value: '2.25' }] });
  const content = TEXTS.join('\n');
  const papers = [await upload('図面 🗺️.txt', content)];
  const first = (await send('POST', '/api/note', {
    ...{ code: 'Cellar', cost: '12.35', papers },
    ...{ about: { en: content, ja: `日本語\n${content}` }, facts: { texts: TEXTS, deep: [[{ a: null }]] } },
  })) as RecordValue;
  expect(first).toMatchObject({ number: 'Cellar-001', dear: true, rate: '2.25', facts: { texts: TEXTS } });
  await send('POST', '/api/note', { cost: '1' });
  const comments = `/api/note/${first.id}/comments`;
  const said = (await send('POST', comments, { text: `so *be* it\n${content}` })) as CommentAnswer;
  await send('POST', comments, { text: 'inside', internal: true, quote: said.id });
  const before = await seen(cleo);
  expect(JSON.stringify(before)).toContain('"inside"');
  await backup(desk.place, file, { version: '9.9', at: NOW, log });

  const place = await testPlace();
  await restore(place, file, { replace: false, application: null, now: NOW, log });
  const again = await startDesk({ files: FILES, accounts: false, place });
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
    expect([stored.status, stored.text]).toEqual([old.status, old.text]);
    const next = (await back.call('POST', '/api/note', { body: { code: 'Cellar', cost: '12.34' } })).json;
    expect(next).toMatchObject({ number: 'Cellar-002', dear: false, rate: '2.25' });
  } finally {
    await again.close();
    await desk.close();
    rmSync(folder, { recursive: true });
  }
});
