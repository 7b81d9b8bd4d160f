// On SQLite alone: what a file does happens before its name and size come to a database.
// Two hundred files that are made to do harm come in, are read, drawn and imported, and do nothing.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommentAnswer, ProblemAnswer, RecordValue, StoredFile, UploadAnswer } from '@ninefold/model';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../start/open-place.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { hostileFiles, hostileSheets, type Hostile } from './testing/hostile.ts';

const SEED = 20_261_127;
const NUMBER = 200;
const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
limits: { upload_bytes: 20000000 }
entities:
  note: { title: name, comments: true, fields: { name: { type: string, required: true }, paper: { type: file } } }
roles:
  writer: { members: everyone, note: { create: true, read: true, update: true, comment: true, import: true, export: true } }
  boss: { note: { read: true } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;
const BYTES = { 'content-type': 'application/octet-stream' };
/** What a browser may be told that a file is. */
const HARMLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w-]+|video\/[\w-]+|application\/(?:pdf|octet-stream))$/;
/** Folders, controls, and signs that turn a name around or hide. */
const BAD_NAME = /[/\\\p{Cc}\p{Cs}<>:"|?*\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^[. ]|[. ]$/u;

let desk: Desk;
let ada: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  ada = await desk.signedIn('ada@example.com');
});
afterAll(async () => desk.close());

/** What is wrong with how a content is answered. */
function wrongIn({ status, headers, bytes }: Answer, content: Buffer): readonly unknown[] {
  const disposition = String(headers['content-disposition']);
  return [
    status === 200 || ['status', status],
    HARMLESS.test(String(headers['content-type'])) || ['type', headers['content-type']],
    /^attachment; filename="[^"\\\r\n]*"(?:; filename\*=UTF-8''[^\s;"<>]+)?$/.test(disposition) || [
      'disposition',
      disposition,
    ],
    headers['content-security-policy'] === "sandbox; default-src 'none'" || [
      'policy',
      headers['content-security-policy'],
    ],
    headers['x-content-type-options'] === 'nosniff' || ['sniff', headers['x-content-type-options']],
    headers['set-cookie'] === undefined || ['cookie', headers['set-cookie']],
    bytes.length === content.length || ['bytes', bytes.length],
  ].filter((each) => each !== true);
}

const drawn = new Map<string, number>();

/** One of each kind is drawn, since each takes a process. */
async function wrongPreview({ kind }: Hostile, at: string): Promise<readonly unknown[]> {
  const before = drawn.get(kind) ?? 0;
  drawn.set(kind, before + 1);
  if (before > 0) return [];
  const { status, bytes, headers } = await ada.call('GET', `${at}?preview=small`);
  if (status === 404) return [];
  const { format, width = 0, height = 0 } = await sharp(bytes).metadata();
  const isPicture = status === 200 && format === 'webp' && Math.max(width, height) <= 192;
  return isPicture && headers['content-type'] === 'image/webp' ? [] : [['preview', status, format, width, height]];
}

async function wrongWith(hostile: Hostile): Promise<readonly unknown[]> {
  const { name, content } = hostile;
  const sent = await ada.call('POST', `/api/_files?name=${encodeURIComponent(name)}`, {
    body: content,
    headers: BYTES,
  });
  if (sent.status !== 201) return [['sent', sent.status, sent.text]];
  const { id, name: stored } = sent.json as UploadAnswer;
  const made = await ada.call('POST', '/api/note', { body: { name: 'n', paper: id } });
  if (made.status !== 201) return [['made', made.text]];
  const record = made.json as RecordValue & { readonly paper: StoredFile };
  const at = `/api/note/${record.id}/paper/${id}`;
  return [
    ...(BAD_NAME.test(stored) || Buffer.byteLength(stored) > 240 || stored === '' ? [['name', stored]] : []),
    ...(record.paper.name === stored ? [] : [['name in the record', record.paper.name]]),
    ...wrongIn(await ada.call('GET', at), content),
    ...(await wrongPreview(hostile, at)),
  ];
}

test(`${String(NUMBER)} hostile files do nothing (seed ${String(SEED)})`, async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.includes('evil'));
  const wrong: unknown[] = [];
  for (const hostile of hostileFiles(NUMBER, SEED)) {
    const found = await wrongWith(hostile);
    if (found.length > 0) wrong.push([hostile.kind, hostile.name, ...found]);
  }
  expect(wrong).toEqual([]);
  expect(drawn.size).toBeGreaterThan(15);
  expect(readdirSync(tmpdir()).filter((name) => name.includes('evil'))).toEqual(before);
  const places = readdirSync(filesOf(desk.place)).filter((name) => !/^[0-9a-f]{2}$/.test(name));
  expect(places.toSorted()).toEqual(['arriving', 'previews']);
  expect(readdirSync(join(filesOf(desk.place), 'arriving'))).toEqual([]);
  expect(desk.log).toEqual([]);
  expect((await ada.call('GET', '/api/note?total=exact')).json).toMatchObject({ total: NUMBER });
}, 300_000);

test('hostile files in a comment are as harmless, and their names in the list and the export', async () => {
  const note = (await ada.call('POST', '/api/note', { body: { name: 'said' } })).json as RecordValue;
  for (const { name, content } of hostileFiles(21, SEED + 1).slice(-4)) {
    const sent = await ada.call('POST', `/api/_files?name=${encodeURIComponent(name)}`, {
      body: content,
      headers: BYTES,
    });
    const { id } = sent.json as UploadAnswer;
    const said = await ada.call('POST', `/api/note/${note.id}/comments`, { body: { text: 'x', files: [id] } });
    const comment = said.json as CommentAnswer;
    const answer = await ada.call('GET', `/api/note/${note.id}/comments/${comment.id}/${id}`);
    expect([name, wrongIn(answer, content)]).toEqual([name, []]);
  }
  for (const format of ['csv', 'jsonl', 'xlsx'])
    expect([format, (await ada.call('GET', `/api/note?format=${format}`)).status]).toEqual([format, 200]);
});

test('hostile XLSX files are refused or read as what they are, and write nothing that is not in them', async () => {
  const xlsx = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
  const found: Record<string, unknown> = {};
  for (const { kind, content } of hostileSheets()) {
    const { status, json, text } = await ada.call('POST', '/api/note/import?mode=try', {
      body: content,
      headers: xlsx,
    });
    expect([kind, text.includes('root:'), text.length < 20_000]).toEqual([kind, false, true]);
    found[kind] = status === 200 ? 200 : (json as ProblemAnswer).code;
  }
  expect(Object.values(found)).not.toContain('fault');
  expect(found).toMatchObject({ packed: 'xlsx_too_large', none: 'not_a_table', page: 'not_a_table' });
  expect(existsSync('/tmp/evil.xml')).toBe(false);
  expect((await ada.call('GET', '/api/note?size=1')).status).toBe(200);
}, 120_000);
