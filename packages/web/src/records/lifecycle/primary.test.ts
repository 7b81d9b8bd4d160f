import type { Entity, Field, Transition, TransitionVerdict } from '@ninefold/model';
import { expect, test } from 'vitest';
import { askedFields, asksFirst, shownTransitions } from './primary.ts';

const state = (id: string, kind: string, final = false) => [id, { id, kind, final, locked: false, editableBy: null }];
const transition = (id: string, to: string, more: Partial<Transition> = {}) => [
  id,
  { id, from: ['open'], to, input: {}, asks: [], optional: false, hidden: false, ...more },
];

const entityWith = (more: Partial<Transition>): Entity =>
  ({
    id: 'ticket',
    fields: { solution: { id: 'solution' }, note: { id: 'note' } },
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
  shownTransitions(entityWith(more), 'open', verdicts(solve))
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
