import { PLAIN_FIELD, type Entity, type Field, type Node } from '@ninefold/model';
import { expect, test } from 'vitest';
import { quickChoices } from './quick-choices.ts';

const MOMENT = { kind: 'datetime' } as const;
const BOOLEAN = { kind: 'boolean' } as const;
const due: Field = { ...PLAIN_FIELD, id: 'due', type: 'datetime', era: false };
const record: Node = { node: 'variable', type: { kind: 'record', entity: 'job' }, name: 'record' };
const passed: Node = {
  node: 'call',
  type: BOOLEAN,
  fn: 'lt',
  args: [
    { node: 'field', type: MOMENT, of: record, name: 'due' },
    { node: 'variable', type: MOMENT, name: 'now' },
  ],
};
const late = {
  ...{ ...PLAIN_FIELD, id: 'late', type: 'boolean' },
  computed: { live: true, expression: { source: '', type: BOOLEAN, tree: passed, reads: ['record.due', 'now'] } },
} as unknown as Field; // the rest is asked of none of them

/** What the press that finds the late ones filters by, in a list of these columns. */
function lateBy(fields: readonly Field[], shown: readonly Field[]): readonly string[] {
  const entity = {
    ...{ id: 'job', lifecycle: null, lifecycles: {}, reactions: [] },
    fields: Object.fromEntries(fields.map((field) => [field.id, field])),
  } as unknown as Entity; // quick filters ask for no more
  const columns = shown.map((field) => ({ id: field.id, field, parts: [], align: 'start', sortable: true }) as const);
  const found = quickChoices(entity, columns).filter(({ id }) => id.endsWith('.late') || id.endsWith('.true'));
  return found.flatMap(({ filters }) => filters.map(({ field, op, value }) => `${field} ${op} ${value}`));
}

test('a day that something is due by comes before others', () => {
  const starts: Field = { ...due, id: 'starts' };
  expect(lateBy([starts, due, late], [starts, due])).toEqual(['late eq true']);
  expect(lateBy([starts, due, late], [starts])).toEqual([]);
});

test('what is late is what its mark says, whether the mark is a column or not; a reader who may not know the mark is offered nothing else', () => {
  expect(lateBy([due, late], [due, late])).toEqual(['late eq true']);
  expect(lateBy([due, late], [due])).toEqual(['late eq true']);
  expect(lateBy([due], [due])).toEqual([]);
});
