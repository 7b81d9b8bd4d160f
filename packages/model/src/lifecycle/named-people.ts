import { AWAITED } from '../expressions/derived-lists.ts';
import { DISTINCT } from '../expressions/functions/lists.ts';
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
  return comparisonsIn(when).flatMap((comparison) => {
    const people = comparison.args.find(isOfRecord);
    return people === undefined ? [] : [{ comparison, people }];
  });
}

/** Whether a condition lets somebody pass because their approval is awaited, as `user in record.awaits.approve` does. */
export function asksForAwaited(when: Expression | null): boolean {
  return comparisonsIn(when).some(({ args }) => args.some(isAwaited));
}

/** Whether a list is that of the people whose press is missing, as `record.awaits.approve` stands in trees. */
export function isAwaited(list: Node): boolean {
  const [inner] = list.node === 'call' && list.fn === DISTINCT ? list.args : [];
  return inner?.node === 'macro' && inner.variable === AWAITED;
}

/** The comparisons of `user` around which no negation stands. */
function comparisonsIn(when: Expression | null): readonly Call[] {
  return when?.tree ? comparisonsWithin(when.tree) : [];
}

type Call = Extract<Node, { readonly node: 'call' }>;

function comparisonsWithin(node: Node): readonly Call[] {
  if (node.node !== 'call') return [];
  if (node.fn === 'and' || node.fn === 'or') return node.args.flatMap(comparisonsWithin);
  return (node.fn === 'eq' || node.fn === 'in') && node.args.some(isUser) ? [node] : [];
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
