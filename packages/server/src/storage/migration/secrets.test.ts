import { expect, test } from 'vitest';
import { opens } from '../../sealing/seal.ts';
import { writeSeedRow } from '../schema/seed-rows.ts';
import { add, bring, db, openShelfForEachTest, refusalOf, rows, shelf, values } from './testing/shelf.ts';

openShelfForEachTest();

const SECRET = (rest = ''): string => shelf(`      pin: { type: secret${rest} }`);
const TEXT = shelf('      pin: { type: string }');

test('texts become secrets, each as a hash of its own, and nothing of them comes back as a text', async () => {
  await bring(TEXT);
  await add('book', { id: 'b', name: 'Emma', pin: '4711' });
  await add('book', { id: 'c', name: 'Faust', pin: '4711' });
  await add('book', { id: 'd', name: 'Ulysses', pin: null });
  await bring(SECRET());
  const [emma, faust, none] = await values('pin');
  expect([emma, faust].every((one) => String(one).startsWith('$argon2id$'))).toBe(true);
  expect([none, emma === faust]).toEqual([null, false]);
  expect(await opens('4711', String(emma))).toBe(true);
  const { changes } = await refusalOf(TEXT);
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.pin', rows: 2, verdict: 'open' }]);
  await bring(TEXT, 'book.pin');
  expect(await values('pin')).toEqual([null, null, null]);
});

test('what a field was before it became a secret stands neither in the history nor in the search', async () => {
  await bring(shelf('      code: { type: string, search: true }'));
  await add('book', { id: 'b', name: 'Emma', code: '4711', _search: 'emma 4711' });
  const changes = JSON.stringify([
    { field: 'code', old: null, new: '4711' },
    { field: 'name', old: 'Emme', new: 'Emma' },
  ]);
  const columns = ['id', 'entity', 'record', 'at', 'kind', 'changes', 'via', 'version'];
  const text = `INSERT INTO "_history" (${columns.map((name) => `"${name}"`).join()}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
  await db.write((tx) => tx.run(text, ['h', 'book', 'b', '2026-01-01', 'update', changes, 'screen', 1]));
  await bring(shelf('      pin: { type: secret, was: code }'));
  const [entry] = await rows('SELECT "changes" FROM "_history"');
  expect(JSON.parse(String(entry?.['changes']))).toEqual([
    { field: 'pin', old: null, new: true },
    { field: 'name', old: 'Emme', new: 'Emma' },
  ]);
  expect(String((await values('_search'))[0])).not.toContain('4711');
  expect(String((await values('pin'))[0])).toContain('$argon2id$');
});

test('a text that the pattern of the secret refuses is told before it is lost', async () => {
  await bring(TEXT);
  await add('book', { id: 'b', name: 'Emma', pin: 'soon' });
  const { changes } = await refusalOf(SECRET(', pattern: "[0-9]+"'));
  expect(changes).toMatchObject([{ kind: 'type_changed', name: 'book.pin', rows: 1, verdict: 'open' }]);
  expect(JSON.stringify(changes)).not.toContain('soon');
});

test('what was put aside of a field before it became a secret is a hash, too, and data files are remembered without it', async () => {
  await bring(shelf('      code: { type: string }'));
  await add('book', { id: 'b', name: 'Emma', code: '4711' });
  await add('book', { id: 'c', name: 'Faust', code: 'soon' });
  const aside = `INSERT INTO "_aside" ("at", "name", "table", "column", "record", "value") VALUES (?, ?, ?, ?, ?, ?)`;
  const changes = JSON.stringify([{ field: 'code', old: null, new: '0815' }]);
  await db.write(async (tx) => {
    for (const values of [
      ['book.code', 'book', 'code', '0042'],
      ['book.name', 'book', 'name', 'Emme'],
      ['book.history', '_history', 'changes', changes],
    ])
      await tx.run(aside, ['2026-01-01', ...values.slice(0, 3), 'b', values[3] ?? null]);
    writeSeedRow(tx, { entity: 'book', name: 'emma', record: 'b', version: 1, cells: { name: 'n', code: 'h1' } });
    writeSeedRow(tx, { entity: 'book', name: 'row h2 1', record: 'c', version: 1, cells: { name: 'n', code: 'h3' } });
  });
  await bring(shelf('      pin: { type: secret, was: code, pattern: "[0-9]+" }'), 'book.pin');
  const kept = await rows('SELECT "name", "value" FROM "_aside" ORDER BY "name", "value"');
  const hashes = kept
    .filter(({ name }) => name === 'book.code' || name === 'book.pin')
    .map(({ value }) => String(value));
  expect(await Promise.all(hashes.map((hash) => opens('0042', hash)))).toContain(true);
  expect(await Promise.all(hashes.map((hash) => opens('soon', hash)))).toContain(true);
  expect(JSON.stringify(kept)).not.toMatch(/0042|soon|0815/);
  expect(kept).toContainEqual({ name: 'book.name', value: 'Emme' });
  const seeds = await rows('SELECT "name", "record", "cells" FROM "_seed" ORDER BY "record"');
  expect(seeds.map(({ record, cells }) => [record, JSON.parse(String(cells))])).toEqual([
    ['b', { name: 'n' }],
    ['c', { name: 'n' }],
  ]);
  expect(seeds.map(({ name }) => String(name))).toEqual(['emma', expect.stringMatching(/^row (?!h2)\w+ 1$/)]);
});
