import { expect, test } from 'vitest';
import type { Model } from '../ir/model.ts';
import type { Role } from '../ir/role.ts';
import { entity, grant } from '../testing/build.ts';
import { rolesOpening } from './who-opens.ts';

const ticket = entity('ticket', { subject: { type: 'string' } });
const none = { home: null, members: null, includes: [], grants: [], runtime: [], gives: [], apart: [] };
const roles: Record<string, Role> = {
  requester: { ...none, id: 'requester', members: 'everyone' },
  agent: {
    ...none,
    id: 'agent',
    grants: [{ ...grant(ticket, { read: true, create: true, import: true }), id: 'agent.ticket' }],
  },
  manager: {
    ...none,
    id: 'manager',
    includes: ['agent'],
    grants: [{ ...grant(ticket, { delete: true }), id: 'manager.ticket' }],
  },
  admin: { ...none, id: 'admin', runtime: ['keys', 'operate'] },
};
const list = { kind: 'list', entity: 'ticket', written: true, where: null, columns: [], sort: [], layouts: [] };
const model = {
  entities: { ticket },
  roles,
  screens: [
    { ...list, id: 'all', path: '/tickets', roles: null },
    { ...list, id: 'desk', path: '/desk', roles: ['manager'] },
    { ...list, id: 'one', path: '/tickets/:id', roles: null, kind: 'record' },
  ],
} as unknown as Model; // what the function reads of a model

test.each<readonly [path: string, roles: readonly string[] | null]>([
  ['/tickets', ['agent', 'manager']],
  ['/Tickets/', ['agent', 'manager']],
  ['/tickets/SD-1', ['agent', 'manager']],
  ['/desk', ['manager']],
  ['/_/keys', ['admin']],
  ['/_/operate', ['admin']],
  ['/_/spec', []],
  ['/_/import/ticket', ['agent', 'manager']],
  ['/_/trash/ticket', ['manager']],
  ['/_/import/payroll', null],
  ['/_/errors', null],
  ['/tickets/SD-1/more', null],
  ['/nowhere', null],
  ['', null],
])('%s is opened by %j', (path, expected) => {
  expect(rolesOpening(model, path)).toEqual(expected);
});
