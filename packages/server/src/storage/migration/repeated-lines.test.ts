import { expect, test } from 'vitest';
import { add, bring, db, openShelfForEachTest, refusalOf, shelf } from './testing/shelf.ts';

openShelfForEachTest();

const parts = (more: string): string =>
  shelf(`      parts: { type: lines, fields: { code: { type: string${more} }, note: { type: string } } }`);

const line = (id: string, record: string, position: number, code: string | null): Promise<unknown> =>
  db.write((tx) =>
    tx.run('INSERT INTO "book.parts" ("id", "record", "position", "code") VALUES (?, ?, ?, ?)', [
      id,
      record,
      position,
      code,
    ]),
  );

test('lines that become unique stop the start while a record has a value twice, until that is accepted', async () => {
  await bring(parts(''));
  await add('book', { id: 'b', name: 'Emma' });
  await add('book', { id: 'c', name: 'Kim' });
  for (const [id, record, position, code] of [
    ['1', 'b', 0, 'x'],
    ['2', 'b', 1, null],
    ['3', 'b', 2, null],
    ['4', 'c', 0, 'x'],
  ] as const)
    await line(id, record, position, code);
  await bring(parts(', unique: true'));
  await bring(parts(''));
  await line('5', 'b', 3, 'x');
  expect((await refusalOf(parts(', unique: true'))).changes).toMatchObject([
    { kind: 'repeated_lines', name: 'book.parts.code', rows: 1, examples: ['x'], verdict: 'open' },
  ]);
  await bring(parts(', unique: true'), 'book.parts.code');
});
