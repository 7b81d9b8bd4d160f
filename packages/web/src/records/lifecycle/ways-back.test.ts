import type { Cycle, Transition } from '@ninefold/model';
import { expect, test } from 'vitest';
import { waysBack } from './ways-back.ts';

const cycleWith = (more: object, derived: readonly object[] = []): Cycle => {
  const plain = { from: ['done'], to: 'open', branches: [], input: {}, asks: [], approvals: null };
  const states = { open: { final: false }, done: { final: false }, shut: { final: true } };
  return {
    field: 'state',
    lifecycle: { states, derived, transitions: { back: { id: 'back', ...plain, ...more } } },
  } as unknown as Cycle; // as much of a life cycle as is looked at
};
const back = (cycle: Cycle, from = 'open', to = 'done'): readonly string[] =>
  waysBack(cycle, { from, to }).map(({ id }: Transition) => id);

test.each<readonly [string, object, readonly string[]]>([
  ['to the state it was in', {}, ['back']],
  ['to the one before', { to: 'previous' }, ['back']],
  ['where each of several leads there', { branches: [{ to: 'open' }, { to: 'open' }] }, ['back']],
  ['not where another may be entered', { branches: [{ to: 'open' }, { to: 'done' }] }, []],
  ['not to another state', { to: 'shut' }, []],
  ['not to the same', { to: 'same' }, []],
  ['not from another state', { from: ['shut'] }, []],
  ['not where it asks for answers', { input: { why: {} } }, []],
  ['not where it asks for fields', { asks: ['name'] }, []],
  ['not where several approve', { approvals: {} }, []],
])('a way back leads %s', (_, more, expected) => {
  expect(back(cycleWith(more))).toEqual(expected);
});

test('none leads from where a record has stayed, to where it had ended, or past a derived state', () => {
  expect(back(cycleWith({ from: ['open'] }), 'open', 'open')).toEqual([]);
  expect(back(cycleWith({ to: 'shut' }), 'shut')).toEqual([]);
  expect(back(cycleWith({ to: 'previous' }, [{}]))).toEqual([]);
});
