import type { Expression, Node } from '../ir/expression.ts';

/** A part of a condition that compares `user` with people whom the record names. */
export interface Naming {
  /** `record.requester == user`, `user in record.watchers` */
  readonly comparison: Node;
  /** The person, or the list of people, whom the record names. */
  readonly people: Node;
}

/**
 * The parts of a condition that let somebody pass because of who they are on the record: they compare `user` with a field of it,
 * or of a record that it refers to, and no negation stands around them.
 */
export function namingsOf(when: Expression | null): readonly Naming[] {
  return when?.tree ? namingsIn(when.tree) : [];
}

function namingsIn(node: Node): readonly Naming[] {
  if (node.node !== 'call') return [];
  if (node.fn === 'and' || node.fn === 'or') return node.args.flatMap(namingsIn);
  const isCompared = (node.fn === 'eq' || node.fn === 'in') && node.args.some(isUser);
  const people = isCompared ? node.args.find(isOfRecord) : undefined;
  return people === undefined ? [] : [{ comparison: node, people }];
}

/** The fields of the record with which a condition compares `user` in any way, negated or not. */
export function comparedWithUser(node: Node): readonly string[] {
  if (node.node !== 'call') return [];
  const fields = node.args.some(isUser)
    ? node.args.flatMap((arg) => (arg.node === 'field' && isRecord(arg.of) ? [arg.name] : []))
    : [];
  return [...fields, ...node.args.flatMap(comparedWithUser)];
}

function isUser(node: Node): boolean {
  return node.node === 'variable' && node.name === 'user';
}

function isRecord(node: Node): boolean {
  return node.node === 'variable' && node.name === 'record';
}

function isOfRecord(node: Node): boolean {
  return node.node === 'field' && (isRecord(node.of) || isOfRecord(node.of));
}
