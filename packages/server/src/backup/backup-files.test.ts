import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RecordValue, UploadAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../start/open-place.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { testPlace } from '../testing/test-database.ts';
import { createFolderStore } from '../uploads/file-store.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  note: { title: name, comments: true, fields: { name: { type: string, required: true }, papers: { type: files } } }
roles:
  writer: { members: everyone, note: { create: true, read: true, comment: true, update: true } }
  boss: { note: { read: true } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;
const HEADERS = { 'content-type': 'application/octet-stream' };
const CONTENTS = ['small', '', 'x'.repeat(500_000), 'small'];
const SAID = 'said';

let desk: Desk;
let folder: string;
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-backup-files-'));
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

async function filled(): Promise<readonly string[]> {
  const ada = await desk.signedIn('ada@example.com');
  const papers: string[] = [];
  for (const content of CONTENTS) {
    const body = Buffer.from(content);
    const sent = await ada.call('POST', `/api/_files?name=a.txt&size=${content.length}`, { body, headers: HEADERS });
    papers.push((sent.json as UploadAnswer).id);
  }
  const made = await ada.call('POST', '/api/note', { body: { name: 'n', papers } });
  expect((made.json as RecordValue)['papers']).toHaveLength(CONTENTS.length);
  const body = Buffer.from(SAID);
  const sent = await ada.call('POST', '/api/_files?name=said.txt&size=4', { body, headers: HEADERS });
  const comment = { text: 'x', files: [(sent.json as UploadAnswer).id] };
  const said = await ada.call('POST', `/api/note/${(made.json as RecordValue).id}/comments`, { body: comment });
  expect(said.status).toBe(201);
  return [...papers, ...comment.files];
}

test('a backup holds the content of each file once, and a restore brings it back', async () => {
  const papers = await filled();
  const hashes = await Promise.all(papers.map((id) => desk.service.uploads.hashOf(id)));
  const file = join(folder, 'a.backup');
  expect(await backup(desk.place, file, { version: '9.9', at: NOW, log })).toMatchObject({ files: 4 });
  const to = await testPlace();
  try {
    const restored = await restore(to, file, { replace: false, application: null, now: NOW, log });
    expect(restored.contents).toMatchObject({ files: 4 });
    const store = createFolderStore(filesOf(to));
    for (const [index, hash] of hashes.entries()) {
      const chunks: Buffer[] = [];
      for await (const chunk of (await store.read(hash ?? '', null)) ?? []) chunks.push(chunk);
      expect(Buffer.concat(chunks).toString()).toBe([...CONTENTS, SAID][index]);
    }
  } finally {
    await to.remove();
  }
  expect(lines).toEqual([]);
});

test('a content that is not the one that was written is found', async () => {
  const text = gunzipSync(readFileSync(join(folder, 'a.backup'))).toString('utf8');
  const bad = join(folder, 'bad.backup');
  const [written, other] = ['small', 'smell'].map((content) => Buffer.from(content).toString('base64'));
  writeFileSync(bad, gzipSync(text.replace(written ?? '', other ?? '')));
  const to = await testPlace();
  const restored = restore(to, bad, { replace: false, application: null, now: NOW, log });
  await expect(restored).rejects.toMatchObject({ name: 'StartFailure' });
  await to.remove();
});
