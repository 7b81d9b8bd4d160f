import type { Entity } from '../ir/entity.ts';
import type { Expression, Node } from '../ir/expression.ts';
import type { Transition } from '../ir/lifecycle.ts';
import { transitionOfDid } from '../expressions/derived-lists.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { explain } from '../expressions/explain.ts';
import { readerOf } from '../rights/may-read.ts';
import type { Rights } from '../rights/rights.ts';
import type { Scope } from '../values/value.ts';
import type { Problem, Why } from '../wire/answers.ts';

/** A guard with everything that its verdict takes. */
export interface GuardLook {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly scope: Scope;
  readonly rights: Rights;
  /** Fields of the record whose values are not given yet; parts of the guard that read them are left for later. */
  readonly open: ReadonlySet<string>;
}

const NOTHING_OPEN: ReadonlySet<string> = new Set();

/** One problem for each part of the guard that fails, its path the first field that the part reads, with what decided it. */
export function guardProblems(look: Omit<GuardLook, 'open'>): readonly Problem[] {
  const own: GuardLook = { ...look, open: NOTHING_OPEN };
  return problemsOf(
    own,
    guardParts(own).filter((part) => evaluate(part, look.scope) !== true),
  );
}

/** The same for the parts of which this side can tell that they fail. */
export function knownGuardProblems(look: GuardLook): readonly Problem[] {
  const failing = guardParts(look).filter((part) => {
    const value = evaluate(part, look.scope);
    return value !== true && value !== undefined;
  });
  return problemsOf(look, failing);
}

function problemsOf(
  { entity, transition, scope, rights }: GuardLook,
  failing: readonly Expression[],
): readonly Problem[] {
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

/** The parts that a guard joins by `&&`, without those that read what is not given yet: answers of the form, and the open fields. */
export function guardParts({ transition: { when }, scope, open }: GuardLook): readonly Expression[] {
  if (when === null) return [];
  if (when.tree === null) return [when];
  const trees = conjuncts(when.tree).filter((tree) => !readsOpen(tree, !scope.input, open));
  return trees.map((tree) => ({ ...when, tree }));
}

function readsOpen(node: Node, isUnanswered: boolean, open: ReadonlySet<string>): boolean {
  if (node.node === 'variable') return isUnanswered && node.name === 'input';
  if (isFieldOfRecord(node) && open.has(node.name)) return true;
  return children(node).some((child) => readsOpen(child, isUnanswered, open));
}

function isFieldOfRecord(node: Node): node is Extract<Node, { readonly node: 'field' }> {
  return node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record';
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
