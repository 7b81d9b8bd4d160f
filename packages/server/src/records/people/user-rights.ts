import {
  governsUser,
  GUARDED_USER_FIELDS,
  mayEndUser,
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

/** Whether a caller who may delete this record may end the account that it is, if it is one. The application itself may. */
export function endsAccount({ context, caller, entity, before }: UserWrite): boolean {
  if (entity.id !== 'user' || before === null || caller.cause !== undefined) return true;
  return mayEndUser(context.model, { id: caller.me.id, roles: caller.rights.roles }, before);
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

/** Roles that there are not, that the caller may not give or take, and that one person may not have together. */
export function userProblems({ context, caller, entity, before }: UserWrite, sent: Sent): readonly Problem[] {
  const { model } = context;
  if (entity.id !== 'user' || !Object.hasOwn(sent, 'roles')) return [];
  const old = new Set(rolesIn(before?.['roles']));
  const roles = rolesIn(sent['roles']);
  const moved = [...roles.filter((role) => !old.has(role)), ...[...old].filter((role) => !roles.includes(role))];
  const given = rolesGivenBy(model, caller.rights.roles);
  const unknown = roles.find((role) => !Object.hasOwn(model.roles, role));
  if (unknown !== undefined) return wrongRole('bad_option', { value: unknown.slice(0, 100), options: [...given] });
  const refused = moved.find((role) => !given.has(role));
  if (refused !== undefined) return wrongRole('not_offered', { role: refused });
  for (const role of roles) {
    const apart = model.roles[role]?.apart.find((other) => roles.includes(other));
    if (apart !== undefined) return wrongRole('not_offered', { role, apart });
  }
  return [];
}

function wrongRole(code: Problem['code'], params: Problem['params']): readonly Problem[] {
  return [{ path: 'roles', code, params: { field: 'roles', ...params } }];
}
