import {
  didList,
  isMany,
  isOneReference,
  typeOf,
  type Entity,
  type Field,
  type Model,
  type Node,
} from '@ninefold/model';
import { replaced } from '../actors.ts';
import type { Goal } from '../decide.ts';
import { inlined } from '../inline.ts';
import { pathOf, stepsOf } from '../leaf.ts';
import { mapped } from '../mapped.ts';
import { isBySystem, withoutUser } from './by-system.ts';
import { isFreeToChange } from './changes.ts';
import { isCreation, type Move } from './moves.ts';
import { setBy } from './setting.ts';

const BOOLEAN = { kind: 'boolean' } as const;

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

/**
 * What the record has to meet after a move: the rules that refuse, and the fields that have to be filled. `withPromises`: no
 * promise is broken on the way either.
 */
export function lawsOf(model: Model, entity: Entity, move: Move, withPromises: boolean): readonly Goal[] {
  const values = setBy(model, entity, move);
  const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  const required = Object.values(entity.fields).flatMap((field): readonly Node[] => {
    const { id, requiredWhen, visibleWhen } = field;
    if (!requiredWhen?.tree) return [];
    const value: Node = { node: 'field', type: typeOf(field, entity.id), of: record, name: id };
    const free = [requiredWhen.tree, ...(visibleWhen?.tree ? [visibleWhen.tree] : [])].map((tree) => call('not', tree));
    return [call('or', ...free, call('filled', value))];
  });
  const rules = entity.rules
    .filter(
      ({ lines, severity, sense }) => lines === null && severity === 'error' && (withPromises || sense !== 'never'),
    )
    .flatMap(({ when, check, sense }): readonly Node[] => {
      if (!check.tree) return [];
      const met = sense === 'check' ? check.tree : call('not', check.tree);
      return [when?.tree ? call('or', call('not', when.tree), met) : met];
    });
  return [...required, ...rules, ...offered(entity, record, move)].map((tree) => ({
    tree: unchanged(
      replaced(inlined(isBySystem(entity, move) ? withoutUser(tree) : tree, model), values),
      move,
      entity,
    ),
    holds: true,
  }));
}

/**
 * That no reaction fires after a step: none has a condition that holds then. One that held before would not fire again, so that this
 * asks for more than it has to.
 */
export function quiet(model: Model, entity: Entity, move: Move): readonly Goal[] {
  const values = setBy(model, entity, move);
  return entity.reactions.flatMap(({ when }): readonly Goal[] => {
    if (!when?.tree) return [];
    const tree = replaced(inlined(withoutUser(when.tree), model), values);
    return [{ tree: unchanged(tree, move, entity), holds: false }];
  });
}

/** The `where` of a reference holds where the move gives the reference, or changes what its `where` reads of the record. */
function offered({ id, fields }: Entity, record: Node, move: Move): readonly Node[] {
  const before: Node = { node: 'variable', type: { kind: 'record', entity: id }, name: 'before' };
  const isSame = (field: Field): Node => {
    const at = (of: Node): Node => ({ node: 'field', type: typeOf(field, id), of, name: field.id });
    return call('eq', at(before), at(record));
  };
  return Object.values(fields).flatMap((field): readonly Node[] => {
    if (!isOneReference(field) || !field.where?.tree) return [];
    const of: Node = { node: 'field', type: { kind: 'record', entity: field.to }, of: record, name: field.id };
    const placed = mapped(field.where.tree, (node) => (node.node === 'variable' && node.name === 'option' ? of : null));
    const given = call('or', call('blank', of), placed);
    if (isCreation(move)) return [given];
    const names = new Set([field.id, ...field.where.reads.flatMap((path) => /^record\.(\w+)/.exec(path)?.[1] ?? [])]);
    const kept = Object.values(fields).filter((one) => names.has(one.id) && !isMany(one.type) && !one.computed);
    return [call('or', call('and', ...kept.map(isSame)), given)];
  });
}

/**
 * The fields that a move leaves as they are have one value before and after it, and a new record was nothing before. Where a
 * transition sets a field, `record` is the record as it was: its later values stand in their places.
 */
export function unchanged(tree: Node, move: Move, { fields }: Pick<Entity, 'fields'>): Node {
  const isUpdate = move.isChanging === true || (move.transition === null && move.name !== 'create');
  const mayDiffer = (name: string): boolean => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return isUpdate && field !== undefined && (move.by === 'others' || isFreeToChange(field)); // reactions ask nobody's rights
  };
  const fired = move.transition && move.by !== 'system' ? [didList(move.transition.id)] : []; // a timer is nobody
  const moved = new Set(['state', move.cycle, ...fired]);
  return mapped(tree, (node) => {
    if (move.name === 'create' && isOfBefore(node)) return node.type.kind === 'list' ? null : blankOf(node.type);
    const isOwn = node.node === 'field' && node.of.node === 'variable' && node.of.name === 'before';
    if (!isOwn || moved.has(node.name)) return null;
    return mayDiffer(node.name) ? null : { ...node, of: { ...node.of, name: 'record' } };
  });
}

function isOfBefore(node: Node): boolean {
  return node.node === 'field' && stepsOf(pathOf(node) ?? '')[0] === 'before';
}

function blankOf(type: Node['type']): Node {
  return { node: 'literal', type, value: type.kind === 'boolean' ? false : null };
}
