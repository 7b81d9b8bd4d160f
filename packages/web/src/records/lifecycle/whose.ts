import { namingsOf, type Expression, type Node, type RecordValue, type Wire } from '@ninefold/model';

/**
 * Whether a condition lets this user pass because of who they are on the record: it compares `user` with a field that holds
 * them (`record.requester == user`, `user in record.watchers`), where no negation stands around it.
 */
export function isForUser(when: Expression | null, record: RecordValue, user: string): boolean {
  return namingsOf(when).some(({ people }) => holds(fieldIn(people, record), user));
}

function fieldIn(node: Node, record: RecordValue): Wire | undefined {
  const isOfRecord = node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record';
  return isOfRecord ? record[node.name] : undefined;
}

function holds(value: Wire | undefined, user: string): boolean {
  if (Array.isArray(value)) return value.some((each: Wire) => holds(each, user));
  return typeof value === 'object' && value !== null && 'id' in value && value.id === user;
}
