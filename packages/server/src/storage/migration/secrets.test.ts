import { expect, test } from 'vitest';
import { opens } from '../../sealing/seal.ts';
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
