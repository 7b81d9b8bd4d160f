import type { Entity } from '../ir/entity.ts';
import { asSeen } from '../rights/seen.ts';
import type { Holder, Scope } from '../values/value.ts';

/** The scope of a write, which says whether the record is being made. */
export function creatingIn(scope: Scope, before: Holder | null): Scope {
  const creating = scope.creating ?? before === null;
  return creating === scope.creating ? scope : { ...scope, creating };
}

/** What computed values see: the record as it is once it has been made, so that working them out again changes nothing. */
export function atRest(entity: Entity, draft: Holder, scope: Scope): Scope {
  const resting: Scope = scope.creating === true ? { ...scope, creating: false } : scope;
  return { ...resting, record: asSeen(entity, draft, resting) };
}
