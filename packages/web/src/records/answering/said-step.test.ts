import type { Entity, RecordValue, Transition } from '@ninefold/model';
import { expect, test } from 'vitest';
import { answerOf, asksBack } from './said-step.ts';

const state = (id: string, kind: string, final = false) => [id, { id, kind, final, locked: false, editableBy: null }];

const ENTITY = {
  id: 'ticket',
  fields: {},
  lifecycles: {},
  lifecycle: {
    states: Object.fromEntries([
      state('new', 'waiting'),
      state('open', 'active'),
      state('asked', 'waiting'),
      state('closed', 'done', true),
    ]),
    transitions: {},
  },
} as unknown as Entity; // as much of an entity as these functions look at

const at = (id: string): RecordValue => ({ id: 't1', state: id }) as unknown as RecordValue;
const text = { id: 'reason', type: 'text', required: true };

const step = (more: Record<string, unknown> = {}): Transition =>
  ({
    ...{ id: 'ask', from: ['open'], to: 'asked', branches: [], asks: [], input: { reason: text } },
    ...more,
  }) as unknown as Transition; // as much of a transition as these functions look at

test('a step that asks for one text and nothing else is taken with a comment', () => {
  expect(answerOf(ENTITY, step())?.id).toBe('reason');
  const others = {
    'a field of the record besides': { asks: ['cost'] },
    'two answers': { input: { reason: text, note: { ...text, id: 'note' } } },
    'no answer': { input: {} },
    'a choice': { input: { reason: { ...text, type: 'choice' } } },
    'an answer that may stay empty': { input: { reason: { ...text, required: false } } },
    'an end that is confirmed': { to: 'closed' },
    'an end that may come': { branches: [{ to: 'closed' }] },
  };
  for (const [what, more] of Object.entries(others)) expect([what, answerOf(ENTITY, step(more))]).toEqual([what, null]);
});

test('work that waits for an answer is asked back', () => {
  expect(asksBack(ENTITY, at('open'), step())).toBe(true);
  expect(asksBack(ENTITY, at('new'), step({ from: ['new'] }))).toBe(false);
  expect(asksBack(ENTITY, at('open'), step({ to: 'open' }))).toBe(false);
  expect(asksBack(ENTITY, at('open'), step({ branches: [{ to: 'open' }] }))).toBe(false);
  expect(asksBack(ENTITY, at('open'), step({ input: {} }))).toBe(false);
});
