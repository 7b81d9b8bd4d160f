import type { Verb } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';

/** What none of the caller's roles grants; the answer names the roles that do (see `http/problem.ts`). */
export function forbidden(entity: string, verb: Verb): Refusal {
  return new Refusal('forbidden', { params: { entity, verb } });
}
