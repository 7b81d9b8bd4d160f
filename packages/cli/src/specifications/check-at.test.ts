import { expect, test } from 'vitest';
import { join } from 'node:path';
import { runNinefold } from '../testing/run-ninefold.ts';

const RECEPTION = join(import.meta.dirname, '../../../../examples/reception');

async function check(...args: readonly string[]) {
  const run = runNinefold(['check', RECEPTION, ...args]);
  const code = await run.exit;
  return { code, ...run.output() };
}

test('check --at says of each list which index leads to it and what a page and its total visit', async () => {
  const [people, json] = [
    await check('--at', '100000', '--language', 'ja'),
    await check('--at', '100000', '--format=json'),
  ];
  expect([people.code, people.err]).toEqual([0, '']);
  expect(people.out).toMatch(/^ {4}総件数 {2}インデックス +[\d,]+ 件/m);
  const { costs } = JSON.parse(json.out) as {
    costs: { lists: readonly { page: { indexes: string[]; entries: number } }[] };
  };
  expect(costs).toMatchObject({ database: 'sqlite', rows: { visit: 100_000, user: 1000 }, shares: { blank: 0.2 } });
  expect(costs.lists.length).toBeGreaterThan(0);
  for (const { page } of costs.lists) expect([page.indexes.length > 0, page.entries > 0]).toEqual([true, true]);
});

test.each([
  [['--at', 'many'], 'refused: a number of rows', '--at has to be a number of rows from 1 to 1000000000'],
  [['--at', '10,visitor=3'], 'refused: an unknown entity', '--at names visitor, which is no entity'],
  [['--at', '10', '--format', 'sarif'], 'refused: a form without a place', 'sarif has no place for it'],
])('%j is %s', async (args, _why, sentence) => {
  const { code, out, err } = await check(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(sentence);
});
