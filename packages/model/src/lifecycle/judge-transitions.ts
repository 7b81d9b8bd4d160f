import type { Transition } from '../ir/lifecycle.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { asSeen } from '../rights/rights.ts';
import type { Scope } from '../values/value.ts';
import type { Problem, TransitionVerdict } from '../wire/answers.ts';
import { fieldsArising, fieldsAsked, type Look } from './asked-fields.ts';
import { guardParts, knownGuardProblems, type GuardLook } from './guard.ts';

/** The verdict on every transition but `create`, in written order: what the buttons show and the server enforces. */
export function judgeTransitions(look: Look): readonly TransitionVerdict[] {
  const transitions = Object.values(look.entity.lifecycle?.transitions ?? {});
  return transitions.filter(({ id }) => id !== 'create').map((transition) => judgeTransition(look, transition));
}

/**
 * The verdict on one transition. Its guard is judged with the record as it is; `input` and changes sent along may still
 * change that. What the guard says of fields that its dialog asks this person for is left to the dialog.
 */
export function judgeTransition(look: Look, transition: Transition): TransitionVerdict {
  const { entity, record, rights, scope } = look;
  const verdict = (word: TransitionVerdict['verdict'], reasons: readonly Problem[] = []): TransitionVerdict => ({
    id: transition.id,
    verdict: word,
    reasons,
  });
  if (!transition.by.some((role) => rights.roles.includes(role))) return verdict('role');
  if (record.state === undefined || !transition.from.includes(record.state)) return verdict('state');
  if (transition.when === null) return verdict('allowed');
  const seen = asSeen(entity, record, scope);
  const inScope: Scope = { ...scope, record: seen, before: seen, transition: transition.id };
  const open = fieldsArising(entity, fieldsAsked(look, transition));
  const guard: GuardLook = { entity, transition, scope: inScope, rights, open };
  const failing = knownGuardProblems(guard);
  if (failing.length > 0) return verdict('blocked', failing);
  return guardParts(guard).some((part) => evaluate(part, inScope) === undefined)
    ? verdict('unknown')
    : verdict('allowed');
}
