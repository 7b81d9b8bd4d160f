import type { Entity } from '../ir/entity.ts';
import type { Node } from '../ir/expression.ts';
import type { Transition } from '../ir/lifecycle.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Rights } from '../rights/rights.ts';
import type { Scope } from '../values/value.ts';
import type { Problem, RecordValue, TransitionVerdict } from '../wire/answers.ts';

/** A record and who looks at it. */
export interface Look {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly rights: Rights;
  readonly scope: Scope;
}

/** The verdict on every transition but `create`, in written order: what the buttons show and the server enforces. */
export function judgeTransitions(look: Look): readonly TransitionVerdict[] {
  const transitions = Object.values(look.entity.lifecycle?.transitions ?? {});
  return transitions.filter(({ id }) => id !== 'create').map((transition) => judgeTransition(look, transition));
}

/** The verdict on one transition. Its guard is judged with the record as it is; `input` and changes sent along may still change that. */
export function judgeTransition({ entity, record, rights, scope }: Look, transition: Transition): TransitionVerdict {
  const verdict = (word: TransitionVerdict['verdict'], reasons: readonly Problem[] = []): TransitionVerdict => ({
    id: transition.id,
    verdict: word,
    reasons,
  });
  if (!transition.by.some((role) => rights.roles.includes(role))) return verdict('role');
  if (record.state === undefined || !transition.from.includes(record.state)) return verdict('state');
  if (transition.when === null) return verdict('allowed');
  const inScope: Scope = { ...scope, record, before: record, transition: transition.id };
  const holding = evaluate(transition.when, inScope);
  if (holding === undefined) return verdict('unknown');
  return holding === true ? verdict('allowed') : verdict('blocked', guardProblems(entity, transition, inScope));
}

/** One problem for each part of the guard that fails, its path the first field that the part reads. */
export function guardProblems(entity: Entity, transition: Transition, scope: Scope): readonly Problem[] {
  const { when } = transition;
  if (when?.tree == null) return [];
  const failing = conjuncts(when.tree).filter((tree) => evaluate({ ...when, tree }, scope) !== true);
  const paths = new Set(failing.map((tree) => firstField(tree) ?? ''));
  return [...paths].map((path) => ({
    path,
    code: 'guard_failed',
    params: { entity: entity.id, transition: transition.id },
  }));
}

function conjuncts(node: Node): readonly Node[] {
  return node.node === 'call' && node.fn === 'and' ? node.args.flatMap(conjuncts) : [node];
}

function firstField(node: Node): string | null {
  if (node.node === 'field')
    return node.of.node === 'variable' && node.of.name === 'record' ? node.name : firstField(node.of);
  const parts =
    node.node === 'call'
      ? node.args
      : node.node === 'macro'
        ? [node.list, node.body]
        : node.node === 'list'
          ? node.items
          : [];
  for (const part of parts) {
    const field = firstField(part);
    if (field !== null) return field;
  }
  return null;
}
