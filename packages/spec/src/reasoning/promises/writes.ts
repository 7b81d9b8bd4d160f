import { didList, findOf, isDrawn, stateNames, type Entity, type Model, type Node } from '@ninefold/model';
import { replaced } from '../actors.ts';
import { inlined } from '../inline.ts';
import { pathOf, stepsOf } from '../leaf.ts';
import { mapped } from '../../expressions/mapped.ts';
import { isFreeToChange } from './changes.ts';
import { isCreation, type Move } from './moves.ts';
import { setBy } from './setting.ts';

/** A condition of after the move, as one of what was before it: what the move leaves as it is has one value, what it writes another. */
export function afterMove(model: Model, entity: Entity, move: Move, tree: Node): Node {
  return unchanged(replaced(inlined(nothingBefore(tree, move), model), setBy(model, entity, move)), move, entity);
}

/** A new record was nothing before: not even what is worked out from other values had one. */
function nothingBefore(tree: Node, move: Move): Node {
  return isCreation(move) ? mapped(tree, (node) => (isOfBefore(node) ? blankBefore(node) : null)) : tree;
}

/**
 * The fields that a move leaves as they are have one value before and after it, and a new record was nothing before. Where a
 * transition sets a field, `record` is the record as it was: its later values stand in their places.
 */
export function unchanged(tree: Node, move: Move, entity: Entity): Node {
  const { fields } = entity;
  const isUpdate =
    move.isChanging === true || (move.transition === null && move.writes === undefined && move.name !== 'create');
  const mayDiffer = (name: string): boolean => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return false;
    if (isDrawn(field) && 'given' in field && field.given !== null && field.given === move.transition?.id) return true;
    if (move.changes) return move.changes.has(name) || field.copy !== null || findOf(field) !== null;
    return isUpdate && (move.by === 'others' || isFreeToChange(field)); // reactions ask nobody's rights
  };
  const fired = move.transition && move.by !== 'system' ? [didList(move.transition.id)] : []; // a timer is nobody
  const moved = new Set(['state', move.cycle, ...fired, ...WRITTEN, ...dated(entity, move)]);
  return mapped(tree, (node) => {
    if (isCreation(move) && isOfBefore(node)) return blankBefore(node);
    const isOwn = node.node === 'field' && node.of.node === 'variable' && node.of.name === 'before';
    if (!isOwn || moved.has(node.name)) return null;
    return mayDiffer(node.name) ? null : { ...node, of: { ...node.of, name: 'record' } };
  });
}

/** Whether a path is one that no step of a way is asked for: when and by whom the record was written last. */
export function isStamp(entity: Pick<Entity, 'lifecycles'>, path: string): boolean {
  const [root, name = ''] = stepsOf(path);
  if (root !== 'record' && root !== 'before') return false;
  const dates = ['state', ...Object.keys(entity.lifecycles)].flatMap((field) => Object.values(stateNames(field)));
  return name === 'created_at' || WRITTEN.includes(name) || dates.includes(name);
}

/** What every write changes. */
const WRITTEN = ['changed_at', 'changed_by', 'version'];

/** What is known of the states that a move enters, or that follow from what it writes. */
function dated({ lifecycle, lifecycles }: Entity, { transition, cycle }: Move): readonly string[] {
  const derived = Object.entries(lifecycles).flatMap(([field, one]) => (one.derived.length > 0 ? [field] : []));
  const own = lifecycle !== null && lifecycle.derived.length > 0 ? ['state'] : [];
  return [...own, ...derived, ...(transition === null ? [] : [cycle])].flatMap((field) => {
    const { since, final } = stateNames(field);
    return [since, final];
  });
}

function isOfBefore(node: Node): boolean {
  return node.node === 'field' && stepsOf(pathOf(node) ?? '')[0] === 'before';
}

/** Null for a list, which is asked for its items. */
function blankBefore({ type }: Node): Node | null {
  if (type.kind === 'list') return null;
  return { node: 'literal', type, value: type.kind === 'boolean' ? false : null };
}
