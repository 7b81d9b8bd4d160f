import { RUNTIME_ERRORS } from '@ninefold/model';
import { expect, test } from 'vitest';
import { mayPassLater } from './passing.ts';

test('only what may change by itself is tried again', () => {
  const passing = Object.values(RUNTIME_ERRORS).filter((one) => mayPassLater({ status: one.status, code: one.id }));
  const ids = passing.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining(['changed_meanwhile', 'busy', 'overloaded', 'too_many_requests', 'fault']),
  );
  for (const id of [
    'wrong_state',
    'guard_failed',
    'forbidden',
    'forbidden_field',
    'not_your_role',
    'locked',
    'invalid',
    'in_use',
  ])
    expect(ids).not.toContain(id);
});
