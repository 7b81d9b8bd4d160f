import {
  didList,
  type Entity,
  type Field,
  isLines,
  isOneReference,
  isReference,
  pressesOf,
  type Model,
  STANDS_FOR,
  stepsOf,
  transitionOfDid,
  TREE_LISTS,
} from '@ninefold/model';
import { inverseOf } from '../../storage/relations/inverse.ts';
import { treeOfList } from '../../storage/relations/trees.ts';

/** The fields of a record that somebody needs, each with those needed of what it refers to. */
export interface Tree {
  readonly [field: string]: Tree;
}
type Growing = { [field: string]: Growing };

/** Grows a tree from paths as expressions read them (`category.billable`); what a needed field itself depends on is added. */
export function treeOf(model: Model, entity: Entity, paths: readonly string[]): Tree {
  const tree = emptyTree();
  for (const path of paths) grow(model, entity.id, { tree, path: treeSteps(path), depth: 0 });
  return tree;
}

/** The steps of a path; the list of who fired a transition is one. */
function treeSteps(path: string): readonly string[] {
  const steps = stepsOf(path);
  return steps.flatMap((step, at) =>
    step === 'did' ? didList(steps[at + 1] ?? '') : steps[at - 1] === 'did' ? [] : step,
  );
}

function emptyTree(): Growing {
  return Object.create(null);
}

const MAX_DEPTH = 12;

function grow(
  model: Model,
  entity: string,
  { tree, path, depth }: { readonly tree: Growing; readonly path: readonly string[]; readonly depth: number },
): void {
  const [name, ...rest] = path;
  if (name === undefined || depth > MAX_DEPTH) return;
  const isNew = tree[name] === undefined;
  const branch = (tree[name] ??= emptyTree());
  const field = model.entities[entity]?.fields[name];
  if (isNew && field && depth > 0)
    dependencies(field).forEach((needed) => grow(model, entity, { tree, path: treeSteps(needed), depth: depth + 1 }));
  const list = treeOfList(model, entity, name);
  if (list && name === TREE_LISTS.ancestors) tree[list.parent] ??= emptyTree();
  const target = targetOf(model, entity, name);
  if (target !== null) grow(model, target, { tree: branch, path: rest, depth: depth + 1 });
  else if (isLines(field)) growLine(model, field, { tree: branch, path: rest, depth: depth + 1 });
}

function growLine(
  model: Model,
  field: Field,
  { tree, path, depth }: { readonly tree: Growing; readonly path: readonly string[]; readonly depth: number },
): void {
  const [name, ...rest] = path;
  if (name === undefined || !isLines(field)) return;
  const branch = (tree[name] ??= emptyTree());
  const inner = field.fields[name];
  if (isOneReference(inner)) grow(model, inner.to, { tree: branch, path: rest, depth: depth + 1 });
}

/** What has to be known of the same record to know this field. */
function dependencies(field: Field): readonly string[] {
  const expressions = [field.visibleWhen, field.computed?.live === true ? field.computed.expression : null];
  return expressions
    .flatMap((expression) => expression?.reads ?? [])
    .filter((path) => path.startsWith('record.'))
    .map((path) => path.slice('record.'.length));
}

/** Whether a name is a list of people beside the fields of a record. */
function isPeopleList(name: string): boolean {
  return name === STANDS_FOR || transitionOfDid(name) !== null || pressesOf(name) !== null;
}

/** The entity that a field, system field or inverse of this entity leads to. */
export function targetOf(model: Model, entity: string, name: string): string | null {
  if (name === 'created_by' || name === 'changed_by' || isPeopleList(name)) return 'user';
  const field = model.entities[entity]?.fields[name];
  if (field) return isReference(field) ? field.to : null;
  return treeOfList(model, entity, name)?.entity.id ?? inverseOf(model, entity, name)?.entity.id ?? null;
}
