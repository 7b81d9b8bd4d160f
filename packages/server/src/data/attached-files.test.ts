// A data file says in its cells which files its records hold; they lie beside it. What becomes of them is what becomes of
// files that people send: looked at, checked, stored once, held by their record.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { filesIn, type RecordValue, type StoredFile } from '@ninefold/model';
import exifr from 'exifr';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import { loadSpecification } from '../specification/load-specification.ts';
import { readFolder } from '../specification/read-folder.ts';
import { openData, type OpenedData } from '../start/open-data.ts';
import { openFiles } from '../start/open-files.ts';
import { StartFailure } from '../start-failure.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';
import { createPreviews } from '../uploads/previews.ts';
import { startS3 } from '../testing/s3-server.ts';
import { startDesk } from '../testing/start-desk.ts';
import { testPlace, type TestPlace } from '../testing/test-database.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const YAML = `ninefold: 1
purpose: { name: boxes, languages: [en] }
limits: { upload_bytes: 20000, trash_days: 30 }
entities:
  box:
    key: name
    title: name
    fields:
      name: { type: string, required: true }
      plan: { type: file, max: 10000, accept: [application/pdf, image/*] }
      photos: { type: files, max: 3 }
      rows: { type: lines, fields: { what: { type: string }, slip: { type: file } } }
roles:
  boss: { members: everyone, box: all }
  administrator: { runtime: [users], user: { read: true, grant: [boss, administrator] } }
`;
const PDF = '%PDF-1.4\nplan\n';

let folder: string;
let place: TestPlace;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-attached-'));
  place = await testPlace();
  write('app.yaml', YAML);
  write('data/files/plan.pdf', PDF);
  write('data/files/notes/図面.txt', 'wide');
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await place.remove();
});

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const silent = (): void => undefined;

/** Opens the data with the specification as it lies in the folder, does something, and closes it. */
async function opened<T>(
  act: (data: OpenedData) => Promise<T>,
  options: { readonly refuses?: boolean; readonly unlooked?: boolean; readonly dataFiles?: 'keep' | 'take' } = {},
): Promise<T> {
  const files = await readFolder(folder);
  const { application, issues } = compile(
    options.unlooked === true ? files.map(({ path, text }) => ({ path, text })) : files,
  );
  if (!application) throw new Error(JSON.stringify(issues));
  const fileCheck = options.refuses === true ? async () => ({ is: 'refused' as const, said: 'found something' }) : null;
  const { refuses: _, unlooked: __, ...others } = options;
  const adopting = { demo: false, now: NOW, acceptLoss: [], attached: { folder, fileCheck }, ...others };
  const data = await openData(place, application, adopting, silent);
  try {
    return await act(data);
  } finally {
    await data.database.close();
  }
}

interface Stored {
  readonly plan: StoredFile | null;
  readonly photos: readonly StoredFile[];
}

/** What the records hold, by name. */
const stored = (): Promise<Readonly<Record<string, Stored>>> =>
  opened(async ({ database: { read } }) => {
    const plans = await read.all('SELECT "id", "name", "plan" FROM "box"', []);
    const photos = await read.all('SELECT "record", "value" FROM "box.photos" ORDER BY "position"', []);
    return Object.fromEntries(
      plans.map(({ id, name, plan }) => {
        const own = photos.filter(({ record }) => record === id).flatMap(({ value }) => filesIn(parsed(value)));
        return [String(name), { plan: filesIn(parsed(plan))[0] ?? null, photos: own }];
      }),
    );
  });
const parsed = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : null);

async function contentOf({ id }: { readonly id: string }): Promise<string> {
  const hash = await opened(async ({ database: { read } }) => {
    const [row] = await read.all('SELECT "hash" FROM "_file" WHERE "id" = ?', [id]);
    return String(row?.['hash']);
  });
  const store = await openFiles(place, silent);
  const stream = await store.read(hash, null);
  if (stream === null) return 'nothing';
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer); // a file gives bytes
  const content = Buffer.concat(pieces);
  expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
  return content.toString('latin1');
}

const load = (rows: string, options: Parameters<typeof opened>[1] = {}): Promise<OpenedData['data']> => {
  write('data/box.csv', `name,plan,photos\n${rows}`);
  return opened(async ({ data }) => data, options);
};

/** The sentences that keep a start from happening. */
async function refusalOf(rows: string, options: Parameters<typeof opened>[1] = {}): Promise<string> {
  const failure: unknown = await load(rows, options).catch((error: unknown) => error);
  if (!(failure instanceof StartFailure)) throw new Error(`it started: ${String(failure)}`);
  return failure.message;
}

test('records hold the files that their cells name, and keep them over starts, changed rows and changed contents', async () => {
  await load('Red,files/plan.pdf,files/notes/図面.txt;files/plan.pdf\nBlue,,\n');
  const first = await stored();
  expect(first['Red']?.plan).toMatchObject({ name: 'plan.pdf', size: PDF.length, type: 'application/pdf' });
  expect(first['Red']?.photos).toMatchObject([{ name: '図面.txt', type: 'text/plain' }, { name: 'plan.pdf' }]);
  expect(first['Blue']).toEqual({ plan: null, photos: [] });
  expect(await contentOf(first['Red']?.plan ?? { id: '' })).toBe(PDF);

  expect(await load('Red,files/plan.pdf,files/notes/図面.txt;files/plan.pdf\nBlue,,\n')).toMatchObject({ files: [] });
  expect(await stored()).toEqual(first);

  // of a list whose other file changes one stays what it is; the changed one is another
  write('data/files/plan.pdf', `${PDF}second\n`);
  expect(await load('Red,files/plan.pdf,files/notes/図面.txt;files/plan.pdf\nBlue,,\n')).toMatchObject({ updated: 1 });
  const second = await stored();
  expect(second['Red']?.photos[0]).toEqual(first['Red']?.photos[0]);
  expect(second['Red']?.photos[1]?.id).not.toBe(first['Red']?.photos[1]?.id);
  expect(await contentOf(second['Red']?.plan ?? { id: '' })).toBe(`${PDF}second\n`);
});

test('lines hold files, too, and a file that only lies there belongs to nobody', async () => {
  write('data/box.json', '[{ "name": "Red", "rows": [{ "what": "a", "slip": "files/plan.pdf" }, { "what": "b" }] }]');
  const uses = await opened(async ({ database: { read } }) => [
    ...(await read.all('SELECT "field" FROM "_file_use"', [])),
    ...(await read.all('SELECT "slip" FROM "box.rows" ORDER BY "position"', [])),
    ...(await read.all('SELECT count(*) AS "n" FROM "_file"', [])),
  ]);
  expect(uses[0]).toEqual({ field: 'rows.slip' });
  expect(filesIn(parsed(uses[1]?.['slip']))).toMatchObject([{ name: 'plan.pdf' }]);
  expect(uses[2]).toEqual({ slip: null });
  expect(Number(uses[3]?.['n'])).toBe(1);
});

test('what people have put into the field since then stays, unless the operator takes the files of the data', async () => {
  await load('Red,files/plan.pdf,\n');
  await opened(({ database }) =>
    database.write(async (tx) => {
      await tx.run('UPDATE "box" SET "plan" = NULL, "version" = 2', []);
      await tx.run(
        `INSERT INTO "_history" ("id", "entity", "record", "at", "kind", "version", "via", "changes")
         SELECT '0192d9d0-0000-7000-8000-000000000000', 'box', "id", ?, 'update', 2, 'screen', '[]' FROM "box"`,
        [NOW],
      );
    }, 'box'),
  );
  write('data/files/plan.pdf', `${PDF}second\n`);
  expect(await load('Red,files/plan.pdf,\n')).toMatchObject({ updated: 0, conflicts: [{ row: 2 }] });
  expect((await stored())['Red']?.plan).toBeNull();
  expect(await load('Red,files/plan.pdf,\n', { dataFiles: 'take' })).toMatchObject({ updated: 1 });
  expect(await contentOf((await stored())['Red']?.plan ?? { id: '' })).toBe(`${PDF}second\n`);
});

test('a file that its field does not take is told by the check before a start, with its cell', async () => {
  write('data/files/long.pdf', `%PDF-1.4\n${'x'.repeat(11_000)}`);
  write('data/files/huge.txt', 'x'.repeat(20_001));
  write('data/files/lie.pdf', 'no paper');
  const four = Array(4).fill('files/plan.pdf').join(';');
  write(
    'data/box.csv',
    `name,plan,photos\nA,files/lie.pdf,\nB,files/long.pdf,\nC,,files/huge.txt\nD,,${four}\nE,files/plan.pdf,\n`,
  );
  const { application, issues } = await loadSpecification(folder);
  expect(application).toBeNull();
  const { length } = '%PDF-1.4\n';
  expect(issues.filter(({ severity }) => severity === 'error')).toMatchObject([
    { id: 'NF1210', file: 'data/box.csv', line: 2, column: 3, params: { column: 'plan', type: 'text/plain' } },
    { id: 'NF1211', line: 3, params: { column: 'plan', size: String(11_000 + length), most: '10000' } },
    { id: 'NF1211', line: 4, params: { column: 'photos', name: 'files/huge.txt', most: '20000' } },
    { id: 'NF1212', line: 5, params: { column: 'photos', number: '4', most: '3' } },
  ]);
});

test('a file that its field does not take, or the check refuses, stops the start, and says in which cell', async () => {
  write('data/files/long.pdf', `%PDF-1.4\n${'x'.repeat(11_000)}`);
  write('data/files/huge.txt', 'x'.repeat(20_001));
  // as where nobody has looked at the files before
  const refusal = (rows: string, options: Parameters<typeof opened>[1] = {}) =>
    refusalOf(rows, { unlooked: true, ...options });
  const said = (row: number, column: string) => `data/box.csv, row ${String(row)}, column ${column}`;
  expect(await refusal('Blue,,\nRed,files/notes/図面.txt,\n')).toContain(`${said(3, 'plan')}: Files of this kind`);
  expect(await refusal('Red,files/long.pdf,\n')).toMatch(`${said(2, 'plan')}: This is larger than 10,000 bytes.`);
  expect(await refusal('Red,,files/huge.txt\n')).toMatch(/row 2, column photos.*larger than 20,000 bytes/);
  expect(await refusal('Red,files/plan.pdf,\n', { refuses: true })).toMatch(
    /row 2, column plan.*This file was refused/,
  );
  // nothing of a refused start is left but contents, which go like those of forgotten files
  write('data/box.csv', 'name,plan,photos\n');
  const left = await opened(async ({ database: db }) => {
    const store = await openFiles(place, silent);
    const rows = await db.read.all('SELECT "id" FROM "_file"', []);
    const { application } = await loadSpecification(folder);
    if (!application) throw new Error('no application');
    const previews = createPreviews(store, join(place.data, 'files/previews'));
    const later = (): string => new Date(Date.now() + 3 * 86_400_000).toISOString();
    const parts = { db, model: application.model, clock: later, store, previews, forgetPart: async () => undefined };
    return { rows, swept: await sweepFiles(parts) };
  });
  expect(left.rows).toEqual([]);
  expect(left.swept.contents).toBeGreaterThan(0);
});

test('a picture loses the place where it was taken, and is read as one that somebody sent', async () => {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '35/1 41/1 22/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '139/1 41/1 30/1',
  };
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Model: 'Camera 7' }, IFD3: gps })
    .jpeg()
    .toBuffer();
  expect(await exifr.gps(picture)).toBeDefined();
  write('data/files/front.jpg', picture);
  write('data/box.csv', 'name,photos\nRed,files/front.jpg\n');
  const kept = { ...place, remove: async () => Promise.resolve() };
  const desk = await startDesk({ files: await readFolder(folder), folder, place: kept });
  try {
    const ada = await desk.signedIn('ada@example.com');
    const { items } = (await ada.call('GET', '/api/box')).json as { readonly items: readonly RecordValue[] };
    const [photo] = filesIn(items[0]?.['photos']);
    const at = `/api/box/${String(items[0]?.id)}/photos/${String(photo?.id)}`;
    const answer = await ada.call('GET', at);
    expect(answer.status).toBe(200);
    expect(await exifr.gps(answer.bytes)).toBeUndefined();
    expect((await ada.call('GET', `${at}?preview=small`)).status).toBe(200);
    // its id gives nobody a right to put it elsewhere
    const put = await ada.call('POST', '/api/box', { body: { name: 'Blue', photos: [photo?.id ?? ''] } });
    expect(put).toMatchObject({ status: 422, json: { errors: [{ code: 'no_such_file' }] } });
  } finally {
    await desk.close();
  }
});

test('they go into a store that speaks S3, too, and not into another store than the one in which contents lie', async () => {
  const s3 = await startS3({ lists: true });
  const beside = place;
  try {
    place = { ...beside, files: s3.setting };
    await load('Red,files/plan.pdf,\n');
    const first = (await stored())['Red']?.plan;
    expect(await contentOf(first ?? { id: '' })).toBe(PDF);
    expect(
      existsSync(join(place.data, 'files/arriving')) ? readdirSync(join(place.data, 'files/arriving')) : [],
    ).toEqual([]);

    const rows = 'Red,files/plan.pdf,\nBlue,files/plan.pdf,\n';
    place = beside;
    await expect(load(rows)).rejects.toThrow(StartFailure);
    place = { ...beside, files: s3.setting };
    expect(await load(rows)).toMatchObject({ created: 1 });

    await s3.stop();
    const away = load(`${rows}Green,,files/notes/図面.txt\n`);
    await expect(away).rejects.toThrow(StartFailure);
    await expect(away).rejects.toThrow(/cannot be reached/);
  } finally {
    place = beside;
    await s3.remove();
  }
});
