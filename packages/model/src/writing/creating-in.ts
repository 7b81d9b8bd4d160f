import type { Holder, Scope } from '../values/value.ts';

/** The scope of a write, which says whether the record is being made. */
export function creatingIn(scope: Scope, before: Holder | null): Scope {
  const creating = scope.creating ?? before === null;
  return creating === scope.creating ? scope : { ...scope, creating };
}
