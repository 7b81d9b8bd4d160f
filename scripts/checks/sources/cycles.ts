/** Groups of nodes that reach each other (Tarjan's strongly connected components), each sorted, single nodes only when they name themselves. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const walk: Walk = { graph, index: new Map(), low: new Map(), stack: [], onStack: new Set(), found: [] };
  for (const node of graph.keys()) if (!walk.index.has(node)) visit(walk, node);
  return walk.found;
}

interface Walk {
  readonly graph: ReadonlyMap<string, readonly string[]>;
  readonly index: Map<string, number>;
  readonly low: Map<string, number>;
  readonly stack: string[];
  readonly onStack: Set<string>;
  readonly found: string[][];
}

function visit(walk: Walk, node: string): void {
  const order = walk.index.size;
  walk.index.set(node, order);
  walk.low.set(node, order);
  walk.stack.push(node);
  walk.onStack.add(node);
  for (const next of walk.graph.get(node) ?? []) {
    if (!walk.index.has(next)) {
      visit(walk, next);
      lower(walk, node, walk.low.get(next));
    } else if (walk.onStack.has(next)) {
      lower(walk, node, walk.index.get(next));
    }
  }
  if (walk.low.get(node) === order) close(walk, node);
}

function lower(walk: Walk, node: string, to: number | undefined): void {
  walk.low.set(node, Math.min(walk.low.get(node) ?? Infinity, to ?? Infinity));
}

function close(walk: Walk, root: string): void {
  const group = walk.stack.splice(walk.stack.lastIndexOf(root));
  for (const node of group) walk.onStack.delete(node);
  if (group.length > 1 || walk.graph.get(root)?.includes(root)) walk.found.push(group.sort());
}
