import { pressesOf, transitionOfDid, type Model, type Node, memoizedWeakly } from '@ninefold/model';

/**
 * What expressions of the model read of records of this entity that is no field of theirs and in no answer otherwise:
 * `did.approve`, who has pressed, `trashed_at`.
 */
export function extraReads(model: Model, entity: string): readonly string[] {
  return [...(readsBeside(model).get(entity) ?? [])];
}

const readsBeside = memoizedWeakly((model: Model): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const node of nodesIn(model.entities)) note(node, found);
  for (const node of nodesIn(model.roles)) note(node, found);
  return found;
});

function note(node: Extract<Node, { readonly node: 'field' }>, found: Map<string, Set<string>>): void {
  const { of, name } = node;
  if (
    of.type.kind !== 'record' ||
    (transitionOfDid(name) === null && pressesOf(name) === null && name !== 'trashed_at')
  )
    return;
  const names = found.get(of.type.entity) ?? new Set();
  found.set(of.type.entity, names.add(name));
}

/** The fields that the trees in a part of a model read. */
function* nodesIn(value: unknown): Iterable<Extract<Node, { readonly node: 'field' }>> {
  if (typeof value !== 'object' || value === null) return;
  if (isField(value)) yield value;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}

function isField(value: object): value is Extract<Node, { readonly node: 'field' }> {
  return 'node' in value && value.node === 'field' && 'of' in value && 'name' in value;
}
