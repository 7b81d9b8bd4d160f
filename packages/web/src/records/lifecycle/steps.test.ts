import { expect, it } from 'vitest';
import type { Entity } from '@ninefold/model';
import { stepsOf } from './steps.ts';

const state = (id: string, kind: string) => [id, { id, kind, final: false, locked: false, editableBy: null }];
const entity = {
  id: 'ticket',
  lifecycle: {
    initial: 'new',
    states: Object.fromEntries([
      state('new', 'waiting'),
      state('open', 'active'),
      state('waiting', 'waiting'),
      state('done', 'done'),
      state('cancelled', 'cancelled'),
    ]),
    transitions: {},
  },
} as unknown as Entity;

const places = (current: string, visited: readonly string[] | null): string =>
  stepsOf(entity, current, visited && new Set(visited))
    .map((step) => `${step.state}:${step.place}`)
    .join(' ');

it('shows where the record stands and what it went through', () => {
  expect(places('done', ['new', 'open'])).toBe('new:past open:past waiting:skipped done:current');
  expect(places('open', null)).toBe('new:past open:current waiting:future done:future');
});

it('names a state off the path only while the record is in it', () => {
  expect(places('cancelled', ['new'])).toBe('new:past open:skipped waiting:skipped done:skipped cancelled:current');
});
