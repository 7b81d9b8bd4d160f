import type { ApplicationErrorId } from '../ir/rule.ts';

/** The id of an error that a specification declares: `<entity>.<rule>` of a rule, or the name under `errors`. Only for what is written there. */
export function applicationError(id: string): ApplicationErrorId {
  return id as ApplicationErrorId; // the one place where such ids come from
}
