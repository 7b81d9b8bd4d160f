import { expect, test } from 'vitest';
import { columnWidths } from './column-widths.ts';

test('a column is as wide as its widest cell or its heading, within bounds', () => {
  const columns = columnWidths(['No', 'A heading of some length', 'Due', '件名', 'Cost', 'Long', 'Late']);
  columns.add([
    [
      { value: 'SD-2026-00001' },
      null,
      { value: new Date(0), format: 'yyyy/mm/dd hh:mm' },
      { value: '機器購入 a' },
      null,
      null,
      null,
    ],
    [
      { value: 'x' },
      { value: 'x' },
      null,
      { value: 'a\nモニター' },
      { value: 1234567.5, format: '#,##0.00' },
      { value: 'x'.repeat(500) },
      { value: true },
    ],
  ]);
  expect(columns.widths).toEqual([15, 26, 18, 12, 12, 60, 8]);
});

test('a short heading without rows still has room', () => {
  expect(columnWidths(['A']).widths).toEqual([6]);
});
