import {
  actingOn,
  findOf,
  cyclesOf,
  isDrawn,
  isMany,
  isTruth,
  reachOf,
  stateNames,
  transitionsOf,
  typeOf,
  type EffectReach,
  type Entity,
  type Field,
  type Model,
  type Node,
  type Rule,
  type Transition,
} from '@ninefold/model';
import { mapped } from '../../expressions/mapped.ts';
import { replaced } from '../actors.ts';
import type { Goal } from '../decide.ts';
import { asStored, inlined } from '../inline.ts';
import { isWhole, neverSucceeds } from '../lacking.ts';
import { withoutUser } from './by-system.ts';
import { lawsOf } from './laws.ts';
import { creationByEffect, type Move } from './moves.ts';
import { afterMove } from './writes.ts';

/** A transition that makes a record as its first effect, and the promise about that record, said of the record of the transition. */
export interface Making {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly rule: Rule;
}

const BOOLEAN = { kind: 'boolean' } as const;

/** The transitions whose new records may break a promise; without those whose values cannot be said of their own record. */
export function makingsOf(model: Model, made: Entity, rule: Rule): readonly Making[] {
  const [move, another] = creationByEffect(model, made, made.lifecycle?.derived.length === 0 ? made.lifecycle : null);
  if (!move || another || (move.transition !== null && (move.enters !== null || move.transition.set.length > 0)))
    return [];
  return Object.values(model.entities).flatMap((entity) =>
    [...transitionsOf(entity).values()].flatMap((transition): readonly Making[] => {
      if (neverSucceeds(model, transition)) return [];
      const [first] = actingOn(transition.effects);
      const reach = first && reachOf(first);
      const tree = reach?.makes === made.id ? forbiddenOf({ model, made, move }, rule, reach) : null;
      return tree ? [{ entity, transition, rule: { ...rule, when: null, check: { ...rule.check, tree } } }] : [];
    }),
  );
}

interface Maker {
  readonly model: Model;
  readonly made: Entity;
  readonly move: Move;
}

/** That an effect makes such a record, which breaks the promise and no other rule; null where that cannot be said. */
function forbiddenOf(maker: Maker, rule: Rule, { gives, each }: EffectReach): Node | null {
  const { model, made, move } = maker;
  const item = each?.tree ?? null;
  if (each && item?.type.kind !== 'record') return null;
  const given = givenIn(model, made, gives, item);
  if (given === null || !isWhole(made, given)) return null;
  const values = valuesOf(maker, given);
  const rules = [rule.when?.tree, rule.check.tree].flatMap((tree) => tree ?? []);
  const own = rules.map((tree) => afterMove(model, made, move, withoutUser(tree)));
  const laws = lawsOf(model, made, move, false).map(({ tree }) => tree);
  const bounds = [...given].flatMap(([id, value]) => boundsOf(made.fields[id], value));
  const trees = [...own, ...laws].map((tree) => saidOf(tree, values));
  const whole = trees.flatMap((tree) => tree ?? []);
  if (whole.length < trees.length) return null;
  const there: readonly Node[] = item ? [call('filled', item)] : [];
  return allOf([...there, ...whole, ...bounds]);
}

/** The values that an effect gives, `each` in them being this item; null where one is not a plain value. */
function givenIn(
  model: Model,
  made: Entity,
  gives: EffectReach['gives'],
  item: Node | null,
): ReadonlyMap<string, Node> | null {
  const given = new Map<string, Node>();
  for (const value of gives) {
    const field = made.fields[value.field];
    const tree = 'value' in value ? value.value.tree : null;
    if (!field || !tree || isMany(field.type)) return null;
    const said = mapped(tree, (node) => (node.node === 'variable' && node.name === 'each' ? item : null));
    given.set(field.id, asStored(inlined(said, model), field, model));
  }
  return given;
}

/**
 * That no rule refuses a record which an effect makes, promises among them: said of the record that acts, as its transition leaves it.
 * Null where that cannot be said.
 */
export function unrefused(model: Model, made: Entity, { gives, each }: EffectReach): readonly Goal[] | null {
  if (made.rules.length === 0) return [];
  const [move, another] = creationByEffect(model, made, made.lifecycle?.derived.length === 0 ? made.lifecycle : null);
  if (!move || another || each !== null || move.transition !== null) return null;
  const given = givenIn(model, made, gives, null);
  if (given === null) return null;
  const values = valuesOf({ model, made, move }, given);
  const laws = lawsOf(model, made, move, true).map(({ tree }) => saidOf(tree, values));
  const whole = laws.flatMap((tree) => tree ?? []);
  return whole.length < laws.length ? null : whole.map((tree) => ({ tree, holds: true }));
}

/** What is known of the new record: what it is given, what it begins with, and that the rest is blank. */
function valuesOf({ made }: Maker, given: ReadonlyMap<string, Node>): ReadonlyMap<string, Node> {
  const values = new Map<string, Node>([['created_by', literal({ kind: 'record', entity: 'user' }, null)]]);
  for (const name of ['created_at', 'changed_at']) values.set(name, NOW);
  for (const { field, lifecycle } of cyclesOf(made)) {
    if (lifecycle.derived.length > 0) continue;
    values.set(field, literal({ kind: 'text' }, lifecycle.initial));
    values.set(stateNames(field).since, NOW);
    values.set(stateNames(field).final, literal(BOOLEAN, lifecycle.states[lifecycle.initial]?.final === true));
  }
  for (const field of Object.values(made.fields)) {
    const value = given.get(field.id) ?? beginning(made, field);
    if (value !== null && !values.has(field.id)) values.set(field.id, value);
  }
  return values;
}

/** What a field begins with that an effect leaves alone; null where that is not a plain value. */
function beginning(made: Entity, field: Field): Node | null {
  if (field.computed || field.copy || findOf(field) || isDrawn(field) || isMany(field.type)) return null;
  if (field.default) return field.default.tree?.node === 'literal' ? field.default.tree : null;
  return literal(typeOf(field, made.id), isTruth(field.type) ? false : null);
}

/** A given value within what its field takes. */
function boundsOf(field: Field | undefined, value: Node): readonly Node[] {
  if (!field) return [];
  const bound = (fn: 'ge' | 'le', tree: Node | null | undefined): readonly Node[] =>
    tree && value.type.kind !== 'text' ? [call('or', call('blank', value), call(fn, value, tree))] : [];
  return [
    ...(field.required && !isTruth(field.type) ? [call('filled', value)] : []),
    ...bound('ge', field.min?.tree),
    ...bound('le', field.max?.tree),
  ];
}

/** A condition on the new record with its values in their places; null where it reads something else of it. */
function saidOf(tree: Node, values: ReadonlyMap<string, Node>): Node | null {
  if (!isSaid(tree, values)) return null;
  const placed = mapped(tree, (node) => {
    if (node.node !== 'variable') return null;
    if (node.name === 'transition') return literal({ kind: 'text' }, 'create');
    return node.name === 'creating' ? literal(BOOLEAN, true) : null;
  });
  return replaced(placed, values);
}

function isSaid(node: Node, values: ReadonlyMap<string, Node>): boolean {
  const isPartSaid = (part: Node): boolean => isSaid(part, values);
  switch (node.node) {
    case 'literal':
      return true;
    case 'variable':
      return !UNSAID.has(node.name);
    case 'field':
      return node.of.node === 'variable' && node.of.name === 'record' ? values.has(node.name) : isSaid(node.of, values);
    case 'call':
      return node.args.every(isPartSaid);
    case 'list':
      return node.items.every(isPartSaid);
    case 'macro':
      return isSaid(node.list, values) && isSaid(node.body, values);
  }
}

const UNSAID: ReadonlySet<string> = new Set(['record', 'before', 'input']);
const NOW: Node = { node: 'variable', type: { kind: 'datetime' }, name: 'now' };

function literal(type: Node['type'], value: string | boolean | null): Node {
  return { node: 'literal', type, value };
}

function allOf(trees: readonly Node[]): Node | null {
  const [only] = trees;
  return only && trees.length === 1 ? only : call('and', ...trees);
}

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}
