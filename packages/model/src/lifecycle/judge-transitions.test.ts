import { expect, test } from 'vitest';
import type { Lifecycle, Transition } from '../ir/lifecycle.ts';
import type { Rights } from '../rights/rights.ts';
import { BOOLEAN, call, entity, expression, path, record, SCOPE, TEXT } from '../testing/build.ts';
import { judgeTransitions } from './judge-transitions.ts';

const transition = (id: string, more: Partial<Transition>): Transition => ({
  id,
  from: ['open'],
  to: 'done',
  by: ['agent'],
  when: null,
  input: {},
  branches: [],
  set: [],
  timer: null,
  restart: false,
  approvals: null,
  effects: [],
  onRefusal: [],
  ...more,
});
const filled = (name: string) => call('filled', BOOLEAN, path(`record.${name}`, TEXT));
const transitions = [
  transition('create', { from: [] }),
  transition('resolve', { when: expression(call('and', BOOLEAN, filled('solution'), filled('subject'))) }),
  transition('close', { by: ['manager'] }),
  transition('reopen', { from: ['done'] }),
  transition('hand_over', {
    when: expression(call('and', BOOLEAN, filled('subject'), call('filled', BOOLEAN, path('input.to', TEXT)))),
  }),
];
const state = (id: string) => ({ id, kind: 'active' as const, final: false, locked: false, editableBy: null });
const lifecycle: Lifecycle = {
  initial: 'open',
  states: { open: state('open'), done: state('done') },
  transitions: Object.fromEntries(transitions.map((one) => [one.id, one])),
  derived: [],
};
const ticket = entity('ticket', { subject: { type: 'string' }, solution: { type: 'text' } }, { lifecycle });
const rights: Rights = { roles: ['agent'], runtime: [], grants: () => [], seen: (_, scope) => scope };
const judge = (values: Record<string, unknown>) =>
  judgeTransitions({ entity: ticket, record: record({ state: 'open', ...values }), rights, scope: SCOPE });

test('each transition is allowed, or says whether role, state or guard is in the way', () => {
  expect(judge({ subject: 'a', solution: null }).map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'resolve blocked',
    'close role',
    'reopen state',
    'hand_over allowed',
  ]);
});

test('a guard names the first field of each of its parts that fails', () => {
  expect(judge({ subject: 'a', solution: null })[0]?.reasons).toEqual([
    { path: 'solution', code: 'guard_failed', params: { entity: 'ticket', transition: 'resolve' } },
  ]);
  expect(judge({ subject: null, solution: null })[0]?.reasons.map(({ path: at }) => at)).toEqual([
    'solution',
    'subject',
  ]);
});

test('a guard over what is not loaded is left to the server', () => {
  expect(judge({ subject: 'a' })[0]?.verdict).toBe('unknown');
});

test('a guard over an answer that is not given yet does not block', () => {
  expect(judge({ subject: 'a', solution: null })[3]?.verdict).toBe('allowed');
  expect(judge({ subject: null, solution: null })[3]?.verdict).toBe('blocked');
});
