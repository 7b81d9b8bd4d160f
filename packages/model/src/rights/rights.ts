import { isSecret } from '../field-types/traits.ts';
import { holds } from '../expressions/evaluate.ts';
import type { Entity } from '../ir/entity.ts';
import type { Model } from '../ir/model.ts';
import type { FieldRight, Grant, Role, RuntimeRight, Verb } from '../ir/role.ts';
import { memoized, memoizedWeakly } from '../values/memo.ts';
import type { Scope } from '../values/value.ts';
import { asSeen } from './seen.ts';

/** What the roles of one user grant. Plan once per set of roles. */
export interface Rights {
  /** Included roles and those with `members: everyone` among them. */
  readonly roles: readonly string[];
  readonly runtime: readonly RuntimeRight[];
  grants(entity: string): readonly Grant[];
  /** The scope as the conditions of grants see it: hidden fields of `record` are blank, as they are in a row condition. */
  seen(entity: string, scope: Scope): Scope;
}

/** These roles, the ones they include, and the ones every signed-in user has. Unknown roles are dropped. */
export function rolesWith(model: Pick<Model, 'roles'>, roles: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const add = (id: string): void => {
    const role = model.roles[id];
    if (!role || found.has(id)) return;
    found.add(id);
    role.includes.forEach(add);
  };
  Object.values(model.roles)
    .filter((role) => role.members === 'everyone')
    .forEach((role) => add(role.id));
  roles.forEach(add);
  return Object.keys(model.roles).filter((id) => found.has(id));
}

/** The roles that come with this one, itself among them; null where every signed-in user has it. */
export function rolesGiving(model: Pick<Model, 'roles'>, role: string): readonly string[] | null {
  if (rolesWith(model, []).includes(role)) return null;
  return Object.keys(model.roles).filter((id) => rolesWith(model, [id]).includes(role));
}

/** The grants of these roles (see `rolesWith`), each once. */
export function rightsFor(model: Model, roles: readonly string[]): Rights {
  const held = roles.map((id) => model.roles[id]).filter((role): role is Role => role !== undefined);
  const byEntity = new Map<string, Map<string, Grant>>();
  for (const grant of held.flatMap((role) => role.grants)) {
    const grants = byEntity.get(grant.entity) ?? new Map<string, Grant>();
    byEntity.set(grant.entity, grants.set(grant.id, grant));
  }
  const lists = new Map([...byEntity].map(([entity, grants]) => [entity, [...grants.values()]]));
  return {
    roles,
    runtime: [...new Set(held.flatMap((role) => role.runtime))],
    grants: (entity) => lists.get(entity) ?? [],
    seen: (entity, scope) => seenIn(model.entities[entity], scope),
  };
}

function seenIn(entity: Entity | undefined, scope: Scope): Scope {
  const { record } = scope;
  if (!entity || !record) return scope;
  const seen = asSeen(entity, record, scope);
  return seen === record ? scope : { ...scope, record: seen };
}

/** Those of these grants that give rows which no other of them gives. */
export function givingRows(grants: readonly Grant[]): readonly Grant[] {
  return grants.filter(({ within }) => within === null || !grants.some(({ id }) => id === within));
}

/** True where some grant has the verb at all, on whatever rows. */
export function canEver(rights: Rights, entity: string, verb: Verb): boolean {
  return rights.grants(entity).some((grant) => grant.verbs[verb] !== undefined);
}

/** Whether the verb is granted on `scope.record`; undefined where this side cannot tell. */
export function allows(rights: Rights, entity: string, verb: Verb, scope: Scope): boolean | undefined {
  let verdict: boolean | undefined = false;
  const seen = rights.seen(entity, scope);
  for (const grant of rights.grants(entity)) {
    const granted = grantHolds(grant, verb, seen);
    if (granted === true) return true;
    if (granted === undefined) verdict = undefined;
  }
  return verdict;
}

/** Whether one grant has the verb on `scope.record`, which is as `Rights.seen` gives it. */
export function grantHolds(grant: Grant, verb: Verb, scope: Scope): boolean | undefined {
  const condition = grant.verbs[verb];
  if (condition === undefined) return false;
  return condition === true ? true : holds(condition, scope);
}

/**
 * What may be done with each field of `scope.record`: the union over the grants that hold for it.
 * What this side cannot decide counts as not granted.
 */
export function fieldRights(rights: Rights, entity: Entity, scope: Scope): Readonly<Record<string, FieldRight>> {
  const seen = rights.seen(entity.id, scope);
  const held = rights
    .grants(entity.id)
    .map((grant) => FIELD_VERBS.map((verb) => (grantHolds(grant, verb, seen) === true ? '1' : '0')).join(''));
  return rightsByCase(rights)(entity)(held.join(' '));
}

const FIELD_VERBS = ['create', 'read', 'update'] as const;
const MOST_CASES = 200;

/** What may be done with each field, by the verbs that hold: a digit for each, grant by grant. Made once for each such case. */
const rightsByCase = memoizedWeakly((rights: Rights) =>
  memoizedWeakly((entity: Entity) =>
    memoized((held: string): Readonly<Record<string, FieldRight>> => {
      const active = held.split(' ');
      const grants = rights.grants(entity.id);
      const isGranted = (field: string, verb: (typeof FIELD_VERBS)[number]): boolean =>
        grants.some(
          ({ fields }, at) => active[at]?.charAt(FIELD_VERBS.indexOf(verb)) === '1' && fields[field]?.[verb] === true,
        );
      return Object.fromEntries(
        Object.keys(entity.fields).map((field) => [
          field,
          { create: isGranted(field, 'create'), read: isGranted(field, 'read'), update: isGranted(field, 'update') },
        ]),
      );
    }, MOST_CASES),
  ),
);

/** Whether some grant lets the field be read, on whatever rows. System fields go with `read` itself. */
export function canEverRead(rights: Rights, entity: Entity, field: string): boolean {
  return rights
    .grants(entity.id)
    .some(
      ({ verbs, fields }) =>
        verbs.read !== undefined && (entity.fields[field] === undefined || fields[field]?.read === true),
    );
}

/** Whether some grant of these rights that exports records of the entity lets the field be read, too. No file has secrets. */
export function canExportField(rights: Rights, entity: Entity, field: string): boolean {
  if (isSecret(Object.hasOwn(entity.fields, field) ? entity.fields[field] : null)) return false;
  const exporting = rights.grants(entity.id).filter(({ verbs }) => verbs.export !== undefined);
  return canEverRead(rights, entity, field) && exporting.some(({ fields }) => fields[field]?.read === true);
}

/** Whether some grant lets the field be read or written, on whatever rows: then its name is no secret. */
export function isEverOpen(rights: Rights, entity: string, field: string): boolean {
  return rights
    .grants(entity)
    .some(({ verbs, fields }) =>
      (['read', 'create', 'update'] as const).some(
        (verb) => verbs[verb] !== undefined && fields[field]?.[verb] === true,
      ),
    );
}
