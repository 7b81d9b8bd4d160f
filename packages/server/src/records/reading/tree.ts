import { didList, transitionOfDid, TREE_LISTS, type Entity, type Field, type Model } from '@ninefold/model';
import { inverseOf } from '../../storage/inverse.ts';
import { treeOfList } from '../../storage/trees.ts';

/** The fields of a record that somebody needs, each with those needed of what it refers to. */
export interface Tree {
  readonly [field: string]: Tree;
}
type Growing = { [field: string]: Growing };

/** Grows a tree from dotted paths (`category.billable`); what a needed field itself depends on is added. */
export function treeOf(model: Model, entity: Entity, paths: readonly string[]): Tree {
  const tree = emptyTree();
  for (const path of paths) grow(model, entity.id, tree, stepsOf(path), 0);
  return tree;
}

/** The steps of a path; the list of who fired a transition is one. */
function stepsOf(path: string): readonly string[] {
  const steps = path.split('.');
  return steps.flatMap((step, at) =>
    step === 'did' ? didList(steps[at + 1] ?? '') : steps[at - 1] === 'did' ? [] : step,
  );
}

function emptyTree(): Growing {
  return Object.create(null) as Growing;
}

const MAX_DEPTH = 12;

function grow(model: Model, entity: string, tree: Growing, path: readonly string[], depth: number): void {
  const [name, ...rest] = path;
  if (name === undefined || depth > MAX_DEPTH) return;
  const isNew = tree[name] === undefined;
  const branch = (tree[name] ??= emptyTree());
  const field = model.entities[entity]?.fields[name];
  if (isNew && field && depth > 0)
    dependencies(field).forEach((needed) => grow(model, entity, tree, stepsOf(needed), depth + 1));
  const list = treeOfList(model, entity, name);
  if (list && name === TREE_LISTS.ancestors) tree[list.parent] ??= emptyTree();
  const target = targetOf(model, entity, name);
  if (target !== null) grow(model, target, branch, rest, depth + 1);
  else if (field?.type === 'lines') growLine(model, field, branch, rest, depth + 1);
}

function growLine(model: Model, field: Field, tree: Growing, path: readonly string[], depth: number): void {
  const [name, ...rest] = path;
  if (name === undefined || field.type !== 'lines') return;
  const branch = (tree[name] ??= emptyTree());
  const inner = field.fields[name];
  if (inner?.type === 'reference') grow(model, inner.to, branch, rest, depth + 1);
}

/** What has to be known of the same record to know this field. */
function dependencies(field: Field): readonly string[] {
  const expressions = [field.visibleWhen, field.computed?.live === true ? field.computed.expression : null];
  return expressions
    .flatMap((expression) => expression?.reads ?? [])
    .filter((path) => path.startsWith('record.'))
    .map((path) => path.slice('record.'.length));
}

/** The entity that a field, system field or inverse of this entity leads to. */
export function targetOf(model: Model, entity: string, name: string): string | null {
  if (name === 'created_by' || name === 'changed_by' || transitionOfDid(name) !== null) return 'user';
  const field = model.entities[entity]?.fields[name];
  if (field) return field.type === 'reference' || field.type === 'references' ? field.to : null;
  return treeOfList(model, entity, name)?.entity.id ?? inverseOf(model, entity, name)?.entity.id ?? null;
}
