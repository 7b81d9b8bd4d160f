import { expect, test } from 'vitest';
import {
  PLAIN_FIELD,
  rightsFor,
  type Entity,
  type Model,
  type Node,
  type RecordValue,
  type Scope,
  type Type,
  type Wire,
} from '@ninefold/model';
import { leftover } from '../../fields/contract/leftover.ts';
import { recordPlan } from './record-plan.ts';

const NUMBER: Type = { kind: 'number' };
const BOOLEAN: Type = { kind: 'boolean' };
const RECORD: Type = { kind: 'record', entity: 'trip' };
const of = (name: string): Node => ({
  node: 'field',
  type: NUMBER,
  of: { node: 'variable', type: RECORD, name: 'record' },
  name,
});
const notMore: Node = { node: 'call', type: BOOLEAN, fn: 'le', args: [of('riders'), of('seats')] };
const number = (id: string) => [id, { ...PLAIN_FIELD, id, type: 'integer' }];
const rule = {
  ...{ id: 'seats', lines: null, when: null, sense: 'check', at: 'riders', severity: 'error', error: 'trip.seats' },
  check: { source: '', type: BOOLEAN, tree: notMore, reads: ['record.riders', 'record.seats'] },
};
const entity = {
  ...{ id: 'trip', title: [], key: null, groups: {}, unique: [], lifecycle: null, lifecycles: {}, tree: null },
  ...{ rules: [rule], noOverlaps: [], reactions: [], fields: Object.fromEntries([number('riders'), number('seats')]) },
} as unknown as Entity; // what the plan reads of an entity
const scope = { limits: {}, now: '2026-03-05T12:00:00.000Z', today: '2026-03-05', timeZone: 'Europe/Berlin' };
const own = { ...scope, user: { id: 'u1', roles: [], team: null } } as unknown as Scope; // a short user
const rights = rightsFor({ entities: { trip: entity }, roles: {} } as unknown as Model, []); // a short model

function codes(values: Readonly<Record<string, number | string>>): readonly string[] {
  const plan = recordPlan({
    ...{ entity, before: null, fields: Object.values(entity.fields), initial: {}, rights },
    scope: own,
  });
  return plan.judge(plan.settle(values)).map(({ code }) => code);
}

test('a rule says nothing of a value that could not be read, and speaks of those that could', () => {
  expect(codes({ riders: 6, seats: 4 })).toEqual(['trip.seats']);
  expect(codes({ riders: 4, seats: 6 })).toEqual([]);
  expect(codes({ riders: '６人', seats: 4 })).toEqual(['not_whole']);
  expect(codes({ riders: 6, seats: 'four' })).toEqual(['not_whole']);
});

test('a text that names no record shows no field that waits for one, and stays wrong', () => {
  const lane: Node = {
    node: 'field',
    type: RECORD,
    of: { node: 'variable', type: RECORD, name: 'record' },
    name: 'lane',
  };
  const toll: Node = { node: 'field', type: BOOLEAN, of: lane, name: 'toll' };
  const fields = {
    lane: { ...PLAIN_FIELD, id: 'lane', type: 'reference', to: 'lane' },
    price: {
      ...PLAIN_FIELD,
      id: 'price',
      type: 'integer',
      visibleWhen: { source: '', type: BOOLEAN, tree: toll, reads: [] },
    },
  };
  const plan = recordPlan({
    ...{ entity: { ...entity, fields, rules: [] } as unknown as Entity, before: null, initial: {}, rights, scope: own },
    fields: Object.values(fields) as unknown as Entity['fields'][string][],
  });
  const shown = (lane: Wire) => plan.visible(plan.settle({ lane })).has('price');
  expect(shown({ id: 'l1', toll: true })).toBe(true);
  expect(shown(null)).toBe(false);
  expect(shown(leftover('nowhere'))).toBe(false);
  expect(plan.judge(plan.settle({ lane: leftover('nowhere') })).map(({ path }) => path)).toEqual(['lane']);
});

test('a value that nobody was sent is not asked for again: the server keeps it, unless another one is entered', () => {
  const ridden: Node = { node: 'call', type: BOOLEAN, fn: 'filled', args: [of('riders')] };
  const requiredWhen = { source: '', type: BOOLEAN, tree: ridden, reads: ['record.riders'] };
  const seats = { ...entity.fields['seats'], requiredWhen };
  const asking = { ...entity, rules: [], fields: { ...entity.fields, seats } } as unknown as Entity; // as above
  const judged = (seen: object, values: Readonly<Record<string, Wire>>): readonly string[] => {
    const before = { id: 't1', version: 3, riders: 4, ...seen } as unknown as RecordValue; // a short record
    const plan = recordPlan({
      entity: asking,
      before,
      fields: Object.values(asking.fields),
      initial: {},
      rights,
      scope: own,
    });
    return plan.judge(plan.settle({ ...values, riders: 5 })).map(({ code }) => code);
  };
  expect(judged({}, { seats: 'four' })).toEqual(['not_whole']);
  expect([judged({}, {}), judged({}, { seats: 4 })]).toEqual([[], []]);
  const moved = (values: Readonly<Record<string, Wire>>) => judged({ seats: 4 }, values);
  expect([moved({}), moved({ seats: null })]).toEqual([[], ['required']]);
});
