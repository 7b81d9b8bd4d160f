import { PLAIN_FIELD, type Entity, type Field, type Rights, type Scope } from '@ninefold/model';
import { expect, test } from 'vitest';
import { bulkPlan } from './plan.ts';

const entity = { id: 'job', fields: {}, lifecycles: {} } as unknown as Entity; // as much of an entity as the plan of one field looks at
const rights: Rights = { roles: [], runtime: [], grants: () => [], seen: (_, scope) => scope };
const scope = { limits: {}, now: '2026-03-05T12:00:00.000Z', today: '2026-03-05', timeZone: 'UTC' } as Scope; // nobody is asked for

function planOf(type: 'boolean' | 'integer') {
  const field = { ...PLAIN_FIELD, id: 'one', type } as Field;
  return bulkPlan({ entity, action: { kind: 'update', field }, field, scope, rights });
}

test('yes or no is for many records what somebody has chosen, and nothing before', () => {
  const plan = planOf('boolean');
  const untouched = plan.settle({});
  expect(untouched).toEqual({ one: null });
  expect(plan.judge(untouched)).toMatchObject([{ path: 'one', code: 'required' }]);
  for (const one of [true, false]) {
    expect(plan.settle({ one })).toEqual({ one });
    expect(plan.judge({ one })).toEqual([]);
  }
  expect(planOf('integer').judge({ one: null })).toEqual([]);
});
