import type { Model, Role, Verb } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';

/** What none of the caller's roles grants; an answer names the roles that do (`withRoles`). */
export function forbidden(entity: string, verb: Verb): Refusal {
  return new Refusal('forbidden', { params: { entity, verb } });
}

/** The parameters of a refusal; beside what is missing, the roles that grant it: everybody may know which roles to ask. */
export function withRoles({ roles }: Model, { code, params }: Refusal): Refusal['params'] {
  const { entity, verb, right } = params;
  if (code !== 'forbidden') return params;
  const having = (has: (role: Role) => boolean): Refusal['params'] => ({
    ...params,
    roles: Object.values(roles)
      .filter(has)
      .map(({ id }) => id),
  });
  if (typeof right === 'string') return having(({ runtime }) => runtime.some((each) => each === right));
  if (typeof entity !== 'string' || typeof verb !== 'string') return params;
  return having(({ grants }) => grants.some((grant) => grant.entity === entity && Object.hasOwn(grant.verbs, verb)));
}
