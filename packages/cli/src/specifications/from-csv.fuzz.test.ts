import fc from 'fast-check';
import { compile } from '@ninefold/spec';
import { expect, test } from 'vitest';
import { filesOf, fromCsv } from './from-csv.ts';

const HEADS = [
  'name',
  'Größe',
  '名前',
  'a b',
  '1st',
  '%',
  '',
  'ID',
  "O'Neil",
  '"q"',
  'true',
  '#',
  ': y',
  '{{b}}',
  '=c',
  'title',
];
const CELLS = [
  ...['', 'a', '1', '-0', '1,5', '1.234,50', '2025-01-31', '2025-02-30', '30.02.2025', '2025-02-30T10:00:00Z', '10:30'],
  ...[
    '25:00',
    'yes',
    'ja',
    'null',
    'more',
    'constructor',
    '=1+1',
    '{{a}}',
    'x'.repeat(300),
    'ann@x.test',
    '日本',
    '1e5',
  ],
  ...['9999999999999999999', '0.123456789012', "it's", 'a: b', 'PT5M', '50%', '٣'],
];

/** A file whose columns each hold a few different cells. */
const FILE = fc
  .array(fc.tuple(fc.constantFrom(...HEADS), fc.array(fc.constantFrom(...CELLS), { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((columns) =>
    fc
      .array(fc.tuple(...columns.map(([, cells]) => fc.constantFrom(...cells))), { minLength: 1, maxLength: 6 })
      .map((rows) => [columns.map(([head]) => head), ...rows]),
  );

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

test('whatever a file holds, the application that is made of it can run', () => {
  fc.assert(
    fc.property(FILE, (lines) => {
      fc.pre(lines.slice(1).some((cells) => cells.some((cell) => cell !== '')));
      const text = lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
      const files = filesOf(fromCsv('thing.csv', text));
      const { issues } = compile(Object.entries(files).map(([path, written]) => ({ path, text: written })));
      expect(issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => [id, params])).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
