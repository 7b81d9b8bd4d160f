import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAIN_FIELD, type LinesField } from '@ninefold/model';
import type { Line } from '../../fields/contract/lines.ts';
import { lineChanges } from './line-changes.ts';

const field = {
  ...PLAIN_FIELD,
  id: 'parts',
  type: 'lines',
  fields: Object.fromEntries(['what', 'size'].map((id) => [id, { ...PLAIN_FIELD, id, type: 'string' }])),
} as unknown as LinesField; // two columns are all that is read of it

const told = (old: readonly Line[], now: readonly Line[]): readonly string[] => {
  const { changes, isReordered } = lineChanges(field, old, now);
  const texts = changes.map(({ kind, number, fields }) => `${kind} ${number} ${fields.map(({ id }) => id).join()}`);
  return [...texts, ...(isReordered ? ['reordered'] : [])];
};
const A = { id: 'a', what: 'Chair', size: null };
const B = { id: 'b', what: 'Desk', size: 'L' };

test.each<readonly [string, readonly Line[], readonly Line[], readonly string[]]>([
  ['nothing', [A, B], [A, B], []],
  ['a new one with what it holds', [A], [A, B], ['added 2 what,size']],
  ['one for another', [A], [B], ['added 1 what,size', 'removed 1 what']],
  ['one value', [A, B], [A, { ...B, size: 'M' }], ['changed 2 size']],
  ['the order', [A, B], [B, A], ['reordered']],
  ['what this reader is not shown', [{ id: 'a', what: 'Chair', size: 'S' }], [{ id: 'a', what: 'Chair' }], []],
])('tells %s', (_, old, now, expected) => {
  expect(told(old, now)).toEqual(expected);
});

const lines = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.constantFrom('x', 'y', null).map((what): Line => ({ id, what, size: null })))),
  );

test('what is told of lines makes the later ones out of the earlier ones', () => {
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      const { changes, isReordered } = lineChanges(field, old, now);
      const gone = new Set(changes.filter(({ kind }) => kind === 'removed').map(({ before }) => before?.['id']));
      const changed = new Map(changes.flatMap(({ after }) => (after ? [[after['id'], after] as const] : [])));
      const rest = old.filter(({ id }) => !gone.has(id)).map((line) => changed.get(line['id'] ?? null) ?? line);
      const added = changes.flatMap(({ kind, after }) => (kind === 'added' && after ? [after] : []));
      const sorted = (all: readonly Line[]) => all.map((line) => JSON.stringify(line)).sort();
      expect(sorted([...rest, ...added])).toEqual(sorted(now));
      const isSame = changes.length === 0 && !isReordered;
      expect(isSame).toBe(JSON.stringify(old) === JSON.stringify(now));
    }),
  );
});
