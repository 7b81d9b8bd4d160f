import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { ProblemAnswer, RecordValue, UploadAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../start/open-place.ts';
import type { Browser } from '../testing/browser.ts';
import { startS3, type S3Server } from '../testing/s3-server.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { TEST_DIALECT, testPlace, type TestPlace } from '../testing/test-database.ts';
import type { FileStore } from './file-store.ts';
import { removeGoing } from './going.ts';
import { createUploads, type Uploads } from './uploads.ts';

const FILES = [
  {
    path: 'app.yaml',
    text: `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  note: { title: name, comments: true, fields: { name: { type: string, required: true }, paper: { type: file }, papers: { type: files } } }
roles:
  writer: { members: everyone, note: { create: true, read: true, update: true, comment: true } }
  boss: { note: { read: true } }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`,
  },
];
const BYTES = { 'content-type': 'application/octet-stream' };
const DAY_MS = 86_400_000;

/** Servers of one application: two of them on PostgreSQL. */
let place: TestPlace;
let desks: readonly [Desk, ...Desk[]];
/** As many of another one, whose contents lie in a store that speaks S3. */
let s3: S3Server;
let s3Place: TestPlace;
let inS3: readonly [Desk, ...Desk[]];
beforeAll(async () => {
  place = await testPlace();
  desks = await serversOf(place);
  s3 = await startS3({ lists: true });
  s3Place = { ...(await testPlace()), files: s3.setting };
  inS3 = await serversOf(s3Place);
});
afterAll(async () => {
  for (const desk of [...desks, ...inS3]) await desk.close();
  await s3.remove();
  await s3Place.remove();
  await place.remove();
});

async function serversOf(at: TestPlace): Promise<readonly [Desk, ...Desk[]]> {
  const kept = { ...at, remove: async () => undefined };
  const first = await startDesk({ files: FILES, place: kept });
  return TEST_DIALECT === 'postgres'
    ? [first, await startDesk({ files: FILES, place: kept, accounts: false })]
    : [first];
}

/** The server that the n-th of several callers asks. */
const deskOf = (n: number): Desk => desks[n % desks.length] ?? desks[0];

async function sent(by: Browser, name: string, bytes: Buffer): Promise<UploadAnswer> {
  const answer = await by.call('POST', `/api/_files?name=${name}`, { body: bytes, headers: BYTES });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return answer.json as UploadAnswer;
}

/** What lies in the folder of files, contents and what arrives, by path. */
const lyingIn = (at: TestPlace): readonly string[] =>
  readdirSync(filesOf(at), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(filesOf(at), join(parentPath, name)));

async function contentAt(by: Browser, file: string): Promise<Buffer> {
  const made = (await by.call('POST', '/api/note', { body: { name: 'n', paper: file } })).json as RecordValue;
  return (await by.call('GET', `/api/note/${made.id}/paper/${file}`)).bytes;
}

test('of writes that claim one file at once, to fields, lists and comments, at all servers, one gets it', async () => {
  const ada = await Promise.all(desks.map((desk) => desk.signedIn('ada@example.com')));
  const bo = await deskOf(1).signedIn('bo@example.com');
  const at = (n: number): Browser => ada[n % ada.length] ?? bo;
  const { id: other } = (await at(0).call('POST', '/api/note', { body: { name: 'other' } })).json as RecordValue;
  for (let round = 0; round < 6; round += 1) {
    const file = await sent(at(0), 'one.bin', randomBytes(30));
    const body = { name: 'n', paper: file.id };
    const claims = [
      ...[0, 1, 2].map((n) => at(n).call('POST', '/api/note', { body })),
      ...[0, 1].map((n) => at(n).call('POST', '/api/note', { body: { name: 'n', papers: [file.id] } })),
      ...[0, 1].map((n) => at(n).call('PATCH', `/api/note/${other}`, { body: { papers: [file.id] } })),
      ...[0, 1].map((n) =>
        at(n).call('POST', `/api/note/${other}/comments`, { body: { text: 'x', files: [file.id] } }),
      ),
      bo.call('POST', '/api/note', { body }),
    ];
    const answers = await Promise.all(claims);
    const taken = answers.filter(({ status }) => status < 300);
    const told = answers
      .filter(({ status }) => status >= 300)
      .flatMap(({ json }) => (json as ProblemAnswer).errors.map(({ code }) => code));
    const uses = await deskOf(0).database.read.all(
      'SELECT "record", "field" FROM "_file_use" WHERE "file" = ? AND "left_at" IS NULL',
      [file.id],
    );
    // one record and one field; that it is changed twice by the same value is no second claim
    expect([round, uses.length, new Set(told), answers.at(-1)?.status]).toEqual([
      round,
      1,
      new Set(['no_such_file']),
      422,
    ]);
    expect(taken.length).toBeLessThanOrEqual(2);
  }
  const batch = await sent(at(0), 'batch.bin', randomBytes(30));
  const many = ['a', 'b'].map((name) => ({ entity: 'note', create: { name, paper: batch.id } }));
  const refused = await at(0).call('POST', '/api/batch', { body: { actions: many } });
  expect(refused.status).toBeGreaterThanOrEqual(400);
});

test('the same bytes that several people send at once, in pieces and whole, lie there once and are whole for each', async () => {
  const people = ['ada@example.com', 'bo@example.com', 'cleo@example.com'];
  const browsers = await Promise.all(people.map(async (email, n) => deskOf(n).signedIn(email)));
  const bytes = randomBytes(200_000);
  const inPieces = async (by: Browser): Promise<UploadAnswer> => {
    const begun = (await by.call('POST', `/api/_files?name=p.bin&size=${bytes.length}`)).json as UploadAnswer;
    for (let from = 0; from < bytes.length; from += 50_000)
      await by.call('PATCH', `/api/_files/${begun.id}?from=${from}`, {
        body: bytes.subarray(from, from + 50_000),
        headers: BYTES,
      });
    return (await by.call('GET', `/api/_files/${begun.id}`)).json as UploadAnswer;
  };
  const [ada] = browsers;
  if (ada === undefined) throw new Error('nobody');
  const before = new Set(lyingIn(place));
  const files = await Promise.all(
    browsers.slice(0, 2).flatMap((by) => [sent(by, 'w.bin', bytes), inPieces(by), sent(by, 'x.bin', bytes)]),
  );
  expect(files.map(({ type, received }) => [type, received])).toEqual(
    files.map(() => ['application/octet-stream', bytes.length]),
  );
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(lyingIn(place).filter((path) => !before.has(path))).toEqual([`${hash.slice(0, 2)}/${hash}`]);
  for (const [n, { id }] of files.entries())
    expect((await contentAt(browsers[n < 3 ? 0 : 1] ?? ada, id)).equals(bytes)).toBe(true);
});

/** Uploads over the store of a server in which something happens as a content is removed. */
function uploadsOf(desk: Desk, store: FileStore): Uploads {
  const { service, database: db, place: at } = desk;
  const { previews, clock } = service;
  const { model } = service.application;
  return createUploads({
    ...{ db, model, clock, previews, store, filesFolder: filesOf(at), fileCheck: null },
    log: () => undefined,
  });
}

test.each(['folder', 's3'])(
  'a content that comes again as it is swept is there for who sent it (%s)',
  { timeout: 60_000 },
  async (where) => {
    const [desk] = where === 's3' ? inS3 : desks;
    const bytes = randomBytes(5000);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const ada = await desk.signedIn('ada@example.com');
    const lost = await sent(ada, 'lost.bin', bytes);
    expect((await ada.call('DELETE', `/api/_files/${lost.id}`)).status).toBe(204);
    const { files } = desk.service;
    const old = new Date(0);
    let coming: Promise<UploadAnswer> | null = null;
    const store: FileStore = {
      ...files,
      beginningWith: async (digits) =>
        (await files.beginningWith(digits)).map(({ hash: each }) => ({ hash: each, at: old })),
      remove: async (each) => {
        if (each === hash) {
          coming = sent(ada, 'again.bin', bytes);
          await Promise.race([coming, setTimeout(300)]);
        }
        await files.remove(each);
      },
    };
    await uploadsOf(desk, store).sweep();
    const again = await (coming as Promise<UploadAnswer> | null);
    expect((await contentAt(ada, again?.id ?? '')).equals(bytes)).toBe(true);
  },
);

test.each(['folder', 's3'])(
  'a content that several send again at all servers, while these sweep it, is whole for each, and lies once (%s)',
  { timeout: 60_000 },
  async (where) => {
    const servers = where === 's3' ? inS3 : desks;
    let hash = '0'.repeat(64);
    let isOver = false;
    let removed = 0;
    // what a sweep does of a content that it has found idle, again and again, at each server
    const sweeping = servers.map(async ({ database, service: { files, clock } }) => {
      const remove = async (each: string): Promise<void> => {
        await setTimeout(randomInt(100)); // the store takes its time
        await files.remove(each);
      };
      for (; !isOver; await setTimeout(removed % 2 === 0 ? 5 : 60))
        removed += await removeGoing(database, clock, { ...files, remove }, [hash]);
    });
    const senders = await Promise.all(
      servers.flatMap((desk) => ['ada', 'bo'].map((name) => desk.signedIn(`${name}@example.com`))),
    );
    const [first] = senders;
    const round = async (length: number): Promise<void> => {
      if (first === undefined) throw new Error('nobody');
      const bytes = randomBytes(length);
      hash = createHash('sha256').update(bytes).digest('hex');
      const before = await sent(first, 'gone.bin', bytes);
      expect((await first.call('DELETE', `/api/_files/${before.id}`)).status).toBe(204);
      const files = await Promise.all(
        senders.map(async (by, n) => {
          await setTimeout(n * 5);
          return { by, file: await sent(by, 'again.bin', bytes) };
        }),
      );
      for (const { by, file } of files) expect((await contentAt(by, file.id)).equals(bytes)).toBe(true);
      const lying = await servers[0].service.files.beginningWith(hash.slice(0, 2));
      expect(lying.filter((each) => each.hash === hash)).toHaveLength(1);
    };
    // the last is sent to a store that speaks S3 in parts
    const rounds = [...Array.from({ length: 6 }, (_, n) => 100 + n), 8 * 1024 * 1024 + 5];
    await rounds
      .reduce((done, length) => done.then(() => round(length)), Promise.resolve())
      .finally(() => (isOver = true));
    await Promise.all(sweeping);
    expect(removed).toBeGreaterThan(0);
  },
);

test('a file that is put into a record as it is swept is either there or refused', async () => {
  let ada = await deskOf(0).signedIn('ada@example.com');
  const loose: UploadAnswer[] = [];
  for (let n = 0; n < 12; n += 1) loose.push(await sent(ada, 'l.bin', randomBytes(40)));
  const left: { readonly file: UploadAnswer; readonly record: string }[] = [];
  for (let n = 0; n < 12; n += 1) {
    const file = await sent(ada, 'o.bin', randomBytes(40));
    const { id } = (await ada.call('POST', '/api/note', { body: { name: 'n', paper: file.id } })).json as RecordValue;
    await ada.call('PATCH', `/api/note/${id}`, { body: { paper: null } });
    left.push({ file, record: id });
  }
  for (const desk of desks) desk.wait(31 * DAY_MS);
  ada = await deskOf(1).signedIn('ada@example.com');
  const by = ada;
  const binding = [
    ...loose.map(async ({ id }) => ({
      id,
      answer: await by.call('POST', '/api/note', { body: { name: 'n', paper: id } }),
    })),
    ...left.map(async ({ file: { id }, record }) => ({
      id,
      answer: await by.call('PATCH', `/api/note/${record}`, { body: { paper: id } }),
    })),
  ];
  const [bound] = await Promise.all([Promise.all(binding), deskOf(0).service.uploads.sweep()]);
  const outcomes = await Promise.all(
    bound.map(async ({ id, answer: { status, json } }) => {
      if (status >= 300) return (json as ProblemAnswer).errors[0]?.code;
      return (await by.call('GET', `/api/note/${(json as RecordValue).id}/paper/${id}`)).bytes.length;
    }),
  );
  expect(outcomes.filter((outcome) => outcome !== 'no_such_file' && outcome !== 40)).toEqual([]);
});

test('a content of a sweep that ended halfway is taken in again', async () => {
  const desk = deskOf(0);
  const bytes = randomBytes(5000);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const ada = await desk.signedIn('ada@example.com');
  const { id } = await sent(ada, 'lost.bin', bytes);
  expect((await ada.call('DELETE', `/api/_files/${id}`)).status).toBe(204);
  utimesSync(join(filesOf(place), hash.slice(0, 2), hash), new Date(0), new Date(0));
  const { files } = desk.service;
  const ending: FileStore = {
    ...files,
    remove: (each) => (each === hash ? Promise.reject(new Error('ended')) : files.remove(each)),
  };
  await expect(uploadsOf(desk, ending).sweep()).rejects.toThrow('ended');
  desk.wait(DAY_MS);
  const cleo = await desk.signedIn('ada@example.com');
  const again = await sent(cleo, 'again.bin', bytes);
  await desk.service.uploads.sweep();
  expect((await contentAt(cleo, again.id)).equals(bytes)).toBe(true);
});

test('a piece that another server still writes cannot change what a file has become', async () => {
  const desk = deskOf(0);
  const sender = await senderOf(desk);
  const bytes = randomBytes(6000);
  const [one, other] = [uploadsOf(desk, desk.service.files), uploadsOf(desk, desk.service.files)];
  const begun = await one.begin(sender, { name: 'two.bin', size: bytes.length });
  const stuck = new PassThrough();
  const late = one.append(sender, begun.id, 0, stuck).then(
    () => 'whole',
    () => 'refused',
  );
  stuck.write(bytes.subarray(0, 1000));
  await expect.poll(async () => (await other.state(sender, begun.id)).received).toBe(1000);
  const second = new PassThrough();
  const whole = other.append(sender, begun.id, 1000, second);
  second.write(bytes.subarray(1000, 2000));
  await expect.poll(async () => (await other.state(sender, begun.id)).received).toBe(2000);
  stuck.write(bytes.subarray(1000, 3000)); // what was on its way when the connection was lost
  await expect.poll(async () => (await other.state(sender, begun.id)).received).toBeGreaterThan(2000);
  second.end(bytes.subarray(2000));
  expect(await whole).toMatchObject({ received: bytes.length, type: 'application/octet-stream' });
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(await other.hashOf(begun.id)).toBe(hash);
  stuck.end(Buffer.alloc(3000)); // a sender who lies
  await late;
  const content = await desk.service.files.read(hash, null);
  expect(content && Buffer.concat(await content.toArray()).equals(bytes)).toBe(true);
  expect(await one.hashOf(begun.id)).toBe(hash);
});

async function senderOf({ database }: Desk): Promise<string> {
  const [row] = await database.read.all('SELECT "id" FROM "user" WHERE "email" = ?', ['ada@example.com']);
  return String(row?.['id']);
}
