import type { Model } from '../ir/model.ts';
import type { Expression, Node } from '../ir/expression.ts';
import { transitionOfDid } from '../expressions/derived-lists.ts';
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
