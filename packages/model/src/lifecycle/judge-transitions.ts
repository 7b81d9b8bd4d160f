import type { Transition } from '../ir/lifecycle.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { fieldRights } from '../rights/rights.ts';
import { asSeen } from '../rights/seen.ts';
import { cycleField, stateIn, transitionsOf } from '../writing/cycles.ts';
import type { Scope } from '../values/value.ts';
import type { Problem, TransitionVerdict } from '../wire/answers.ts';
import { pressProblem } from './approvals.ts';
import { fieldsArising, fieldsAsked, type Look } from './asked-fields.ts';
import { guardParts, knownGuardProblems, type GuardLook } from './guard.ts';

/** The verdict on every transition but `create`, in written order: what the buttons show and the server enforces. */
export function judgeTransitions(look: Look): readonly TransitionVerdict[] {
  const transitions = [...transitionsOf(look.entity).values()];
  const known = transitions.filter(({ id }) => id !== 'create' && knowsState(look, id));
  return known.map((transition) => judgeTransition(look, transition));
}

/** Whether somebody may read the state that a transition moves: to others the transitions of a further life cycle are unknown. */
export function knowsState({ entity, record, rights, scope }: Look, transition: string): boolean {
  const field = cycleField(entity, transition);
  return field === 'state' || fieldRights(rights, entity, { ...scope, record })[field]?.read === true;
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
  const state = stateIn(entity, record, transition.id);
  if (state === null || !transition.from.includes(state)) return verdict('state');
  if (transition.when === null && transition.approvals === null) return verdict('allowed');
  const seen = asSeen(entity, record, scope);
  const inScope: Scope = { ...scope, record: seen, before: seen, transition: transition.id };
  const open = fieldsArising(entity, fieldsAsked(look, transition));
  const guard: GuardLook = { entity, transition, scope: inScope, rights, open };
  const failing = knownGuardProblems(guard);
  if (failing.length > 0) return verdict('blocked', failing);
  if (guardParts(guard).some((part) => evaluate(part, inScope) === undefined)) return verdict('unknown');
  const press = pressProblem(entity.id, transition, inScope);
  if (press === undefined) return verdict('unknown');
  return press === null ? verdict('allowed') : verdict('blocked', [press]);
}
