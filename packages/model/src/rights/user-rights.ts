import type { Entity } from '../ir/entity.ts';
import type { Model } from '../ir/model.ts';
import type { RecordValue, Wire } from '../wire/answers.ts';

/** Fields of `user` in no verb and no `all`: only those who may give roles change these, and nobody their own. */
export const GUARDED_USER_FIELDS: ReadonlySet<string> = new Set(['roles', 'active', 'email']);

/** Who writes a record of `user`: their id and their roles, included ones among them. */
interface UserWriter {
  readonly id: string;
  readonly roles: readonly string[];
}

/** What the first person gets: `administrator` where there is such a role, else the first that may care for users. */
export function administratorRoles(model: Pick<Model, 'roles'>): readonly string[] {
  if (model.roles['administrator']) return ['administrator'];
  const role = Object.values(model.roles).find(({ runtime }) => runtime.includes('users'));
  return role ? [role.id] : [];
}

/** The roles that these roles may give and take. */
export function rolesGivenBy(model: Pick<Model, 'roles'>, roles: readonly string[]): ReadonlySet<string> {
  return new Set(roles.flatMap((role) => model.roles[role]?.gives ?? []));
}

/** Whether the writer may change the guarded fields of a user: of somebody else, all of whose roles the writer may give. */
export function governsUser(model: Pick<Model, 'roles'>, writer: UserWriter, user: RecordValue): boolean {
  const given = rolesGivenBy(model, writer.roles);
  return given.size > 0 && user.id !== writer.id && rolesIn(user['roles']).every((role) => given.has(role));
}

/**
 * Whether somebody who may delete users may delete this one. A deletion ends an account as a deactivation does, so nobody deletes
 * themselves, nor somebody with a role that they may not take away.
 */
export function mayEndUser(model: Pick<Model, 'roles'>, writer: UserWriter, user: RecordValue): boolean {
  const given = rolesGivenBy(model, writer.roles);
  return user.id !== writer.id && rolesIn(user['roles']).every((role) => given.has(role));
}

/** The role ids of a user record. */
export function rolesIn(value: Wire | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((role) => typeof role === 'string') : [];
}

/** The entity as a form of these roles shows it: of users, the roles to choose from are those that they may give. */
export function withGivenRoles(model: Pick<Model, 'roles'>, roles: readonly string[], entity: Entity): Entity {
  const field = entity.fields['roles'];
  const given = rolesGivenBy(model, roles);
  if (entity.id !== 'user' || field?.type !== 'choices' || given.size === 0) return entity; // kinds: the built-in field is one of choices
  const offered = { ...field, readOnly: false, options: field.options.filter((role) => given.has(role)) };
  return { ...entity, fields: { ...entity.fields, roles: offered } };
}

/** The entity as an import of these roles reads it: the roles of users are a column like others where they may give any. The judge of a write says which. */
export function withRolesToRead(model: Pick<Model, 'roles'>, roles: readonly string[], entity: Entity): Entity {
  const field = entity.fields['roles'];
  if (entity.id !== 'user' || field === undefined || rolesGivenBy(model, roles).size === 0) return entity;
  return { ...entity, fields: { ...entity.fields, roles: { ...field, readOnly: false } } };
}
