import { expect, test } from 'vitest';
import type { Node, Type } from '../ir/expression.ts';
import { BOOLEAN, call, literal, NUMBER, path, record, SCOPE, TEXT, variable } from '../testing/build.ts';
import { explain } from './explain.ts';

const cost = path('record.cost', NUMBER);
const dear = call('le', BOOLEAN, cost, path('limits.approval_from', NUMBER));
const done = call('filled', BOOLEAN, path('record.solution', TEXT));
const scope = {
  ...SCOPE,
  limits: { approval_from: '1000.00' },
  record: record({
    cost: '1200.00',
    solution: null,
    team: { id: 't1', title: 'Secret', budget: '5.00' },
    lines: [
      { id: 'l1', qty: 3 },
      { id: 'l2', qty: 0 },
    ],
  }),
};
const why = (tree: Node, hidden: readonly string[] = []) => explain(tree, scope, (field) => !hidden.includes(field));
const DEAR = {
  by: 'le',
  saw: [
    { path: 'record.cost', type: 'number', value: '1200.00' },
    { path: 'limits.approval_from', type: 'number', value: '1000.00' },
  ],
};
const UNSOLVED = { by: 'filled', saw: [{ path: 'record.solution', type: 'text', value: null }] };

test('of an && that fails the part that fails decides, of an || all of them', () => {
  expect(why(call('and', BOOLEAN, literal(true, BOOLEAN), dear, done))).toEqual([DEAR]);
  expect(why(call('or', BOOLEAN, dear, done))).toEqual([DEAR, UNSOLVED]);
  expect(why(call('not', BOOLEAN, call('not', BOOLEAN, dear)))).toEqual([DEAR]);
});

test('of a choice the condition and the branch that was taken decide', () => {
  expect(why(call('if', BOOLEAN, done, literal(true, BOOLEAN), dear))).toEqual([UNSOLVED, DEAR]);
});

test('of all, the first line that fails decides', () => {
  const line: Type = { kind: 'line', entity: 'ticket', field: 'lines' };
  const qty: Node = { node: 'field', type: NUMBER, of: variable('l', line), name: 'qty' };
  const list: Node = path('record.lines', { kind: 'list', of: line });
  const body = call('gt', BOOLEAN, qty, literal('0', NUMBER));
  const all: Node = { node: 'macro', type: BOOLEAN, fn: 'all', list, variable: 'l', body };
  expect(why(all)).toEqual([{ by: 'gt', saw: [{ path: 'record.lines[1].qty', type: 'number', value: 0 }] }]);
  expect(why(all, ['lines'])).toEqual([]);
});

test('a value that may not be read is never told, nor what lies behind a reference', () => {
  expect(why(dear, ['cost'])).toEqual([{ by: 'le', saw: [DEAR.saw[1]] }]);
  const behind = call('gt', BOOLEAN, path('record.team.budget', NUMBER), literal('9', NUMBER));
  expect(why(behind)).toEqual([]);
  const team = call('blank', BOOLEAN, path('record.team', { kind: 'record', entity: 'team' }));
  expect(JSON.stringify(why(team))).not.toContain('Secret');
});
