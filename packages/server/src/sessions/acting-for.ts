import { rolesWith, type Me, type Model, type RuntimeRight } from '@ninefold/model';

/** A person with all their roles, as `Me` has them. */
type Person = Pick<Me, 'id' | 'roles'>;

/**
 * Whether the maker of a key or a link may act in the name of this person: of themselves, and with the right `impersonate`
 * of people who have no other roles than those that the maker may give and those that everybody has.
 */
export function mayActFor(model: Model, maker: Person, person: Person): boolean {
  if (maker.id === person.id) return true;
  return hasRight(model, maker, 'impersonate') && mayGiveAll(model, maker, person);
}

/**
 * Whether the maker may give this person a link by which a password is chosen. Whoever has the link can act as the person:
 * so a person who has a password is somebody for whom the maker may act, and never the maker.
 */
export function mayInvite(model: Model, maker: Person, person: Person & { readonly hasPassword: boolean }): boolean {
  if (!hasRight(model, maker, 'users')) return false;
  if (person.hasPassword) return maker.id !== person.id && mayActFor(model, maker, person);
  return givenBy(model, maker).length > 0 && mayGiveAll(model, maker, person);
}

function hasRight(model: Model, { roles }: Person, right: RuntimeRight): boolean {
  return roles.some((role) => model.roles[role]?.runtime.includes(right) === true);
}

/** Roles that the maker may give by `grant`. */
function givenBy(model: Model, { roles }: Person): readonly string[] {
  return roles.flatMap((role) => model.roles[role]?.gives ?? []);
}

/** Nobody opens a way to more than they may give. Roles that everybody has, and that given ones include, count as given. */
function mayGiveAll(model: Model, maker: Person, { roles }: Person): boolean {
  const given = rolesWith(model, givenBy(model, maker));
  return roles.every((role) => given.includes(role));
}
