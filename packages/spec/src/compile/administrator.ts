import type { Condition, FieldRight, Grant, Role, RuntimeRight, Verb } from '@ninefold/model';
import type { Shapes } from './entities.ts';

export const VERBS: readonly Verb[] = [
  ...(['read', 'refer', 'create', 'update', 'delete', 'comment', 'history', 'export', 'import', 'print'] as const),
];

export const RUNTIME_RIGHTS: readonly RuntimeRight[] = [
  'spec',
  'users',
  'keys',
  'faults',
  'limits',
  'view_as',
  'backup',
];

/** What a grant has beside its verbs and fields, all of it off. */
export const PLAIN_GRANT = { via: null, access: null, discloses: false } as const;

const WRITE: FieldRight = { create: true, read: true, update: true };

/**
 * The role that exists when no written role has a right of the runtime. It looks after users; while the
 * specification names no roles at all, everything else is its too, since nobody could see it otherwise.
 */
export function administrator(shapes: Shapes, rolesWritten: boolean, roles: readonly string[]): Role {
  const entities = Object.values(shapes).filter(({ id }) => id === 'user' || !rolesWritten);
  return {
    id: 'administrator',
    includes: [],
    members: null,
    grants: entities.map(wholeGrant),
    runtime: RUNTIME_RIGHTS,
    gives: roles,
    apart: [],
  };
}

function wholeGrant(entity: Shapes[string]): Grant {
  const verbs = Object.fromEntries(VERBS.map((verb) => [verb, true])) as Partial<Record<Verb, Condition>>;
  const fields = Object.fromEntries(Object.keys(entity.fields).map((id) => [id, WRITE]));
  return {
    id: `administrator.${entity.id}`,
    role: 'administrator',
    entity: entity.id,
    verbs,
    updateTo: true,
    fields,
    ...PLAIN_GRANT,
  };
}
