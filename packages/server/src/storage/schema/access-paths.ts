import { type Condition, type Entity, type Expression, type Model, type Node, pathOfSteps } from '@ninefold/model';
import { columnOf, storageOf } from '../columns/registry.ts';
import { denormalisedColumns, pathOf } from '../denormalised/denormalised-columns.ts';

/** A condition with more disjuncts than this is not taken apart: each disjunct is a query of its own. */
export const MOST_DISJUNCTS = 8;

/** How an index finds the rows of a condition without reading other rows: by a column, or from a table of links. */
export type AccessPath = { readonly column: string } | { readonly links: string };

/** The disjuncts of a condition: `and` over `or` is distributed. The condition alone where there would be too many. */
export function disjunctsOf(node: Node): readonly Node[] {
  const found = distributed(node);
  return found.length > MOST_DISJUNCTS ? [node] : found;
}

function distributed(node: Node): readonly Node[] {
  if (node.node !== 'call' || (node.fn !== 'or' && node.fn !== 'and')) return [node];
  const args = node.args.map(distributed);
  if (node.fn === 'or') return args.flat();
  const count = args.reduce((product, parts) => product * parts.length, 1);
  if (count === 1 || count > MOST_DISJUNCTS) return [node];
  const sets = args.reduce<readonly (readonly Node[])[]>(
    (before, parts) => before.flatMap((set) => parts.map((part) => [...set, part])),
    [[]],
  );
  return sets.map((set) => ({ ...node, args: set }));
}

/** The disjuncts of these conditions, each once; null where one of them is always true, or cannot be decided. */
export function allDisjuncts(conditions: readonly Condition[]): readonly Expression[] | null {
  const found = new Map<string, Expression>();
  for (const condition of conditions) {
    if (condition === true || condition.tree === null) return null;
    for (const tree of disjunctsOf(condition.tree)) {
      const source = JSON.stringify(tree);
      found.set(source, { ...condition, source, tree });
    }
  }
  return [...found.values()];
}

/** The access path of a condition; null where every row has to be read. */
export function accessPathOf(model: Model, entity: Entity, node: Node | null): AccessPath | null {
  if (node?.node !== 'call') return node === null ? null : booleanAccessPath(entity, node);
  if (node.fn === 'and') return bestAccessPath(model, entity, node.args);
  if (node.fn === 'in') return memberAccessPath(model, entity, node.args);
  const column = comparedColumn(model, entity, node);
  return column === null ? null : { column };
}

/** Prefers comparisons with the caller's values over literals: they are more selective. */
function bestAccessPath(model: Model, entity: Entity, args: readonly Node[]): AccessPath | null {
  const isWritten = (node: Node): boolean =>
    node.node !== 'call' || node.args.some((arg) => arg.node === 'literal' || arg.node === 'list');
  const sorted = [...args.filter((arg) => !isWritten(arg)), ...args.filter(isWritten)];
  return sorted.map((arg) => accessPathOf(model, entity, arg)).find((path) => path !== null) ?? null;
}

function booleanAccessPath(entity: Entity, node: Node): AccessPath | null {
  const path = node.type.kind === 'boolean' ? pathOf(node) : null;
  const [name = ''] = path ?? [];
  return path?.length === 1 && isPlain(entity, name) ? { column: name } : null;
}

function memberAccessPath(model: Model, entity: Entity, [item, list]: readonly Node[]): AccessPath | null {
  if (!item || !list) return null;
  if (!readsRecord(list)) {
    const column = columnAt(model, entity, item);
    return column === null ? null : { column };
  }
  const path = pathOf(list);
  const [name = ''] = path ?? [];
  const field = path?.length === 1 && Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const isLink = field !== undefined && field.visibleWhen === null && storageOf(field)?.kind === 'links';
  return isLink && !readsRecord(item) ? { links: name } : null;
}

/** Whether a condition compares with the caller as a person: few rows belong to one. */
export function asksForPerson(node: Node | null): boolean {
  return node?.node === 'call' && node.args.some((arg) => isPerson(arg) || asksForPerson(arg));
}

function isPerson(node: Node): boolean {
  return node.node === 'variable' && node.name === 'user';
}

/** The column that an equality compares with what is not of the record; null for any other condition. */
export function comparedColumn(model: Model, entity: Entity, node: Node | null): string | null {
  if (node?.node !== 'call' || node.fn !== 'eq') return null;
  const [left, right] = node.args;
  if (!left || !right) return null;
  if (!readsRecord(right)) return columnAt(model, entity, left);
  return readsRecord(left) ? null : columnAt(model, entity, right);
}

/** The column that holds what a path from the record leads to. */
function columnAt(model: Model, entity: Entity, node: Node): string | null {
  const path = pathOf(node);
  if (path === null) return null;
  const [name = ''] = path;
  if (path.length === 1 && Object.hasOwn(entity.fields, name)) return isPlain(entity, name) ? name : null;
  return denormalisedColumns(model, entity.id).find((column) => column.path === pathOfSteps(path))?.name ?? null;
}

function isPlain(entity: Entity, name: string): boolean {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field !== undefined && field.visibleWhen === null && columnOf(field) !== null;
}

function readsRecord(node: Node): boolean {
  switch (node.node) {
    case 'variable':
      return node.name === 'record';
    case 'field':
      return readsRecord(node.of);
    case 'call':
      return node.args.some(readsRecord);
    case 'list':
      return node.items.some(readsRecord);
    case 'macro':
      return readsRecord(node.list) || readsRecord(node.body);
    default:
      return false;
  }
}
