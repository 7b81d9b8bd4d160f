// Whoever steals the database knows the specification and its data files, and guesses the few digits that a secret has.
import { createHash } from 'node:crypto';
import { compile } from '@ninefold/spec';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../records/migrate.ts';
import { opens } from '../sealing/seal.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { loadData, type LoadReport } from './load-data.ts';

const NOW = '2026-03-05T12:00:00.000Z';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

type Row = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** Loads boxes, whose `pin` is of this type. */
async function load(type: 'string' | 'secret', boxes: readonly Row[]): Promise<LoadReport> {
  const { application, issues } = compile([
    {
      path: 'app.yaml',
      text: `ninefold: 1
purpose: { name: boxes, languages: [en] }
roles: { boss: { members: everyone, box: all } }
entities:
  box:
    title: name
    fields: { name: { type: string }, pin: { type: ${type} }, inside: { type: object, fields: { code: { type: secret } } } }`,
    },
    { path: 'data/box.json', text: JSON.stringify(boxes) },
  ]);
  if (!application) throw new Error(JSON.stringify(issues));
  await migrate(db, application.model, [], { former: application.former });
  return loadData(db, application, { demo: false, now: NOW, dataFiles: 'keep' });
}

/** What a fast hash of the texts around a secret says, in the forms in which parts of it are kept. */
function fastHashes(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    const hash = createHash('sha256').update(text);
    const [hex, base64] = [hash.copy().digest('hex'), hash.digest('base64url')];
    return [hex.slice(0, 16), base64.slice(0, 16)];
  });
}

async function remembered(): Promise<string> {
  const rows = await Promise.all(['_seed', '_meta'].map((table) => db.read.all(`SELECT * FROM "${table}"`, [])));
  return JSON.stringify(rows.flat(), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

const boxes = (pin: string): readonly Row[] => [
  { id: 'red', name: 'Red', pin, inside: { code: '0815' } },
  { name: 'Blue', pin: '1234' },
];

function guesses(rows: readonly Row[]): readonly string[] {
  const cells = rows
    .flatMap((row) => Object.values(row))
    .filter((cell) => cell !== 'Red' && cell !== 'Blue' && cell !== 'red');
  return [
    JSON.stringify(rows),
    ...rows.map((row) => JSON.stringify(row)),
    ...cells.map((cell) => JSON.stringify(cell)),
  ];
}

it('nothing that is remembered of data files is a fast hash of a secret', async () => {
  await load('secret', boxes('4711'));
  const kept = await remembered();
  expect(fastHashes([JSON.stringify('Red')]).some((hash) => kept.includes(hash))).toBe(true);
  for (const hash of fastHashes(guesses(boxes('4711')))) expect(kept).not.toContain(hash);
});

it('a secret that changes in its file is taken over, also of a row that is known by its content', async () => {
  await load('secret', boxes('4711'));
  expect(await load('secret', boxes('4711'))).toMatchObject({ files: [] });
  const [red, blue] = boxes('4712');
  const report = await load('secret', [red ?? {}, { ...blue, pin: '9999' }]);
  expect(report).toMatchObject({ created: 0, updated: 2, conflicts: [] });
  const pins = await db.read.all('SELECT "pin" FROM "box" ORDER BY "name"', []);
  expect(await opens('9999', String(pins[0]?.['pin']))).toBe(true);
  expect(await opens('4712', String(pins[1]?.['pin']))).toBe(true);
});

it('texts that were loaded before they became secrets change nothing, and leave no fast hash', async () => {
  await load('string', boxes('4711'));
  const before = await remembered();
  expect(fastHashes(guesses(boxes('4711'))).some((hash) => before.includes(hash))).toBe(true);
  expect(await load('secret', boxes('4711'))).toMatchObject({ created: 0, updated: 0, conflicts: [] });
  const kept = await remembered();
  for (const hash of fastHashes(guesses(boxes('4711')))) expect(kept).not.toContain(hash);
  expect(await load('secret', boxes('4711'))).toMatchObject({ files: [] });
  expect(await load('secret', boxes('4712'))).toMatchObject({ created: 0, updated: 1, conflicts: [] });
});
