import type { FieldRight, Grant, Role, RuntimeRight, Verb } from '@ninefold/model';
import type { Shapes } from '../entities/entities.ts';

export const VERBS: readonly Verb[] = [
  ...(['read', 'refer', 'create', 'update', 'delete', 'comment', 'history', 'export', 'import', 'print'] as const),
];

/** The rights of the runtime, and whether they open something in the running version. The built-in administrator has all. */
const RIGHTS: Readonly<Record<RuntimeRight, boolean>> = {
  spec: true,
  users: true,
  keys: true,
  impersonate: true,
  audit: true,
  faults: true,
  operate: true,
  views: true,
  limits: false,
  view_as: false,
  backup: false,
};

/** False for a right that opens nothing yet. */
export function opensSomething(right: RuntimeRight): boolean {
  return RIGHTS[right];
}

export const RUNTIME_RIGHTS = Object.keys(RIGHTS) as readonly RuntimeRight[]; // the keys of the table

/** What a grant has beside its verbs and fields, all of it off. */
export const PLAIN_GRANT = { within: null, access: null, discloses: false } as const;

const WRITE: FieldRight = { create: true, read: true, update: true };

/**
 * The role that exists where no written role has a right of the runtime. It manages users. Where the specification
 * names no roles at all, it may also do everything else, since otherwise nobody could.
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
    home: null,
  };
}

function wholeGrant(entity: Shapes[string]): Grant {
  const verbs = Object.fromEntries(VERBS.map((verb) => [verb, true] as const));
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
