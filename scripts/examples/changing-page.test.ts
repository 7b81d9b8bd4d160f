import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runNinefold } from '../../packages/cli/src/testing/run-ninefold.ts';
import { blocksOf, textOf } from './folder.ts';

const BOOKS = `id,name,shelf,pages,genre
b1,Middlemarch,A 1,880,novel
b2,Odes,B 7,120.5,poems
b3,Iceland on foot,C 2,240,guide
`;

test('the guide shows what a start would do to stored data, and that saying what is meant leaves nothing to wait', async () => {
  const page = await textOf('docs/guide/changing.md');
  const plans = blocksOf(page, 'text').slice(0, 2);
  const [inUse = '', unsaid = '', said = ''] = blocksOf(page, 'yaml');
  const first = runNinefold(['version']);
  await first.exit;
  const { folder } = first;
  const ninefold = async (...args: readonly string[]): Promise<string> => {
    const run = runNinefold([...args, 'library', '--data', 'data'], { folder });
    await run.exit;
    return run.output().out;
  };
  const write = (text: string): Promise<void> => writeFile(join(folder, 'library/app.yaml'), text);
  await mkdir(join(folder, 'library/data'), { recursive: true });
  await writeFile(join(folder, 'library/data/book.csv'), BOOKS);
  await write(inUse);
  expect(await ninefold('migrate')).toContain('The database was made.');
  await rm(join(folder, 'library/data'), { recursive: true });
  await write(unsaid);
  const waiting = await ninefold('diff');
  await write(said);
  const safe = await ninefold('diff');
  expect([waiting, safe]).toEqual(plans);
  expect(await ninefold('migrate')).toContain('Stored data was brought to the specification');
  expect(await ninefold('diff')).toBe('Stored data fits the specification.\n');
});
