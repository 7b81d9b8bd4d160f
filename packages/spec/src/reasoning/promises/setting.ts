import {
  fieldInPath,
  findOf,
  otherTargets,
  ownFieldsIn,
  stateNames,
  typeOf,
  type Entity,
  type Field,
  type FieldValue,
  type Model,
  type Node,
} from '@ninefold/model';
import { replaced } from '../actors.ts';
import { asStored, inlined } from '../inline.ts';
import { isBySystem, withoutUser } from './by-system.ts';
import type { Move } from './moves.ts';

const BOOLEAN = { kind: 'boolean' } as const;

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

/** What a move writes itself: the `set` of its transition, of its reaction, or of what is left by a refusal. */
export function setOf({ transition, writes }: Move): readonly FieldValue[] {
  return transition?.set ?? writes?.set ?? [];
}

/**
 * The values that a move writes, each with those before it in their place, as their fields hold them; those of the application know
 * no user. A copy follows the reference that is written.
 */
export function setBy(model: Model, entity: Entity, move: Move): ReadonlyMap<string, Node> {
  const values = stamped(entity, move);
  const named = new Set(setOf(move).map(({ field }) => field));
  const seen = isBySystem(entity, move) ? withoutUser : (tree: Node): Node => tree;
  for (const { field: id, value } of setOf(move)) {
    const field = Object.hasOwn(entity.fields, id) ? entity.fields[id] : undefined;
    if (!value.tree || !field) continue;
    const earlier = new Map(values);
    values.set(id, replaced(asStored(inlined(seen(value.tree), model), field, model), earlier));
    for (const other of otherTargets(field)) if (!named.has(other)) blankBeside(entity, other, { of: id, values });
    copyAfter(model, entity, id, { earlier, values });
    for (const found of foundAfter(entity, id)) {
      values.set(found.id, { node: 'variable', type: typeOf(found, entity.id), name: `found ${found.id}` });
      copyAfter(model, entity, found.id, { earlier, values });
    }
  }
  return values;
}

/** A record in one part of a reference to one of several entities leaves the others blank. */
function blankBeside(
  entity: Entity,
  id: string,
  { of, values }: { readonly of: string; readonly values: Map<string, Node> },
): void {
  const field = entity.fields[id];
  const given = values.get(of);
  if (field === undefined || given === undefined) return;
  const old = values.get(id) ?? ownField(entity, field);
  const blank: Node = { node: 'literal', type: old.type, value: null };
  values.set(id, { node: 'call', type: old.type, fn: 'if', args: [call('filled', given), blank, old] });
}

/** References that may be looked for again where a field is written: any record may be found. */
function foundAfter({ fields }: Entity, id: string): readonly Field[] {
  const follows = (name: string): boolean => {
    const read = fields[name];
    return name === id || (read !== undefined && (read.computed ?? read.copy ?? findOf(read)) !== null);
  };
  return Object.values(fields).filter((field) => ownFieldsIn(findOf(field)?.reads ?? []).some(follows));
}

/** What the record says of the move itself: who made it and when, and since when its state is. */
function stamped(entity: Entity, move: Move): Map<string, Node> {
  const { transition, cycle, name, from } = move;
  const isBirth = name === 'create' && from === null;
  const now: Node = { node: 'variable', type: { kind: 'datetime' }, name: 'now' };
  const person = { kind: 'record', entity: 'user' } as const;
  const user: Node = isBySystem(entity, move)
    ? { node: 'literal', type: person, value: null }
    : { node: 'variable', type: person, name: 'user' };
  const values = new Map<string, Node>([['changed_at', now]]);
  if (move.by !== 'others' || isBySystem(entity, move)) values.set('changed_by', user);
  if (isBirth) values.set('created_at', now);
  const isEntered = transition !== null && (transition.to !== 'same' || transition.restart);
  if (isEntered || isBirth) values.set(stateNames(cycle).since, now);
  return values;
}

/** Copies of what a reference leads to are made again where it leads elsewhere than before, and so are copies of what these lead to. */
function copyAfter(
  model: Model,
  entity: Entity,
  id: string,
  { earlier, values }: { readonly earlier: ReadonlyMap<string, Node>; readonly values: Map<string, Node> },
): void {
  const now = (of: ReadonlyMap<string, Node>, field: Field): Node => of.get(field.id) ?? ownField(entity, field);
  const source = entity.fields[id];
  for (const field of source ? Object.values(entity.fields) : []) {
    const tree = field.copy?.expression.tree;
    if (!tree || !source || field.id === id || firstRead(field) !== id) continue;
    const [old, before] = [now(earlier, field), now(earlier, source)];
    const isKept = call('or', call('eq', before, now(values, source)), ...bothBlank(before, now(values, source)));
    const stays = field.copy.ifBlank ? call('or', isKept, call('filled', old)) : isKept;
    const copied = replaced(asStored(inlined(tree, model), field, model), values);
    values.set(field.id, { node: 'call', type: old.type, fn: 'if', args: [stays, old, copied] });
    copyAfter(model, entity, field.id, { earlier, values });
  }
}

function bothBlank(one: Node, other: Node): readonly Node[] {
  return [call('and', call('blank', one), call('blank', other))];
}

/** The field of the record that a copy reads first: a write of it copies again. */
function firstRead({ copy }: Field): string | null {
  const path = copy?.expression.reads.find((one) => one.startsWith('record.'));
  return path === undefined ? null : fieldInPath(path);
}

function ownField(entity: Entity, field: Field): Node {
  const of: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  return { node: 'field', type: typeOf(field, entity.id), of, name: field.id };
}
