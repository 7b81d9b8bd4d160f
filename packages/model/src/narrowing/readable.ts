import type { Model } from '../ir/model.ts';
import type { Expression, Node } from '../ir/expression.ts';
import { pressesOf, transitionOfDid } from '../expressions/derived-lists.ts';
import { canEver, canEverRead, type Rights } from '../rights/rights.ts';

/** Whether all that an expression reads of records may ever be read with these rights. Users may read their own record. */
export function isReadable(expression: Expression, model: Model, rights: Rights): boolean {
  return expression.tree !== null && readableNode(expression.tree, model, rights);
}

/** Leaves an expression as it is, or its place without a tree where it reads what may never be read. */
export type Keep = <E extends Expression | null>(expression: E) => E;

export function keepReadable(model: Model, rights: Rights): Keep {
  return (expression) =>
    expression === null || isReadable(expression, model, rights)
      ? expression
      : { ...expression, source: '', tree: null, reads: [] };
}

/** An expression is judged, and shown nowhere as it was written. */
export function unworded<E extends Expression | null>(expression: E): E {
  return expression && { ...expression, source: '' };
}

/**
 * The condition of a grant, of which each part joined by `&&` and `||` that may never be read stands as a variable without a value:
 * where the others decide it, the browser need not ask.
 */
export function keepParts(condition: Expression, model: Model, rights: Rights): Expression {
  const { tree } = condition;
  if (tree === null || readableNode(tree, model, rights)) return condition;
  const kept = readableParts(tree, model, rights);
  return { ...condition, source: '', tree: kept === UNREADABLE ? null : kept, reads: [] };
}

const UNREADABLE: Node = { node: 'variable', type: { kind: 'boolean' }, name: 'unreadable' };

function readableParts(node: Node, model: Model, rights: Rights): Node {
  if (readableNode(node, model, rights)) return node;
  if (node.node !== 'call' || (node.fn !== 'and' && node.fn !== 'or')) return UNREADABLE;
  const args = node.args.map((arg) => readableParts(arg, model, rights));
  return args.every((arg) => arg === UNREADABLE) ? UNREADABLE : { ...node, args };
}

function readableNode(node: Node, model: Model, rights: Rights): boolean {
  switch (node.node) {
    case 'literal':
    case 'variable':
      return true;
    case 'list':
      return node.items.every((item) => readableNode(item, model, rights));
    case 'call':
      return node.args.every((arg) => readableNode(arg, model, rights));
    case 'macro':
      return readableNode(node.list, model, rights) && readableNode(node.body, model, rights);
    case 'field':
      return readableField(node, model, rights) && readableNode(node.of, model, rights);
  }
}

function readableField(
  { of, name, type }: Extract<Node, { readonly node: 'field' }>,
  model: Model,
  rights: Rights,
): boolean {
  const holder = of.type;
  if (holder.kind === 'line') return fieldReadable(holder.entity, holder.field, model, rights);
  if (holder.kind !== 'record' || (of.node === 'variable' && of.name === 'user') || name === 'id') return true;
  if (transitionOfDid(name) !== null)
    return canEver(rights, holder.entity, 'read') && canEver(rights, holder.entity, 'history');
  if (pressesOf(name) !== null) return canEver(rights, holder.entity, 'read');
  if (type.kind === 'list' && type.of.kind === 'record' && model.entities[holder.entity]?.fields[name] === undefined)
    return rights.grants(type.of.entity).some(({ verbs }) => verbs.read !== undefined);
  if (name === 'title' && of.node === 'field' && !isOwnTitle(holder.entity, model)) return false;
  return fieldReadable(holder.entity, name, model, rights);
}

/** A reference comes with its rendered title; only where that is the field `title` alone does it stand for the field. */
function isOwnTitle(entity: string, model: Model): boolean {
  const parts = model.entities[entity]?.title ?? [];
  return parts.length === 1 && parts.every((part) => 'field' in part && part.field === 'title');
}

function fieldReadable(entityId: string, field: string, model: Model, rights: Rights): boolean {
  const entity = model.entities[entityId];
  return entity !== undefined && canEverRead(rights, entity, field);
}
