// Also in the portable form: a migration locks with rows.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { loadSpecification } from '../../specification/load-specification.ts';
import { openData, previewData } from '../../start/open-data.ts';
import { openFiles } from '../../start/open-files.ts';
import { filesOf } from '../../start/open-place.ts';
import { testPlace, type TestPlace } from '../../testing/test-database.ts';

const OLD = `ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  book:
    title: name
    fields:
      name: { type: string, required: true, search: true }
      pages: { type: integer }
`;
const NEW = OLD.replaceAll('book', 'work')
  .replace('  work:\n', '  work:\n    was: book\n')
  .replace('pages: { type: integer }', 'sheets: { type: string, was: pages }')
  .concat('      size: { type: integer, computed: size(record.name) }\n      read: { type: boolean, default: true }\n');
const NOW = '2026-03-05T12:00:00.000Z';
const ROWS = 200;
/** As often as this a migration is killed; `npm run prove` asks for more. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? '1');
const LONGEST_MS = 200;
const SCRIPT = fileURLToPath(new URL('../../testing/crash/migrate.ts', import.meta.url));
const log = (): void => undefined;

async function filledPlace(): Promise<TestPlace> {
  const place = await testPlace();
  const { database } = await openData(place, applicationOf(OLD), { demo: false, now: NOW, acceptLoss: [] }, log);
  const rows = Array.from({ length: ROWS }, (_, at) => [`b${String(at).padStart(5, '0')}`, `Book ${String(at)}`, at]);
  await database.write(async (tx) => {
    for (const [id = '', name = '', pages = 0] of rows)
      await tx.run(
        `INSERT INTO "book" ("id", "version", "created_at", "changed_at", "name", "pages", "_search") VALUES (?, 1, '${NOW}', '${NOW}', ?, ?, ?)`,
        [id, name, pages, String(name).toLowerCase()],
      );
  });
  await database.close();
  return place;
}

/** Starts a migration in a process of its own and kills it some time after it began; true where it was faster. */
async function killed(folder: string, { data, database }: TestPlace, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [SCRIPT, folder, data, ...(database === null ? [] : [database])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  const begun = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      resolve();
    }),
  );
  await Promise.race([begun, ended]);
  await pause(afterMs);
  child.kill('SIGKILL');
  await ended;
  return said.includes('done');
}

/** What stands there under one of the specifications, or null where it is not that one. */
async function stored(place: TestPlace, yaml: string, table: string): Promise<readonly unknown[] | null> {
  const application = applicationOf(yaml);
  const preview = await previewData(place, application, { now: NOW, acceptLoss: [] }, log);
  if (preview === null || preview.changes.length > 0) return null;
  const { database } = await openData(place, application, { demo: false, now: NOW, acceptLoss: [] }, log);
  const rows = await database.read.all(`SELECT * FROM "${table}" ORDER BY "id"`, []);
  await database.close();
  return rows;
}

test(
  'a migration that is killed leaves the old or the new, never between, and the next start finishes it',
  async () => {
    let place = await filledPlace();
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
    writeFileSync(join(folder, 'app.yaml'), NEW);
    const old = await stored(place, OLD, 'book');
    expect(old).toHaveLength(ROWS);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const wasDone = await killed(folder, place, randomInt(LONGEST_MS));
      const left = await stored(place, OLD, 'book');
      if (left === null) {
        await expectNew(place);
        await place.remove();
        place = await filledPlace();
      } else {
        expectOld(wasDone, left, old);
      }
    }
    await expectNew(place);
    await place.remove();
    rmSync(folder, { recursive: true });
  },
  120_000 + KILLS * 10_000,
);

/** A migration that left the old rows has not said that it is done. */
function expectOld(wasDone: boolean, left: readonly unknown[], old: readonly unknown[] | null): void {
  expect([wasDone, left]).toEqual([false, old]);
}

/** Starts with the new specification and looks at what is stored then. */
async function expectNew(place: TestPlace): Promise<void> {
  const { database } = await openData(place, applicationOf(NEW), { demo: false, now: NOW, acceptLoss: [] }, log);
  await database.close();
  const works = (await stored(place, NEW, 'work')) ?? [];
  expect(works).toHaveLength(ROWS);
  expect(works[123]).toMatchObject({ id: 'b00123', name: 'Book 123', sheets: '123', _search: 'book 123' });
  expect(works.map((row) => Number((row as { size: unknown }).size)).filter((size) => size < 6 || size > 9)).toEqual(
    [],
  );
}

const PAPERS = 25;
const SHELVED = OLD.replace('pages: { type: integer }', 'paper: { type: file }');

test(
  'a start that is killed while it takes in files of data files leaves none half, and the next one has all',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
    mkdirSync(join(folder, 'data/files'), { recursive: true });
    const contents = Array.from({ length: PAPERS }, (_, at) => `Paper ${String(at)} ${'x'.repeat(at * 500)}`);
    const names = contents.map((_, at) => `Book ${String(at)},files/${String(at)}.txt\n`);
    writeFileSync(join(folder, 'app.yaml'), SHELVED);
    writeFileSync(join(folder, 'data/book.csv'), `name,paper\n${names.join('')}`);
    for (const [at, text] of contents.entries()) writeFileSync(join(folder, `data/files/${String(at)}.txt`), text);
    const { application } = await loadSpecification(folder);
    if (application === null) throw new Error('no application');
    for (let kill = 0; kill < KILLS * 2; kill += 1) {
      const place = await testPlace();
      await killed(folder, place, randomInt(5 * LONGEST_MS));
      const options = { demo: false, now: NOW, acceptLoss: [], attached: { folder, fileCheck: null } };
      const { database } = await openData(place, application, options, log);
      const held = await database.read.all(
        `SELECT f."name", f."hash" FROM "book" b JOIN "_file_use" u ON u."record" = b."id" JOIN "_file" f ON f."id" = u."file"`,
        [],
      );
      const store = await openFiles(place, log);
      for (const { name, hash } of held) {
        const content = await store.read(String(hash), null);
        const text = content === null ? null : await readText(content);
        expect(text).toBe(contents[Number(String(name).replace('.txt', ''))]);
      }
      expect(held).toHaveLength(PAPERS);
      expect(await database.read.all('SELECT "id" FROM "_file"', [])).toHaveLength(PAPERS);
      expect(readdirSync(join(filesOf(place), 'arriving'))).toEqual([]);
      await database.close();
      await place.remove();
    }
    rmSync(folder, { recursive: true });
  },
  120_000 + KILLS * 30_000,
);
