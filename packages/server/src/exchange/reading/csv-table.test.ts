import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvTable } from './csv-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-csv-'));

async function rowsOf(text: string): Promise<readonly (readonly string[])[]> {
  const file = join(folder, 'a.csv');
  writeFileSync(file, text);
  const rows: (readonly string[])[] = [];
  for await (const { cells } of (await csvTable(file)).rows()) rows.push(cells.map(String));
  return rows;
}

const REFUSED = { code: 'not_a_table', params: { format: 'CSV', place: '' } };

test('a line of endlessly many cells is refused before it is held, wherever it stands', async () => {
  await expect(rowsOf(`${'a,'.repeat(1_000_000)}\n1\n`)).rejects.toMatchObject(REFUSED);
  await expect(rowsOf(`a,b\n${','.repeat(1_000_000)}`)).rejects.toMatchObject(REFUSED);
});

test('a long text of separators in quotes, and many rows, are none', async () => {
  const text = ','.repeat(150_000);
  expect(await rowsOf(`a,b\r\n"${text}",2\r\n`)).toEqual([
    ['a', 'b'],
    [text, '2'],
  ]);
  expect(await rowsOf('1,2,3,4,5,6,7,8\n'.repeat(40_000))).toHaveLength(40_000);
  expect(await rowsOf('1,2,3,4,5,6,7,8\r'.repeat(40_000))).toHaveLength(40_000);
});
