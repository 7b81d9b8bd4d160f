import type { Condition, Entity, Expression, Model, Node } from '@ninefold/model';
import { columnOf, storageOf } from '../columns/registry.ts';
import { keptColumns, pathOf } from '../kept/kept-columns.ts';

/** More parts than this stay one condition: each is asked for by itself. */
export const MOST_PARTS = 8;

/** How the rows of a condition are found without looking at others: by a column, or from a table of links. */
export type Lead = { readonly column: string } | { readonly links: string };

/** A condition as parts of which one has to hold; it alone where there would be too many. */
export function alternatives(node: Node): readonly Node[] {
  const found = parted(node);
  return found.length > MOST_PARTS ? [node] : found;
}

function parted(node: Node): readonly Node[] {
  if (node.node !== 'call' || (node.fn !== 'or' && node.fn !== 'and')) return [node];
  const args = node.args.map(parted);
  if (node.fn === 'or') return args.flat();
  const count = args.reduce((product, parts) => product * parts.length, 1);
  if (count === 1 || count > MOST_PARTS) return [node];
  const sets = args.reduce<readonly (readonly Node[])[]>(
    (before, parts) => before.flatMap((set) => parts.map((part) => [...set, part])),
    [[]],
  );
  return sets.map((set) => ({ ...node, args: set }));
}

/** The parts of these conditions, each once; null where one of them is always true, or cannot be decided. */
export function partsOf(conditions: readonly Condition[]): readonly Expression[] | null {
  const parts = new Map<string, Expression>();
  for (const condition of conditions) {
    if (condition === true || condition.tree === null) return null;
    for (const tree of alternatives(condition.tree)) {
      const source = JSON.stringify(tree);
      parts.set(source, { ...condition, source, tree });
    }
  }
  return [...parts.values()];
}

/** What leads to the rows of a condition; null where all have to be looked at. */
export function leadOf(model: Model, entity: Entity, node: Node | null): Lead | null {
  if (node?.node !== 'call') return node === null ? null : truthLead(entity, node);
  if (node.fn === 'and') return bestLead(model, entity, node.args);
  if (node.fn === 'in') return memberLead(model, entity, node.args);
  const column = comparedColumn(model, entity, node);
  return column === null ? null : { column };
}

/** Whoever asks leads to fewer rows than what is written. */
function bestLead(model: Model, entity: Entity, args: readonly Node[]): Lead | null {
  const isWritten = (node: Node): boolean =>
    node.node !== 'call' || node.args.some((arg) => arg.node === 'literal' || arg.node === 'list');
  const sorted = [...args.filter((arg) => !isWritten(arg)), ...args.filter(isWritten)];
  return sorted.map((arg) => leadOf(model, entity, arg)).find((lead) => lead !== null) ?? null;
}

function truthLead(entity: Entity, node: Node): Lead | null {
  const path = node.type.kind === 'boolean' ? pathOf(node) : null;
  const [name = ''] = path ?? [];
  return path?.length === 1 && isPlain(entity, name) ? { column: name } : null;
}

function memberLead(model: Model, entity: Entity, [item, list]: readonly Node[]): Lead | null {
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
  return keptColumns(model, entity.id).find((kept) => kept.path === path.join('.'))?.name ?? null;
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
