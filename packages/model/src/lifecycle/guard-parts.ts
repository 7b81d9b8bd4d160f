import type { Expression, Node, Type } from '../ir/expression.ts';
import { stepInPath } from '../values/paths.ts';

const BOOLEAN: Type = { kind: 'boolean' };

/** The parts of a condition that all have to hold, each with what it reads of `record` and of the variables beside it. */
export function partsOfGuard(when: Expression | null): readonly Expression[] {
  if (when === null || when.tree === null) return [];
  return conjuncts(when.tree).map((tree) => ({ source: '', type: BOOLEAN, tree, reads: [...new Set(pathsIn(tree))] }));
}

function conjuncts(node: Node): readonly Node[] {
  return node.node === 'call' && node.fn === 'and' ? node.args.flatMap(conjuncts) : [node];
}

function pathsIn(node: Node): readonly string[] {
  switch (node.node) {
    case 'literal':
      return [];
    case 'variable':
      return [node.name];
    case 'list':
      return node.items.flatMap(pathsIn);
    case 'call':
      return node.args.flatMap(pathsIn);
    case 'macro':
      return [node.list, node.body].flatMap(pathsIn);
    case 'field': {
      const [path = '', ...others] = pathsIn(node.of);
      return others.length > 0 ? [path, ...others] : [`${path}.${stepInPath(node.name)}`];
    }
  }
}
