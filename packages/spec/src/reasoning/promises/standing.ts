import { isMany, transitionOfDid, type Entity, type Model, type Node, type Rule } from '@ninefold/model';
import { readAt } from '../../expressions/mapped.ts';
import type { Goal } from '../decide.ts';
import { inlined } from '../inline.ts';
import { isCreation, type Move } from './moves.ts';
import { unchanged } from './writes.ts';

const BOOLEAN = { kind: 'boolean' } as const;

/**
 * That the record broke no rule before a move: whatever was written to it was judged. Only of rules that read nothing but what is
 * written with the record, by writes after which they are judged; the promise itself is among them.
 */
export function standing(model: Model, entity: Entity, move: Move): readonly Goal[] {
  if (isCreation(move)) return [];
  const before: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'before' };
  return entity.rules.flatMap((rule): readonly Goal[] => {
    const broken = brokenBy(rule);
    if (broken === null || !isOfRecord(inlined(broken, model), entity)) return [];
    const tree = unchanged(inlined(readAt(broken, before), model), move, entity);
    return [{ tree, holds: false }];
  });
}

const known = new WeakMap<Rule, Node | null>();

/** What a rule refuses; null where it does not refuse, or is about lines. The same tree for the same rule. */
export function brokenBy(rule: Rule): Node | null {
  const found = known.get(rule);
  if (found !== undefined) return found;
  const { lines, severity, sense, when, check } = rule;
  const isTold = lines === null && severity === 'error' && check.tree !== null && (when === null || when.tree !== null);
  const broken = isTold && check.tree ? (sense === 'check' ? call('not', check.tree) : check.tree) : null;
  const tree = broken && when?.tree ? call('and', when.tree, broken) : broken;
  known.set(rule, tree);
  return tree;
}

/** Whether a condition reads literals and values of the record alone that change by nothing but a write to it that is judged. */
export function isOfRecord(node: Node, entity: Entity): boolean {
  const isPartOf = (part: Node): boolean => isOfRecord(part, entity);
  switch (node.node) {
    case 'literal':
      return true;
    case 'field':
      return node.of.node === 'variable' && node.of.name === 'record' && isWritten(entity, node.name);
    case 'call':
      return node.args.every(isPartOf);
    case 'list':
      return node.items.every(isPartOf);
    case 'variable':
    case 'macro':
      return false;
  }
}

/** A stored value; not one that is hidden at times, or is kept elsewhere. */
function isWritten({ fields, lifecycle, lifecycles }: Entity, name: string): boolean {
  if (name === 'state') return lifecycle !== null && lifecycle.derived.length === 0;
  if (transitionOfDid(name) !== null) return true;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field || field.computed !== null || field.visibleWhen !== null || isMany(field.type)) return false;
  if (Object.hasOwn(lifecycles, name)) return lifecycles[name]?.derived.length === 0;
  return true;
}

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}
