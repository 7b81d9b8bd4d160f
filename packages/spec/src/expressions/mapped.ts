import type { Node } from '@ninefold/model';

/** The tree with parts replaced: `change` gives another part, or null to look into the part. The same tree where nothing changes. */
export function mapped(node: Node, change: (part: Node) => Node | null): Node {
  const changed = change(node);
  if (changed !== null) return changed;
  const into = (part: Node): Node => mapped(part, change);
  switch (node.node) {
    case 'literal':
    case 'variable':
      return node;
    case 'field': {
      const of = into(node.of);
      return of === node.of ? node : { ...node, of };
    }
    case 'call': {
      const args = node.args.map(into);
      return isSame(args, node.args) ? node : { ...node, args };
    }
    case 'list': {
      const items = node.items.map(into);
      return isSame(items, node.items) ? node : { ...node, items };
    }
    case 'macro': {
      const [list, body] = [into(node.list), into(node.body)];
      return list === node.list && body === node.body ? node : { ...node, list, body };
    }
  }
}

/** A condition on `record`, asked of the record that another expression leads to. */
export function readAt(node: Node, holder: Node): Node {
  return mapped(node, (part) => (part.node === 'variable' && part.name === 'record' ? holder : null));
}

function isSame(parts: readonly Node[], before: readonly Node[]): boolean {
  return parts.every((part, index) => part === before[index]);
}
