import type { Entity } from '../ir/entity.ts';
import type { Grant } from '../ir/role.ts';
import type { Rights } from './rights.ts';

/**
 * These rights with the records of one entity seen as a picker offers them: whoever may refer to a record reads of it what its title
 * shows them, and nothing else. `titled`: the fields that titles show.
 */
export function referringRights(rights: Rights, entity: Entity, titled: readonly string[]): Rights {
  const grants = rights.grants(entity.id).flatMap((grant) => offering(grant, titled));
  return { ...rights, grants: (id) => (id === entity.id ? grants : rights.grants(id)) };
}

function offering(grant: Grant, titled: readonly string[]): readonly Grant[] {
  const { read, refer } = grant.verbs;
  const reading = read === undefined ? [] : [{ ...grant, within: null, verbs: { read } }];
  if (refer === undefined) return reading;
  const fields = Object.fromEntries(Object.entries(grant.fields).filter(([field]) => titled.includes(field)));
  return [...reading, { ...grant, id: `${grant.id} refer`, within: null, verbs: { read: refer }, fields }];
}
