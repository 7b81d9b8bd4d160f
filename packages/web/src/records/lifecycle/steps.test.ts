import { expect, it } from 'vitest';
import type { Cycle } from '@ninefold/model';
import { stepsOf } from './steps.ts';

const state = (id: string, kind: string) => [id, { id, kind, final: false, locked: false, editableBy: null }];
const cycle = {
  field: 'state',
  lifecycle: {
    initial: 'new',
    states: Object.fromEntries([
      state('new', 'waiting'),
      state('open', 'active'),
      state('waiting', 'waiting'),
      state('done', 'done'),
      state('cancelled', 'cancelled'),
    ]),
    transitions: {
      take: { from: ['new'], to: 'open', branches: [] },
      ask: { from: ['open'], to: 'waiting', branches: [] },
      answer: { from: ['waiting'], to: 'open', branches: [] },
      solve: { from: ['open'], to: 'done', branches: [] },
      reopen: { from: ['done'], to: 'open', branches: [], optional: true },
    },
    derived: [],
  },
} as unknown as Cycle;

const places = (current: string, visited: readonly string[] | null, { hasMoved = true, of = cycle } = {}): string =>
  stepsOf(of, current, { visited: visited && new Set(visited), hasMoved })
    .map((step) => `${step.state}:${step.place}`)
    .join(' ');

it('shows where the record stands and what it went through', () => {
  expect(places('done', ['new', 'open'])).toBe('new:past open:past waiting:skipped done:current');
  expect(places('open', null)).toBe('new:past open:current waiting:future done:future');
});

it('says of no state that the record was in it where no history is shown and another way leads past it', () => {
  expect(places('waiting', null)).toBe('new:past open:past waiting:current done:future');
  expect(places('done', null)).toBe('new:past open:past waiting:unknown done:current');
});

it('says of no state that a record was in it that may have begun in the present one', () => {
  expect(places('done', null, { hasMoved: false })).toBe('new:unknown open:unknown waiting:unknown done:current');
});

it('calls no state skipped to which the way back to the previous one leads', () => {
  const transitions = {
    hold: { from: ['new', 'open'], to: 'waiting', branches: [] },
    take: { from: ['new'], to: 'open', branches: [] },
    resume: { from: ['waiting'], to: 'previous', branches: [] },
  };
  const of = { ...cycle, lifecycle: { ...cycle.lifecycle, transitions } } as unknown as Cycle;
  expect(places('waiting', ['new'], { of })).toBe('new:past open:future waiting:current done:future');
});

it('calls no state skipped that may still come', () => {
  expect(places('waiting', ['new', 'waiting'])).toBe('new:past open:future waiting:current done:future');
});

it('calls a state skipped to which only optional steps lead back', () => {
  expect(places('done', ['new', 'open'])).toContain('waiting:skipped');
});

it('names a state off the path only while the record is in it', () => {
  expect(places('cancelled', ['new'])).toBe('new:past open:skipped waiting:skipped done:skipped cancelled:current');
});

it('shows of derived states only the one that holds', () => {
  const derived = { ...cycle, lifecycle: { ...cycle.lifecycle, derived: [{ to: 'open', when: null }] } };
  expect(stepsOf(derived, 'open', { visited: new Set(['new']), hasMoved: true })).toEqual([
    { state: 'open', place: 'current' },
  ]);
});
