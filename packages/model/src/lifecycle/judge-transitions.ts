import type { Entity } from '../ir/entity.ts';
import type { Expression, Node } from '../ir/expression.ts';
import type { Transition } from '../ir/lifecycle.ts';
import { transitionOfDid } from '../expressions/derived-lists.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { explain } from '../expressions/explain.ts';
import { readerOf } from '../rights/may-read.ts';
import { type Rights, asSeen } from '../rights/rights.ts';
import type { Scope } from '../values/value.ts';
import type { Problem, RecordValue, TransitionVerdict, Why } from '../wire/answers.ts';

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
  const seen = asSeen(entity, record, scope);
  const inScope: Scope = { ...scope, record: seen, before: seen, transition: transition.id };
  const verdicts = parts(transition.when, inScope).map((part) => evaluate(part, inScope));
  if (verdicts.some((value) => value !== true && value !== undefined))
    return verdict('blocked', guardProblems(entity, transition, inScope, rights));
  return verdicts.includes(undefined) ? verdict('unknown') : verdict('allowed');
}

/** One problem for each part of the guard that fails, its path the first field that the part reads, with what decided it. */
export function guardProblems(
  entity: Entity,
  transition: Transition,
  scope: Scope,
  rights: Rights,
): readonly Problem[] {
  if (transition.when === null) return [];
  const failing = parts(transition.when, scope).filter((part) => evaluate(part, scope) !== true);
  const mayRead = readerOf(entity, scope, rights);
  const byPath = new Map<string, readonly Why[]>();
  for (const { tree } of failing) {
    const path = (tree && firstField(tree)) ?? '';
    byPath.set(path, [...(byPath.get(path) ?? []), ...(tree ? explain(tree, scope, mayRead) : [])]);
  }
  const params = { entity: entity.id, transition: transition.id };
  return [...byPath].map(([path, why]) => ({
    ...{ path, code: 'guard_failed', params },
    ...(why.length > 0 ? { why } : {}),
  }));
}

/** The parts that a guard joins by `&&`; while there is no `input` yet, those that read it are left for later. */
function parts(guard: Expression, scope: Scope): readonly Expression[] {
  if (guard.tree === null) return [guard];
  const trees = scope.input ? conjuncts(guard.tree) : conjuncts(guard.tree).filter((tree) => !readsInput(tree));
  return trees.map((tree) => ({ ...guard, tree }));
}

function readsInput(node: Node): boolean {
  return node.node === 'variable' ? node.name === 'input' : children(node).some(readsInput);
}

function conjuncts(node: Node): readonly Node[] {
  return node.node === 'call' && node.fn === 'and' ? node.args.flatMap(conjuncts) : [node];
}

function firstField(node: Node): string | null {
  if (node.node === 'field' && node.of.node === 'variable')
    return node.of.name === 'record' && transitionOfDid(node.name) === null ? node.name : null;
  for (const child of children(node)) {
    const field = firstField(child);
    if (field !== null) return field;
  }
  return null;
}

function children(node: Node): readonly Node[] {
  switch (node.node) {
    case 'literal':
    case 'variable':
      return [];
    case 'field':
      return [node.of];
    case 'call':
      return node.args;
    case 'macro':
      return [node.list, node.body];
    case 'list':
      return node.items;
  }
}
