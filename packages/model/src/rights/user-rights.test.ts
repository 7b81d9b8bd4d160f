import { expect, test } from 'vitest';
import type { Role } from '../ir/role.ts';
import { entity } from '../testing/build.ts';
import type { RecordValue } from '../wire/answers.ts';
import { governsUser, mayEndUser, withGivenRoles } from './user-rights.ts';

const role = (id: string, gives: readonly string[]): Role => ({
  ...{ id, gives, includes: [], members: null, home: null, grants: [], runtime: [], apart: [] },
});
const model = {
  roles: { agent: role('agent', []), manager: role('manager', ['agent']), admin: role('admin', ['agent', 'manager']) },
};
const user = entity('user', { roles: { type: 'choices', options: ['agent', 'manager', 'admin'], readOnly: true } });
const person = (id: string, roles: readonly string[]) => ({ id, version: 1, roles }) as unknown as RecordValue; // only the roles are read

test('who may give roles governs others, all of whose roles they may give, and never themselves', () => {
  const mona = { id: 'mona', roles: ['manager'] };
  expect(governsUser(model, mona, person('alan', ['agent']))).toBe(true);
  expect(governsUser(model, mona, person('rita', []))).toBe(true);
  expect(governsUser(model, mona, person('mia', ['agent', 'manager']))).toBe(false);
  expect(governsUser(model, mona, person('mona', []))).toBe(false);
  expect(governsUser(model, { id: 'alan', roles: ['agent'] }, person('rita', []))).toBe(false);
});

test('whoever may delete users deletes nobody with a role that they may not take away, and never themselves', () => {
  const mona = { id: 'mona', roles: ['manager'] };
  expect(mayEndUser(model, mona, person('alan', ['agent']))).toBe(true);
  expect(mayEndUser(model, mona, person('mia', ['agent', 'manager']))).toBe(false);
  expect(mayEndUser(model, mona, person('mona', []))).toBe(false);
  expect(mayEndUser(model, { id: 'alan', roles: ['agent'] }, person('rita', []))).toBe(true);
});

test('the form of a user offers the roles that may be given, and of nobody else', () => {
  const offered = (roles: readonly string[]) => withGivenRoles(model, roles, user).fields['roles'];
  expect(offered(['admin'])).toMatchObject({ readOnly: false, options: ['agent', 'manager'] });
  expect(offered(['agent'])).toBe(user.fields['roles']);
  const note = entity('note', { roles: { type: 'choices', options: ['agent'], readOnly: true } });
  expect(withGivenRoles(model, ['admin'], note)).toBe(note);
});
