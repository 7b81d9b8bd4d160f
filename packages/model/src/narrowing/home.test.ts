import { expect, test } from 'vitest';
import type { Role } from '../ir/role.ts';
import type { Screen } from '../ir/screen.ts';
import { homeOf } from './home.ts';

const role = (id: string, home: string | null, more: Partial<Role> = {}): Role => ({
  ...{ id, home, includes: [], members: null, grants: [], runtime: [], gives: [], apart: [] },
  ...more,
});
const ROLES = {
  everybody: role('everybody', 'start', { members: 'everyone' }),
  clerk: role('clerk', 'counter'),
  agent: role('agent', 'desk', { includes: ['clerk', 'everybody'] }),
  lead: role('lead', null, { includes: ['agent'] }),
  auditor: role('auditor', 'log'),
};
const screen = (id: string): Screen => ({
  ...{ id, path: `/${id}`, kind: 'page', page: 'x', roles: null, icon: null, written: true },
});
const home = (held: readonly string[], open = ['start', 'counter', 'desk', 'log']): string | null =>
  homeOf({ roles: ROLES, screens: open.map(screen) }, held)?.id ?? null;

test.each([
  ['a role that everybody has', ['everybody'], 'start'],
  ['a role before one that everybody has, though written after it', ['everybody', 'auditor'], 'log'],
  ['a role before those that it includes', ['everybody', 'clerk', 'agent'], 'desk'],
  ['the nearest included one where the role itself has none', ['everybody', 'clerk', 'agent', 'lead'], 'desk'],
  ['of two roles the one that is written first', ['everybody', 'auditor', 'clerk'], 'counter'],
  ['no role with a home', ['lead'], null],
])('%s', (_, held, expected) => expect(home(held)).toBe(expected));

test('a home that is not open to the person is passed over', () => {
  expect(home(['everybody', 'clerk', 'agent'], ['start', 'counter'])).toBe('counter');
});
