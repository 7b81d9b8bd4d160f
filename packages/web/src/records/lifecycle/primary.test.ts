import type { Entity, Expression, Field, Node, RecordValue, Transition, TransitionVerdict } from '@ninefold/model';
import { expect, test } from 'vitest';
import { askedFields, asksFirst, shownTransitions, targetsOf } from './primary.ts';
import { isForUser } from './whose.ts';

const state = (id: string, kind: string, final = false) => [id, { id, kind, final, locked: false, editableBy: null }];
const transition = (id: string, to: string, more: Partial<Transition> = {}) => [
  id,
  { id, from: ['open'], to, branches: [], input: {}, asks: [], optional: false, hidden: false, ...more },
];

const RECORD = {
  id: 't1',
  state: 'open',
  requester: { id: 'rita' },
  watchers: [{ id: 'alan' }],
} as unknown as RecordValue; // as much of a record as the buttons look at

const entityWith = (more: Partial<Transition>): Entity =>
  ({
    id: 'ticket',
    fields: { solution: { id: 'solution' }, note: { id: 'note' } },
    lifecycles: {},
    lifecycle: {
      initial: 'open',
      states: Object.fromEntries([state('open', 'active'), state('review', 'review'), state('done', 'done')]),
      transitions: Object.fromEntries([
        transition('check', 'review'),
        transition('solve', 'done', more),
        transition('other', 'open'),
      ]),
    },
  }) as unknown as Entity; // as much of an entity as the buttons look at

const verdicts = (solve: TransitionVerdict['verdict']): readonly TransitionVerdict[] =>
  (['check', 'solve', 'other'] as const).map((id) => ({
    id,
    verdict: id === 'solve' ? solve : 'allowed',
    reasons: [],
  }));

/** The buttons as `id`, `id!` where it is the primary one, and `(id)` where it is barred. */
const buttons = (more: Partial<Transition>, solve: TransitionVerdict['verdict']): string =>
  shownTransitions(entityWith(more), RECORD, verdicts(solve), 'rita')
    .map(({ transition: { id }, verdict, primary }) =>
      verdict.verdict === 'blocked' ? `(${id})` : `${id}${primary ? '!' : ''}`,
    )
    .join(' ');

test.each<readonly [string, Partial<Transition>, TransitionVerdict['verdict'], string]>([
  ['the furthest step forward is primary', {}, 'allowed', 'check solve! other'],
  ['one that is optional never is, the next one forward is', { optional: true }, 'allowed', 'check! solve other'],
  ['a barred one keeps its button', {}, 'blocked', 'check (solve) other'],
  ['a hidden one has none while it is barred', { hidden: true }, 'blocked', 'check! other'],
  ['a hidden one has its button while it is open', { hidden: true }, 'allowed', 'check solve! other'],
  ['what no role of the person may take has none', {}, 'role', 'check! other'],
  ['what leaves another state has none', {}, 'state', 'check! other'],
  [
    'of several next states the best counts',
    {
      to: 'open',
      branches: [
        { to: 'done', when: null },
        { to: 'open', when: null },
      ],
    },
    'allowed',
    'check solve! other',
  ],
  ['what leads back to the state before is no step forward', { to: 'previous' }, 'allowed', 'check! solve other'],
])('%s', (_, more, solve, expected) => {
  expect(buttons(more, solve)).toBe(expected);
});

test('a dialog asks for the fields that the person may change, in the order of `asks`', () => {
  const entity = entityWith({ asks: ['note', 'solution'] });
  const solve = entity.lifecycle?.transitions['solve'] as Transition;
  const ids = (editable: readonly string[]): readonly string[] =>
    askedFields(entity, solve, new Set(editable)).map(({ id }) => id);
  expect([ids(['solution', 'note']), ids(['solution']), ids([])]).toEqual([['note', 'solution'], ['solution'], []]);
  const asked: readonly Field[] = askedFields(entity, solve, new Set(['note']));
  expect([asksFirst(entity, solve, asked), asksFirst(entity, solve, [])]).toEqual([true, false]);
});

test('a step with a form of its own opens its dialog, also where no answer is required', () => {
  const entity = entityWith({ input: { note: { id: 'note', required: false } as unknown as Field } });
  expect(asksFirst(entity, entity.lifecycle?.transitions['solve'] as Transition, [])).toBe(true);
});

const BOOLEAN = { kind: 'boolean' } as const;
const call = (fn: string, ...args: readonly Node[]): Node => ({ node: 'call', type: BOOLEAN, fn, args });
const variable = (name: string): Node => ({ node: 'variable', type: { kind: 'null' }, name });
const field = (name: string): Node => ({ node: 'field', type: { kind: 'null' }, of: variable('record'), name });
const when = (tree: Node | null): Expression => ({ source: 'written', type: BOOLEAN, tree, reads: [] });
const asked = call('eq', field('requester'), variable('user'));
const watches = call('in', variable('user'), field('watchers'));
const role = call('has_role', variable('user'));

test.each<readonly [string, Node | null, readonly string[]]>([
  ['a field that holds them', asked, ['rita']],
  ['a list that holds them', watches, ['alan']],
  ['one of several ways', call('or', role, asked, watches), ['rita', 'alan']],
  ['along with other conditions', call('and', asked, role), ['rita']],
  ['a role alone', role, []],
  ['a negation', call('not', asked), []],
  ['what only the server may decide', null, []],
])('a step is for people because of who they are: %s', (_, tree, expected) => {
  expect(['rita', 'alan', 'mona'].filter((user) => isForUser(when(tree), RECORD, user))).toEqual(expected);
});

/** What is primary for these people while the record waits for an answer: the answer leads back to the work. */
function primaryWhileWaiting(more: Partial<Transition>, kind = 'waiting'): readonly (string | undefined)[] {
  const steps = Object.fromEntries([
    transition('solve', 'done', { from: ['asked'], when: null }),
    transition('answer', 'open', { from: ['asked'], when: when(asked), ...more }),
    transition('withdraw', 'gone', { from: ['asked'], when: when(asked) }),
  ]);
  const states = [state('open', 'active'), state('asked', kind), state('done', 'done'), state('gone', 'cancelled')];
  const entity = {
    id: 'ticket',
    fields: {},
    lifecycles: {},
    lifecycle: { initial: 'open', states: Object.fromEntries(states), transitions: steps },
  };
  const allowed = Object.keys(steps).map((id) => ({ id, verdict: 'allowed' as const, reasons: [] }));
  return ['rita', 'mona'].map(
    (user) =>
      shownTransitions(entity as unknown as Entity, { ...RECORD, state: 'asked' }, allowed, user).find(
        ({ primary }) => primary,
      )?.transition.id,
  );
}

test('while a record waits, the step of the person that it waits for is primary for them, and never one that ends it', () => {
  expect(primaryWhileWaiting({})).toEqual(['answer', 'solve']);
  expect(primaryWhileWaiting({ optional: true })).toEqual(['solve', 'solve']);
  expect(primaryWhileWaiting({ when: null })).toEqual(['solve', 'solve']);
  expect(primaryWhileWaiting({}, 'active')).toEqual(['solve', 'solve']);
});

test('the next states are each named once, the present one for `same`, and none where only the history knows', () => {
  const to = (more: Partial<Transition>): readonly string[] => {
    const solve = entityWith(more).lifecycle?.transitions['solve'];
    return solve ? targetsOf(solve, 'review') : ['nothing'];
  };
  expect(to({})).toEqual(['done']);
  expect(to({ to: 'same' })).toEqual(['review']);
  expect(to({ to: 'previous' })).toEqual([]);
  const branches = ['done', 'open', 'done'].map((one) => ({ to: one, when: null }));
  expect(to({ to: 'done', branches })).toEqual(['done', 'open']);
});
