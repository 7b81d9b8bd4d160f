// Against another implementation of S3, which checks signatures: @20minutes/s3rver.
import { randomBytes, createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RecordValue, UploadAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '../backup/backup.ts';
import { moveFiles } from '../backup/move-files.ts';
import { restore } from '../backup/restore.ts';
import { openFiles, useFiles } from '../start/open-files.ts';
import { filesOf } from '../start/open-place.ts';
import { StartFailure } from '../start-failure.ts';
import type { Browser } from '../testing/browser.ts';
import { startS3, type S3Server } from '../testing/s3-server.ts';
import { startDesk } from '../testing/start-desk.ts';
import { testPlace } from '../testing/test-database.ts';
import { createFolderStore, memoOf } from './file-store.ts';
import { readFilesSetting } from './files-setting.ts';
import { createS3Store } from './s3-store.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const FILES = [
  {
    path: 'app.yaml',
    text: `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  note: { title: name, fields: { name: { type: string, required: true }, paper: { type: file } } }
roles:
  writer: { members: everyone, note: { create: true, read: true, update: true } }
  boss: { note: { read: true } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`,
  },
];
const BYTES = { 'content-type': 'application/octet-stream' };

let s3: S3Server;
/** One that also lists. */
let listing: S3Server;
let folder: string;
const lines: string[] = [];
const log = (line: string): void => void lines.push(line);
beforeAll(async () => {
  s3 = await startS3({ lists: false });
  listing = await startS3({ lists: true });
  folder = mkdtempSync(join(tmpdir(), 'ninefold-s3-test-'));
});
afterAll(async () => {
  await s3.remove();
  await listing.remove();
  rmSync(folder, { recursive: true });
});

const storeNow = ({ setting } = s3) => createS3Store(readFilesSetting(setting), log);

function written(content: Buffer): { readonly hash: string; readonly file: string } {
  const file = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(file, content);
  return { hash: createHash('sha256').update(content).digest('hex'), file };
}

test('contents of every length come out as they went in, whole and in parts, are listed and go', async () => {
  const store = storeNow(listing);
  await store.look();
  for (const length of [0, 1, 70_000, 8 * 1024 * 1024 + 5]) {
    const content = randomBytes(length);
    const { hash, file } = written(content);
    await store.take(hash, file);
    expect([length, existsSync(file), existsSync(memoOf(file))]).toEqual([length, false, false]);
    const whole = await store.read(hash, null);
    expect([length, whole && (await buffer(whole)).equals(content)]).toEqual([length, true]);
    const [listed] = (await store.beginningWith(hash.slice(0, 2))).filter((each) => each.hash === hash);
    expect(Math.abs(Date.now() - Number(listed?.at))).toBeLessThan(60_000);
    if (length < 2) continue;
    const part = await store.read(hash, { from: 10, to: 69_999 });
    expect(part && (await buffer(part)).equals(content.subarray(10, 70_000))).toBe(true);
    await store.remove(hash);
    expect(await store.read(hash, null)).toBeNull();
  }
  expect(lines).toEqual([]);
});

test('parts that have arrived are not sent again', async () => {
  const content = randomBytes(17 * 1024 * 1024);
  const { hash, file } = written(content);
  const real = globalThis.fetch;
  const sent: string[] = [];
  const part = /partNumber=(\d+)/;
  const through = (failing: boolean): typeof fetch => {
    return (input, init) => {
      const number = part.exec(String(input))?.[1];
      if (number !== undefined) sent.push(number);
      return number === '3' && failing ? Promise.reject(new TypeError('cut')) : real(input, init);
    };
  };
  try {
    globalThis.fetch = through(true);
    await expect(storeNow().take(hash, file)).rejects.toMatchObject({ name: 'FilesAway' });
    globalThis.fetch = through(false);
    const store = storeNow(); // as after a restart
    await store.take(hash, file);
    expect(sent).toEqual(['1', '2', '3', '3', '3', '3']);
    const whole = await store.read(hash, null);
    expect(whole && (await buffer(whole)).equals(content)).toBe(true);
  } finally {
    globalThis.fetch = real;
  }
});

test('a content whose parts were put together before it was noted is sent again', async () => {
  const content = randomBytes(9 * 1024 * 1024);
  const { hash, file } = written(content);
  const copy = join(folder, 'killed');
  const real = globalThis.fetch;
  try {
    globalThis.fetch = async (input, init) => {
      const answer = await real(input, init);
      if (existsSync(memoOf(file))) {
        copyFileSync(memoOf(file), memoOf(copy)); // what is on the disk where the server is killed now
        copyFileSync(file, copy);
      }
      return answer;
    };
    await storeNow().take(hash, file);
  } finally {
    globalThis.fetch = real;
  }
  await storeNow().take(hash, copy);
  const whole = await storeNow().read(hash, null);
  expect(whole && (await buffer(whole)).equals(content)).toBe(true);
  expect([existsSync(copy), existsSync(memoOf(copy))]).toEqual([false, false]);
});

test('a setting that is none, a bucket that is not there and keys that are wrong are told, without the secret', async () => {
  const code = (text: string): unknown => {
    try {
      return readFilesSetting(text).name;
    } catch (error) {
      return error instanceof StartFailure ? error.message.includes('secret-word') : error;
    }
  };
  for (const wrong of [
    ...['', 'folder', 's3://host/bucket', 's3://key:secret-word@host', 's3://key:secret-word@host/a?x=1'],
    ...['https://key:secret-word@host/a', 's3://key:secret-word@host/a b', 's3://key@host/bucket'],
  ])
    expect([wrong, code(wrong)]).toEqual([wrong, false]);
  expect(readFilesSetting('s3://k:a%2Fb%2B@s3.eu-west-1.amazonaws.com/b/c/d/')).toEqual({
    ...{ endpoint: 'https://s3.eu-west-1.amazonaws.com/b', region: 'eu-west-1', key: 'k', secret: 'a/b+' },
    ...{ prefix: 'c/d/', name: 's3://s3.eu-west-1.amazonaws.com/b/c/d' },
  });
  for (const setting of [s3.setting.replace('/desk/', '/other/'), s3.setting.replace(':S3RVER@', ':secret-word@')]) {
    const failure = await createS3Store(readFilesSetting(setting), log)
      .look()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    expect(`${String(failure)} ${lines.join('\n')}`).not.toContain('secret-word');
  }
  lines.splice(0);
});

async function send(by: Browser, content: Buffer): Promise<{ readonly status: number; readonly id: string }> {
  const begun = await by.call('POST', `/api/_files?name=a.bin&size=${content.length}`);
  const { id } = begun.json as UploadAnswer;
  const { status } = await by.call('PATCH', `/api/_files/${id}?from=0`, { body: content, headers: BYTES });
  return { status, id };
}

test('while the store is away files wait, nothing is lost, and the rest works', async () => {
  const place = { ...(await testPlace()), files: s3.setting };
  const desk = await startDesk({ files: FILES, place });
  try {
    const ada = await desk.signedIn('ada@example.com');
    const content = randomBytes(50_000);
    const first = await send(ada, content);
    expect(first.status).toBe(200);
    const made = (await ada.call('POST', '/api/note', { body: { name: 'n', paper: first.id } })).json as RecordValue;
    const at = `/api/note/${made.id}/paper/${first.id}`;
    expect((await ada.call('GET', at)).bytes.equals(content)).toBe(true);
    const ranged = await ada.call('GET', at, { headers: { range: 'bytes=100-199' } });
    expect([ranged.status, ranged.bytes.equals(content.subarray(100, 200))]).toEqual([206, true]);

    await s3.stop();
    const away = await ada.call('GET', at);
    expect([away.status, away.json]).toMatchObject([503, { code: 'files_away' }]);
    const other = randomBytes(60_000);
    const waiting = await send(ada, other);
    expect(waiting.status).toBe(503);
    const state = (await ada.call('GET', `/api/_files/${waiting.id}`)).json;
    expect(state).toMatchObject({ received: other.length, type: null });
    expect((await ada.call('PATCH', `/api/note/${made.id}`, { body: { name: 'other' } })).status).toBe(200);
    expect(desk.log.filter((line) => line.includes('cannot be used'))).toHaveLength(1);
    expect(desk.log.join('\n')).not.toContain('S3RVER');
    const lost = join(folder, 'lost.backup');
    await expect(backup(place, lost, { version: '9', at: NOW, log })).rejects.toMatchObject({ name: 'StartFailure' });
    expect(existsSync(lost)).toBe(false);

    await s3.start();
    const ended = await ada.call('PATCH', `/api/_files/${waiting.id}?from=${String(other.length)}`, { headers: BYTES });
    expect(ended.json).toMatchObject({ type: 'application/octet-stream' });
    expect((await ada.call('GET', at)).bytes.equals(content)).toBe(true);
    expect(desk.log.at(-1)).toContain('can be reached again');
  } finally {
    await desk.close();
  }
});

test('contents move from the folder to the store and back, and backups hold them from either', async () => {
  const plain = await testPlace();
  const inS3 = { ...plain, files: listing.setting };
  const contents = [randomBytes(40_000), Buffer.from('small')];
  const desk = await startDesk({ files: FILES, place: { ...plain, remove: async () => undefined } });
  const ada = await desk.signedIn('ada@example.com');
  const papers: string[] = [];
  for (const content of contents) {
    const { id } = await send(ada, content);
    await ada.call('POST', '/api/note', { body: { name: 'n', paper: id } });
    papers.push(id);
  }
  const hashes = await Promise.all(papers.map((id) => desk.service.uploads.hashOf(id)));
  // another store than the one that holds them is refused before anything seems to be missing
  await expect(useFiles(desk.database, await openFiles(inS3, log))).rejects.toThrow('lie in');
  await desk.close();

  expect(await moveFiles(inS3, null, log)).toMatchObject({ copied: 2, there: 0, missing: [] });
  await expect(moveFiles(inS3, null, log)).rejects.toThrow('lie in');
  rmSync(filesOf(plain), { recursive: true });
  const file = join(folder, 'moved.backup');
  expect(await backup(inS3, file, { version: '9', at: NOW, log })).toMatchObject({ files: 2 });
  const to = await testPlace();
  await restore(to, file, { replace: false, application: null, now: NOW, log });
  await to.remove();
  await restore(inS3, file, { replace: true, application: null, now: NOW, log });
  expect(await moveFiles(plain, listing.setting, log)).toMatchObject({ copied: 2, missing: [] });
  const store = createFolderStore(filesOf(plain));
  for (const [index, hash] of hashes.entries()) {
    const content = await store.read(hash ?? '', null);
    expect(content && (await buffer(content)).equals(contents[index] ?? Buffer.alloc(0))).toBe(true);
  }
  await plain.remove();
});
