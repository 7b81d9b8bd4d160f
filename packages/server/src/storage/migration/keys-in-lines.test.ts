// What a specification takes away or narrows in lines stops the start as it does elsewhere, until the specification or the operator says what becomes of it.
import { expect, test } from 'vitest';
import { add, aside, bring, db, openShelfForEachTest, refusalOf, rows, shelf } from './testing/shelf.ts';

openShelfForEachTest();

const parts = (fields: string, more = ''): string =>
  shelf(`      parts: { type: lines${more}, fields: { ${fields} } }`);
const KIND = 'kind: { type: choice, options: [novel, poem] }';
const REST = 'note: { type: string }, count: { type: integer }';

async function fill(): Promise<void> {
  await bring(parts(`${KIND}, ${REST}`));
  await add('book', { id: 'b', name: 'Emma' });
  for (const [id, position, kind, note, count] of [
    ['1', 0, 'novel', 'long', 12],
    ['2', 1, 'poem', null, 3],
  ] as const)
    await db.write((tx) =>
      tx.run(
        'INSERT INTO "book.parts" ("id", "record", "position", "kind", "note", "count") VALUES (?, ?, ?, ?, ?, ?)',
        [id, 'b', position, kind, note, count],
      ),
    );
}

const stored = (columns: string): Promise<unknown> => rows(`SELECT ${columns} FROM "book.parts" ORDER BY "position"`);
const open = async (yaml: string): Promise<unknown> =>
  (await refusalOf(yaml)).changes.filter(({ verdict }) => verdict === 'open').map(({ kind, name }) => [kind, name]);

test('an option that goes stops the start, unless `dropped` of its field names it', async () => {
  await fill();
  expect(await open(parts(`kind: { type: choice, options: [poem] }, ${REST}`))).toEqual([
    ['option_gone', 'book.parts.kind.novel'],
  ]);
  await bring(parts(`kind: { type: choice, options: [poem], dropped: [novel] }, ${REST}`));
  expect(await stored('"kind"')).toEqual([{ kind: null }, { kind: 'poem' }]);
  expect(JSON.stringify(await aside())).toContain('novel');
});

test('a field that goes stops the start, unless `dropped` of the lines names it', async () => {
  await fill();
  expect(await open(parts(`${KIND}, count: { type: integer }`))).toEqual([['field_gone', 'book.parts.note']]);
  await bring(parts(`${KIND}, count: { type: integer }`, ', dropped: [note]'));
  expect(await stored('*')).toMatchObject([{ kind: 'novel' }, { kind: 'poem' }]);
  expect(JSON.stringify(await aside())).toContain('long');
});

test.each([
  ['required without a default', `note: { type: string, required: true }, count: { type: integer }`],
  ['a greatest value', `note: { type: string }, count: { type: integer, max: 5 }`],
  ['a length', `note: { type: string, max: 3 }, count: { type: integer }`],
])('%s that lines do not meet stops the start', async (_, fields) => {
  await fill();
  const { changes } = await refusalOf(parts(`${KIND}, ${fields}`));
  expect(changes.filter(({ verdict }) => verdict === 'open').map(({ name, rows: count }) => [name, count])).toEqual([
    [expect.stringMatching(/^book\.parts\.(?:note|count)$/), 1],
  ]);
  expect(await stored('"note"')).toEqual([{ note: 'long' }, { note: null }]);
});
