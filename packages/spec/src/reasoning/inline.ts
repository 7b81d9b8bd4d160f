import { fromWire, shortDecimal, type Model, type Node } from '@ninefold/model';

const DEEPEST = 8;

/**
 * An expression with what is known put in its place: limits as they stand, and the computed fields of `record` by what
 * they are computed from, so that they are not taken for values of their own.
 */
export function inlined(node: Node, model: Model, depth = 0): Node {
  switch (node.node) {
    case 'literal':
    case 'variable':
      return node;
    case 'field':
      return inlinedField(node, model, depth);
    case 'call':
      return { ...node, args: node.args.map((arg) => inlined(arg, model, depth)) };
    case 'list':
      return { ...node, items: node.items.map((item) => inlined(item, model, depth)) };
    case 'macro':
      return { ...node, list: inlined(node.list, model, depth), body: inlined(node.body, model, depth) };
  }
}

function inlinedField(node: Extract<Node, { readonly node: 'field' }>, model: Model, depth: number): Node {
  const { of, name } = node;
  if (of.node === 'variable' && of.name === 'limits') return limitLiteral(node, model);
  if (of.node === 'variable' && of.name === 'record' && of.type.kind === 'record') {
    const fields = model.entities[of.type.entity]?.fields ?? {};
    const tree = Object.hasOwn(fields, name) ? fields[name]?.computed?.expression.tree : undefined;
    if (tree && depth < DEEPEST) return inlined(tree, model, depth + 1);
  }
  return { ...node, of: inlined(of, model, depth) };
}

function limitLiteral(node: Extract<Node, { readonly node: 'field' }>, model: Model): Node {
  const limit = Object.hasOwn(model.limits, node.name) ? model.limits[node.name] : undefined;
  if (limit === undefined || limit.value === null) return node;
  const value = fromWire(limit.value, node.type);
  if (typeof value === 'bigint') return { node: 'literal', type: node.type, value: shortDecimal(value) };
  if (typeof value === 'string' || typeof value === 'boolean') return { node: 'literal', type: node.type, value };
  return node;
}
