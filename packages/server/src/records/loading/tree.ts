import {
  didList,
  type Entity,
  type Expression,
  type Field,
  innerFields,
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
  const inner = Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
  const isNew = tree[name] === undefined;
  const branch = (tree[name] ??= emptyTree());
  if (isNew && inner)
    for (const path of lineReads([inner])) growLine(model, field, { tree, path: treeSteps(path), depth: depth + 1 });
  if (isOneReference(inner)) grow(model, inner.to, { tree: branch, path: rest, depth: depth + 1 });
}

/** What has to be known of the same record to know this field. */
export function dependencies(field: Field): readonly string[] {
  const inner = Object.values(innerFields(field));
  const live = field.computed?.live === true ? field.computed.expression : null;
  const ofLines = lineReads(inner).map((path) => `${field.id}.${path}`);
  return [...ofLines, ...readsFrom('record.', [field.visibleWhen, live, ...inner.map((one) => one.visibleWhen)])];
}

/** What decides of the same line whether one of its fields is hidden. */
function lineReads(inner: readonly Field[]): readonly string[] {
  return readsFrom(
    'line.',
    inner.map(({ visibleWhen }) => visibleWhen),
  );
}

function readsFrom(root: 'record.' | 'line.', expressions: readonly (Expression | null)[]): readonly string[] {
  const reads = expressions.flatMap((expression) => expression?.reads ?? []);
  return reads.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length));
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
