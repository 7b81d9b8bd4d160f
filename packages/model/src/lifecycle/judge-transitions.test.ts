import { describe, expect, test } from 'vitest';
import type { Lifecycle, Transition } from '../ir/lifecycle.ts';
import type { Rights } from '../rights/rights.ts';
import {
  BOOLEAN,
  call,
  entity,
  expression,
  grant,
  literal,
  path,
  record,
  recordOf,
  SCOPE,
  TEXT,
} from '../testing/build.ts';
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
  optional: false,
  hidden: false,
  asks: [],
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

describe('a transition whose dialog asks for a field', () => {
  const asking = entity(
    'ticket',
    {
      subject: { type: 'string' },
      solution: { type: 'text' },
      told: {
        type: 'text',
        computed: { expression: expression(path('record.solution', TEXT)), live: false },
      },
    },
    {
      lifecycle: {
        ...lifecycle,
        transitions: {
          resolve: transition('resolve', {
            when: expression(
              call('and', BOOLEAN, filled('solution'), call('and', BOOLEAN, filled('told'), filled('subject'))),
            ),
            asks: ['solution'],
          }),
        },
      },
    },
  );
  const rightsTo = (update: boolean): Rights => ({
    ...rights,
    grants: () => [grant(asking, { read: true, update: true }, { solution: { create: false, read: true, update } })],
  });
  const verdict = (mayChange: boolean, subject: string | null) =>
    judgeTransitions({
      entity: asking,
      record: record({ state: 'open', subject, solution: null, told: null }),
      rights: rightsTo(mayChange),
      scope: SCOPE,
    })[0];

  test('is open while only that field, and what is worked out of it, stands in the way', () => {
    expect(verdict(true, 'a')?.verdict).toBe('allowed');
  });

  test('is blocked by everything else, and names only that', () => {
    expect(verdict(true, null)).toMatchObject({ verdict: 'blocked', reasons: [{ path: 'subject' }] });
  });

  test('asks for nothing before the last of its approvals: what the field lacks stands in the way', () => {
    const people = [{ id: 'ann' }, { id: 'ben' }];
    const yes = expression(literal(true, BOOLEAN));
    const approvals = {
      of: expression(path('record.people', { kind: 'list', of: recordOf('user') })),
      ...{ need: 'all' as const, ordered: false, substitute: null, escalate: null, press: yes, deputised: yes },
    };
    const step = { ...(asking.lifecycle?.transitions['resolve'] as Transition), approvals };
    const approved = { ...asking, lifecycle: { ...lifecycle, transitions: { resolve: step } } };
    const after = (pressed: readonly unknown[]) =>
      judgeTransitions({
        entity: approved,
        record: record({
          ...{ state: 'open', subject: 'a', solution: null, told: null, people },
          ...{ 'awaits/resolve/pressed': pressed, 'awaits/resolve/pressed_for': pressed },
        }),
        rights: rightsTo(true),
        scope: SCOPE,
      })[0]?.verdict;
    expect([after([]), after([people[0]])]).toEqual(['blocked', 'allowed']);
  });

  test('is blocked for somebody who may not change the field', () => {
    expect(verdict(false, 'a')).toMatchObject({
      verdict: 'blocked',
      reasons: [{ path: 'solution' }, { path: 'told' }],
    });
  });
});
