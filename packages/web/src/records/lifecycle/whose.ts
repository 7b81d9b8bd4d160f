import type { Expression, Node, RecordValue, Wire } from '@ninefold/model';

/**
 * Whether a condition lets this user pass because of who they are on the record: it compares `user` with a field that holds
 * them (`record.requester == user`, `user in record.watchers`), where no negation stands around it.
 */
export function isForUser(when: Expression | null, record: RecordValue, user: string): boolean {
  return when?.tree ? lets(when.tree, record, user) : false;
}

function lets(node: Node, record: RecordValue, user: string): boolean {
  if (node.node !== 'call') return false;
  if (node.fn === 'and' || node.fn === 'or') return node.args.some((arg) => lets(arg, record, user));
  const isCompared = (node.fn === 'eq' || node.fn === 'in') && node.args.some(isUser);
  return isCompared && node.args.some((arg) => holds(fieldIn(arg, record), user));
}

function isUser(node: Node): boolean {
  return node.node === 'variable' && node.name === 'user';
}

function fieldIn(node: Node, record: RecordValue): Wire | undefined {
  const isOfRecord = node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record';
  return isOfRecord ? record[node.name] : undefined;
}

function holds(value: Wire | undefined, user: string): boolean {
  if (Array.isArray(value)) return value.some((each: Wire) => holds(each, user));
  return typeof value === 'object' && value !== null && 'id' in value && value.id === user;
}
