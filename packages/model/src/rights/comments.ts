import type { Entity } from '../ir/entity.ts';
import type { Scope } from '../values/value.ts';
import { allows, canEver, type Rights } from './rights.ts';

/** Whether one of the roles reads and writes internal comments on records of the entity that it may read. */
export function readsInternal(rights: Pick<Rights, 'roles'>, { comments }: Pick<Entity, 'comments'>): boolean {
  return comments !== null && comments.internal.some((role) => rights.roles.includes(role));
}

/** Whether there are comments on records of the entity, and these rights ever read them. */
export function canEverReadComments(rights: Rights, { id, comments }: Pick<Entity, 'id' | 'comments'>): boolean {
  return comments !== null && canEver(rights, id, 'read');
}

/** Whether there are comments on records of the entity, and these rights ever write one. */
export function canEverComment(rights: Rights, { id, comments }: Pick<Entity, 'id' | 'comments'>): boolean {
  return comments !== null && canEver(rights, id, 'read') && canEver(rights, id, 'comment');
}

/** Whether these rights comment on `scope.record`, which they also have to read. */
export function mayComment(rights: Rights, { id, comments }: Pick<Entity, 'id' | 'comments'>, scope: Scope): boolean {
  const may = (verb: 'read' | 'comment'): boolean => allows(rights, id, verb, scope) === true;
  return comments !== null && may('read') && may('comment');
}
