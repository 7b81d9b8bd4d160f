import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAIN_FIELD, type Field, type Wire } from '@ninefold/model';
import { mergedValue } from './merged-value.ts';

const field = (given: object): Field => ({ ...PLAIN_FIELD, ...given }) as unknown as Field; // what merging reads of a field
const text = (id: string) => [id, field({ id, type: 'string' })] as const;
const lines = field({ id: 'parts', type: 'lines', fields: Object.fromEntries([text('what'), text('size')]) });
const people = field({ id: 'people', type: 'references', to: 'user' });
const line = (id: string | null, what: string, size: string | null = null): Wire => ({
  ...(id === null ? {} : { id }),
  what,
  size,
});

test.each<readonly [string, Wire[], Wire[], Wire[], Wire]>([
  ['new lines of both', [], [line('t', 'Desk')], [line(null, 'Chair')], [line('t', 'Desk'), line(null, 'Chair')]],
  [
    'two columns of one line',
    [line('a', 'Chair', 'S')],
    [line('a', 'Stool', 'S')],
    [line('a', 'Chair', 'L')],
    [line('a', 'Stool', 'L')],
  ],
  ['the same column of one line', [line('a', 'Chair')], [line('a', 'Stool')], [line('a', 'Bench')], null],
  ['the same change', [line('a', 'Chair')], [line('a', 'Stool')], [line('a', 'Stool')], [line('a', 'Stool')]],
  ['a line that one removed', [line('a', 'Chair')], [], [line('a', 'Chair'), line(null, 'Desk')], [line(null, 'Desk')]],
  ['a line that I removed', [line('a', 'Chair')], [line('a', 'Chair'), line('t', 'Desk')], [], [line('t', 'Desk')]],
  ['a line that they removed and I changed', [line('a', 'Chair')], [], [line('a', 'Bench')], null],
  ['a line that they changed and I removed', [line('a', 'Chair')], [line('a', 'Stool')], [], null],
])('keeps %s, or leaves the choice', (_, original, theirs, mine, expected) => {
  expect(mergedValue(lines, { original, theirs, mine })).toEqual(expected);
});

test('of other fields one value is chosen', () => {
  expect(mergedValue(field({ id: 'a', type: 'string' }), { original: 'a', theirs: 'b', mine: 'c' })).toBeNull();
});

test('a list keeps what either side has added, and nothing that either has removed', () => {
  const ids = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  const wire = (list: readonly string[]): Wire => list.map((id) => ({ id }));
  fc.assert(
    fc.property(ids, ids, ids, (original, theirs, mine) => {
      const merged = mergedValue(people, { original: wire(original), theirs: wire(theirs), mine: wire(mine) });
      const kept = (id: string): boolean =>
        original.includes(id) ? theirs.includes(id) && mine.includes(id) : theirs.includes(id) || mine.includes(id);
      const all = ['a', 'b', 'c', 'd', 'e'].filter(kept);
      expect(JSON.stringify((merged as { id: string }[]).map(({ id }) => id).sort())).toBe(JSON.stringify(all)); // what `wire` made
    }),
  );
});
