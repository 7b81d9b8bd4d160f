import {
  governsUser,
  GUARDED_USER_FIELDS,
  rolesGivenBy,
  rolesIn,
  type Entity,
  type FieldRight,
  type Model,
  type Problem,
  type RecordValue,
} from '@ninefold/model';
import type { Caller } from '../context/records.ts';
import type { Sent } from '../context/body.ts';

type FieldRights = Readonly<Record<string, FieldRight>>;

export function mayCreateUser(model: Model, caller: Caller, entity: Entity): boolean {
  return entity.id === 'user' && rolesGivenBy(model, caller.rights.roles).size > 0;
}

/** Who writes a record of which entity; `before` is null where it is being created. */
interface UserWrite {
  readonly context: { readonly model: Model };
  readonly caller: Caller;
  readonly entity: Entity;
  readonly before: RecordValue | null;
}

/** Whether all that is sent are the guarded fields of another user, whose roles the caller may give. */
export function mayGuard(write: UserWrite, sent: Sent): boolean {
  return (
    write.entity.id === 'user' && governs(write) && Object.keys(sent).every((name) => GUARDED_USER_FIELDS.has(name))
  );
}

function governs({ context, caller, before: user }: UserWrite): boolean {
  return user !== null && governsUser(context.model, { id: caller.me.id, roles: caller.rights.roles }, user);
}

/** Field rights with those of the guarded fields put right. Who may create users may fill in every field that is not closed. */
export function userFieldRights(write: UserWrite, rights: FieldRights): FieldRights {
  const { context, caller, entity, before } = write;
  if (entity.id !== 'user') return rights;
  const maker = before === null && mayCreateUser(context.model, caller, entity);
  const governing = governs(write);
  const entries = Object.values(entity.fields).map((field): readonly [string, FieldRight] => {
    const right = rights[field.id] ?? { create: false, read: false, update: false };
    if (GUARDED_USER_FIELDS.has(field.id))
      return [field.id, { create: maker, read: right.read || governing, update: governing }];
    return [field.id, { ...right, create: right.create || (maker && !field.closed) }];
  });
  return Object.fromEntries(entries);
}

/** The entity as judged for this write: `roles` is read-only to everybody but those who may give them. */
export function judgedEntity(entity: Entity, rights: FieldRights): Entity {
  const roles = entity.fields['roles'];
  if (entity.id !== 'user' || !roles || (rights['roles']?.update !== true && rights['roles']?.create !== true))
    return entity;
  return { ...entity, fields: { ...entity.fields, roles: { ...roles, readOnly: false } } };
}

/** Roles that the caller may not give or take, and roles that one person may not have together. */
export function userProblems({ context, caller, entity, before }: UserWrite, sent: Sent): readonly Problem[] {
  const { model } = context;
  if (entity.id !== 'user' || !Object.hasOwn(sent, 'roles')) return [];
  const old = new Set(rolesIn(before?.['roles']));
  const roles = rolesIn(sent['roles']);
  const moved = [...roles.filter((role) => !old.has(role)), ...[...old].filter((role) => !roles.includes(role))];
  const given = rolesGivenBy(model, caller.rights.roles);
  const refused = moved.find((role) => !given.has(role));
  const apart = roles.find((role) => model.roles[role]?.apart.some((other) => roles.includes(other)));
  const wrong = refused ?? apart;
  return wrong === undefined
    ? []
    : [{ path: 'roles', code: 'not_offered', params: { field: 'roles', value: wrong.slice(0, 60) } }];
}
