import fc from 'fast-check';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
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

test.each([
  ['a quote inside a cell', 'code,name\nq"x,a\n', ' (2)'],
  ['a cell that goes on behind its quote', 'code,name\n"a"b,c\n', ' (2)'],
  ['a quote that is never closed', 'code,name\n\n"x,1\n', ' (3)'],
  ['a quote inside the header', 'co"de,name\na,b\n', ' (1)'],
])('%s is told by its line, and without what stands there', async (_, text, place) => {
  const refused: unknown = await rowsOf(text).catch((cause: unknown) => cause);
  expect(refused).toMatchObject({ code: 'not_a_table', params: { format: 'CSV', place } });
  expect((refused as Error).cause).toBeUndefined();
});

/** Pieces of which files that are almost a table are made. */
const PIECE = fc.constantFrom(
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\r\n',
  ' ',
  'hidden',
  'é',
  '\ufeff',
  '\u0000',
  "'=1",
);

test('any text is a table, or is refused as none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(PIECE, { maxLength: 40 }), async (pieces) => {
      const outcome: unknown = await rowsOf(pieces.join('')).catch((cause: unknown) => cause);
      if (Array.isArray(outcome)) return;
      expect(outcome).toMatchObject({ code: 'not_a_table' });
      expect(JSON.stringify((outcome as { params: unknown }).params)).not.toContain('hidden');
    }),
    fuzzRuns(200),
  );
});
