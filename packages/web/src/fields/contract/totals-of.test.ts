import { expect, test } from 'vitest';
import { PLAIN_FIELD, type Entity, type Node } from '@ninefold/model';
import { totalsOf } from './totals-of.ts';

const NUMBER = { kind: 'number' } as Node['type'];
const variable = (name: string): Node => ({ node: 'variable', type: NUMBER, name });
const of = (owner: Node, name: string): Node => ({ node: 'field', type: NUMBER, of: owner, name });
const sumOf = (lines: string, body: Node): Node => ({
  node: 'call',
  type: NUMBER,
  fn: 'sum',
  args: [{ node: 'macro', type: NUMBER, fn: 'map', list: of(variable('record'), lines), variable: 'l', body }],
});

function entityWith(trees: Readonly<Record<string, Node | null>>): Entity {
  const fields = Object.entries(trees).map(([id, tree]) => {
    const expression = { source: '', type: NUMBER, tree, reads: [] };
    return [id, { ...PLAIN_FIELD, id, type: 'integer', triangle: false, computed: { expression, live: false } }];
  });
  return { fields: Object.fromEntries(fields) } as unknown as Entity;
}

test('a field that adds up one column, and nothing else, is the total of that column', () => {
  const price = of(variable('l'), 'price');
  const entity = entityWith({
    total: sumOf('lines', price),
    elsewhere: sumOf('others', price),
    doubled: sumOf('lines', { node: 'call', type: NUMBER, fn: 'add', args: [price, price] }),
    outer: sumOf('lines', of(variable('record'), 'price')),
    hidden: null,
  });
  const totals = totalsOf(entity, 'lines');
  expect([...totals].map(([column, { id }]) => [column, id])).toEqual([['price', 'total']]);
});
