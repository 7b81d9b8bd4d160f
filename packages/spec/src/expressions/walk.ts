import { limitOfSlot, type Node } from '@ninefold/model';

/** Visits a node and everything below it. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  if (node.node === 'field') walk(node.of, visit);
  else if (node.node === 'call') for (const arg of node.args) walk(arg, visit);
  else if (node.node === 'list') for (const item of node.items) walk(item, visit);
  else if (node.node === 'macro') {
    walk(node.list, visit);
    walk(node.body, visit);
  }
}

/** The fields that a tree reads, as `entity.field` or `entity.lines.field`, those behind references included. */
export function fieldsRead(node: Node | null): ReadonlySet<string> {
  const read = new Set<string>();
  if (node === null) return read;
  walk(node, (part) => {
    if (part.node !== 'field') return;
    const { type } = part.of;
    if (type.kind === 'record') read.add(`${type.entity}.${part.name}`);
    else if (type.kind === 'line') read.add(`${type.entity}.${type.field}.${part.name}`);
  });
  return read;
}

/** True where a tree names one of these variables. */
export function names(node: Node | null, variables: readonly string[]): boolean {
  let found = false;
  if (node !== null) {
    walk(node, (part) => {
      if (part.node === 'variable' && variables.includes(part.name)) found = true;
    });
  }
  return found;
}

/** The limits whose value of today a tree reads. */
export function limitsRead(node: Node): readonly string[] {
  const read: string[] = [];
  walk(node, (part) => {
    if (part.node === 'field' && part.of.node === 'variable' && part.of.name === 'limits')
      read.push(limitOfSlot(part.name));
  });
  return read;
}
