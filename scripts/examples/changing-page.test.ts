import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runNinefold } from '../../packages/cli/src/testing/run-ninefold.ts';
import { blocksOf, textOf } from './folder.ts';

const BOOKS = `id,name,shelf,pages,genre
b1,Middlemarch,A 1,880,novel
b2,Odes,B 7,120.5,poems
b3,Iceland on foot,C 2,240,guide
`;

/** A folder of its own with a specification, and the command on it. */
async function library() {
  const first = runNinefold(['version']);
  await first.exit;
  const { folder } = first;
  await mkdir(join(folder, 'library/data'), { recursive: true });
  return {
    folder,
    ninefold: async (...args: readonly string[]): Promise<string> => {
      const run = runNinefold([...args, 'library', '--data', 'data'], { folder });
      await run.exit;
      return run.output().out;
    },
    write: (path: string, text: string): Promise<void> => writeFile(join(folder, 'library', path), text),
  };
}

test('the guide shows what a start would do to stored data, and that saying what is meant leaves nothing to wait', async () => {
  const page = await textOf('docs/guide/changing.md');
  const plans = blocksOf(page, 'text').slice(0, 2);
  const [inUse = '', unsaid = '', said = ''] = blocksOf(page, 'yaml');
  const { folder, ninefold, write } = await library();
  await write('data/book.csv', BOOKS);
  await write('app.yaml', inUse);
  expect(await ninefold('migrate')).toContain('The database was made.');
  await rm(join(folder, 'library/data'), { recursive: true });
  await write('app.yaml', unsaid);
  const waiting = await ninefold('diff');
  await write('app.yaml', said);
  const safe = await ninefold('diff');
  expect([waiting, safe]).toEqual(plans);
  expect(await ninefold('migrate')).toContain('Stored data was brought to the specification');
  expect(await ninefold('diff')).toBe('Stored data fits the specification.\n');
});

const COUNTED = `ninefold: 1
purpose: { name: library, languages: [en] }
roles: { librarian: { members: everyone, book: all } }
entities:
  book:
    title: name
    fields:
      name: { type: string, required: true }
      pages: { type: integer }
      sheets: { type: integer, computed: 'div(record.pages, 2)' }
`;

test('the guide shows what the first start with another computation says of stored values', async () => {
  const [, , mended] = blocksOf(await textOf('docs/guide/changing.md'), 'text');
  const { folder, ninefold, write } = await library();
  await write('app.yaml', COUNTED);
  await write(
    'data/book.csv',
    `name,pages\n${Array.from({ length: 92 }, (_, row) => `Book ${row},${row + 2}\n`).join('')}`,
  );
  expect(await ninefold('migrate')).toContain('The database was made.');
  const stored = new DatabaseSync(join(folder, 'data/data.sqlite'));
  stored.exec(`UPDATE "book" SET "sheets" = 0`);
  stored.exec(
    `UPDATE "_meta" SET "value" = replace("value", '"computation":1', '"computation":0') WHERE "key" = 'values'`,
  );
  stored.close();
  expect(await ninefold('migrate')).toBe(mended);
  expect(await ninefold('migrate')).not.toContain('worked out again');
});
