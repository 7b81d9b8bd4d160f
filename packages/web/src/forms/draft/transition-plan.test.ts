import {
  PLAIN_FIELD,
  PLAIN_REFERENCE,
  rightsFor,
  type Entity,
  type Field,
  type Model,
  type RecordValue,
  type Scope,
  type Transition,
} from '@ninefold/model';
import { expect, test } from 'vitest';
import { transitionPlan } from './transition-plan.ts';

const shelf = { ...PLAIN_FIELD, ...PLAIN_REFERENCE, id: 'shelf', type: 'reference', to: 'shelf', required: true };
const found = { source: '', type: { kind: 'boolean' }, tree: null, reads: ['input.code'] };
const scope = { limits: {}, now: '2026-03-05T12:00:00.000Z', today: '2026-03-05', timeZone: 'Europe/Berlin' };
const entity = {
  ...{ id: 'ticket', title: [], key: null, groups: {}, unique: [], lifecycle: null, lifecycles: {}, tree: null },
  ...{ rules: [], noOverlaps: [], reactions: [], fields: {} },
} as unknown as Entity; // what the plan reads of an entity
const record = { id: 't1', version: 1 } as unknown as RecordValue; // a short record

function missing(field: object): readonly string[] {
  const plan = transitionPlan({
    ...{ entity, record, asked: [], scope: { ...scope, user: null } as unknown as Scope }, // a short scope
    transition: { id: 'place', when: null, input: { shelf: field as Field } } as unknown as Transition, // a short transition
    rights: rightsFor({ entities: { ticket: entity }, roles: {} } as unknown as Model, []), // a short model
  });
  return plan.judge(plan.settle({})).map(({ path, code }) => `${path} ${code}`);
}

test('a dialog does not ask for a required answer that the server looks for', () => {
  expect(missing(shelf)).toEqual(['input.shelf required']);
  expect(missing({ ...shelf, find: found })).toEqual([]);
});
