import {
  actingOn,
  findOf,
  idOf,
  isOneReference,
  reachOf,
  reachOfAll,
  timedTransitions,
  transitionOfDid,
  transitionsOf,
  type Entity,
  type Field,
  type Model,
  type Node,
  type Rule,
  type Transition,
  type Wire,
} from '@ninefold/model';
import type { Goal } from '../../decide.ts';
import type { Assignment } from '../../world.ts';
import { withoutUser } from '../by-system.ts';
import { idsIn, namedApart, SHARED } from '../by-others.ts';
import { lawsOf } from '../laws.ts';
import { goalsOf, type Move } from '../moves.ts';
import { reactionsFiring } from '../reacting.ts';
import { stepsTo, type Trying } from '../retracing.ts';
import { asPerson, CLOCK, SYSTEM, type Taken } from '../stepping.ts';
import type { Course } from '../ways.ts';
import { afterMove } from '../writes.ts';

/** A transition that fires one of the record that it refers to, and the promise of that record, said of the record that refers to it. */
export interface Firing {
  readonly entity: Entity;
  readonly transition: Transition;
  /** The reference by which it reaches the record. */
  readonly by: string;
  readonly rule: Rule;
}

interface Fired {
  readonly model: Model;
  /** The entity of the record whose transition is fired. */
  readonly entity: Entity;
  readonly rule: Rule;
  readonly course: Course;
  /** The promise is one of a third record, which this one moves in turn: its own ones are kept. */
  readonly isBetween: boolean;
}

const BOOLEAN = { kind: 'boolean' } as const;
const TEXT = { kind: 'text' } as const;

/** The transitions that fire the one of a course first of all, by a reference to its record; without those of which that cannot be said. */
export function firingsOf(fired: Fired): readonly Firing[] {
  const { model, entity, rule, course } = fired;
  const name = `${entity.id}.${course.move.transition?.id ?? ''}`;
  return Object.values(model.entities).flatMap((other) =>
    [...transitionsOf(other).values()].flatMap((transition): readonly Firing[] => {
      const [first] = actingOn(transition.effects);
      const reach = first && reachOf(first);
      const field = reach?.fires === name ? referenceIn(other, reach.each?.tree ?? null) : null;
      if (field === null || transition.set.some((one) => one.field === field.id)) return [];
      const tree = saidBy(fired, other, field);
      const said = { ...rule, when: null, check: { ...rule.check, tree } };
      return tree === null ? [] : [{ entity: other, transition, by: field.id, rule: said }];
    }),
  );
}

/** The field that an effect names as the one record that it reaches; null where it names more, or others. */
function referenceIn({ fields }: Entity, tree: Node | null): (Field & { readonly to: string }) | null {
  if (tree?.node !== 'field' || tree.of.node !== 'variable' || tree.of.name !== 'record') return null;
  const field = Object.hasOwn(fields, tree.name) ? fields[tree.name] : undefined;
  const isGiven = field?.computed === null && field.copy === null && !findOf(field);
  return field && isGiven && isOneReference(field) ? field : null;
}

/** That the move breaks the promise, and nothing else, of the record to which a field of another one refers. */
function saidBy({ model, entity, rule, course: { move }, isBetween }: Fired, other: Entity, field: Field): Node | null {
  const record: Node = { node: 'variable', type: { kind: 'record', entity: other.id }, name: 'record' };
  const holder: Node = { node: 'field', type: { kind: 'record', entity: entity.id }, of: record, name: field.id };
  const forbidden = [rule.when?.tree, rule.check.tree]
    .flatMap((tree) => tree ?? [])
    .map((tree): Goal => ({ tree: afterMove(model, entity, move, withoutUser(tree)), holds: true }));
  const goals = [...forbidden, ...goalsOf(model, entity, move), ...lawsOf(model, entity, move, isBetween)];
  const said = goals.map(({ tree, holds }) => placed(holds ? tree : call('not', tree), { entity, move, holder }));
  const whole = said.flatMap((tree) => tree ?? []);
  if (whole.length < said.length) return null;
  const isOther = other.id === entity.id ? [call('ne', holder, record)] : [];
  return call('and', call('filled', holder), ...isOther, ...standsIn(entity, move, holder), ...whole);
}

/** The states from which the move begins. */
function standsIn({ lifecycle }: Entity, { from, cycle, transition }: Move, holder: Node): readonly Node[] {
  const isIn = (name: string, state: string): Node =>
    call('eq', { node: 'field', type: TEXT, of: holder, name }, { node: 'literal', type: TEXT, value: state });
  const own = lifecycle !== null && lifecycle.derived.length === 0 && from !== null ? [isIn('state', from)] : [];
  const sides = cycle === 'state' ? [] : (transition?.from ?? []).map((state) => isIn(cycle, state));
  return [...own, ...(sides.length === 0 ? [] : [call('or', ...sides, NEVER)])];
}

interface Placing {
  readonly entity: Entity;
  readonly move: Move;
  readonly holder: Node;
}

/** A condition on the record as a move leaves it, read of what refers to it; null where it reads what cannot be said there. */
function placed(node: Node, placing: Placing): Node | null {
  const all = (nodes: readonly Node[]): readonly Node[] | null => {
    const parts = nodes.flatMap((part) => placed(part, placing) ?? []);
    return parts.length === nodes.length ? parts : null;
  };
  switch (node.node) {
    case 'literal':
      return node;
    case 'variable':
      return placedVariable(node, placing);
    case 'field':
      return placedField(node, placing);
    case 'call': {
      const args = all(node.args);
      return args && { ...node, args };
    }
    case 'list': {
      const items = all(node.items);
      return items && { ...node, items };
    }
    case 'macro': {
      const [list, body] = [placed(node.list, placing), placed(node.body, placing)];
      return list && body && { ...node, list, body };
    }
  }
}

function placedVariable(node: Extract<Node, { readonly node: 'variable' }>, { move, holder }: Placing): Node | null {
  if (node.name === 'record') return holder;
  if (node.name === 'transition') return { node: 'literal', type: TEXT, value: move.name };
  if (node.name === 'creating') return NEVER;
  return ['before', 'user', 'input'].includes(node.name) ? null : node;
}

function placedField(node: Extract<Node, { readonly node: 'field' }>, placing: Placing): Node | null {
  const { entity, move, holder } = placing;
  const root = node.of.node === 'variable' ? node.of.name : '';
  if (root !== 'record' && root !== 'before') {
    const of = placed(node.of, placing);
    return of && { ...node, of };
  }
  if (node.name === 'state' || node.name === move.cycle) return stateAt(root, node.name, placing);
  const isStored = Object.hasOwn(entity.fields, node.name) || node.name === 'created_by';
  if (root === 'before' || !isStored || transitionOfDid(node.name) !== null) return null;
  return { ...node, of: holder };
}

/** The state of a life cycle before or after the move. */
function stateAt(root: 'record' | 'before', name: string, { move }: Placing): Node | null {
  const { from, cycle, enters, transition } = move;
  const [only, another] = name === 'state' ? [from ?? undefined] : (transition?.from ?? []);
  const left = another === undefined ? (only ?? null) : null;
  const isMoved = root === 'record' && name === cycle && transition?.to !== 'same';
  const state = isMoved ? (enters?.state ?? transition?.to ?? null) : left;
  return state === null ? null : { node: 'literal', type: TEXT, value: state };
}

/** A course on which another record, whose example this is, fires a transition of the one that it refers to. */
interface Retracing {
  readonly model: Model;
  readonly entity: Entity;
  readonly course: Course;
  readonly trying: Trying;
  readonly firing: Firing;
}

/** What is known of the record whose transition is fired, and the steps of both: first its own, then those of what refers to it. */
export interface FiredSteps {
  readonly steps: readonly Taken[];
  readonly own: Assignment;
}

/** The steps that lead to such an example; null where none was found. */
export function firedSteps(
  { model, entity, course, trying, firing }: Retracing,
  example: Assignment,
  steps: readonly Taken[],
): FiredSteps | null {
  const start = `record.${firing.by}`;
  const name = idOf(example.get(start) ?? null);
  if (name === null || name === undefined || course.move.enters?.isGuessed === true) return null;
  if (steps.some(({ actor }) => actor === SYSTEM) && movesByItself(entity)) return null;
  const own: Assignment = new Map([
    ...[...example].filter(([path]) => CLOCK.has(path)),
    ...[...example].flatMap(([path, value]): readonly (readonly [string, Wire])[] => {
      const rest = path.startsWith(`${start}.`) ? path.slice(start.length + 1) : 'state';
      return rest === 'state' ? [] : [[`record.${rest}`, value]];
    }),
  ]);
  const first = `${firing.entity.id} 1`;
  if ([...own.values()].flatMap(idsIn).includes(first)) return null; // it would refer to what does not exist yet
  const people = steps.flatMap(({ actor, values }) => [
    ...[...values].flatMap(([path, value]) => asPerson(path, value, actor)),
    ...[...values].flatMap(([path, value]) => knownPerson(values, path, value)),
  ]);
  const end = new Map([...own, ...people]);
  for (const way of course.ways) {
    const earlier = stepsTo({ model, entity, trying }, { way, last: course.move }, end);
    const isMadeHere = earlier?.some(({ entity: of, name: step }) => of === undefined && step === 'create');
    if (!earlier || !isMadeHere || steps.some(({ record }) => record === name)) continue; // each record comes to be once
    const known = new Set([...end.values()].flatMap(idsIn).concat([...SHARED]));
    const taken = steps.map((step) => (step.entity ? step : { ...step, entity: firing.entity.id }));
    const others = new Set(steps.flatMap(({ values }) => [...values.values()].flatMap(idsIn)));
    const apart = earlier.map((step) =>
      namedApart(step, (id) => {
        if (step.entity !== undefined && id === `${entity.id} 1`) return name; // what made it happen names the record so
        return !known.has(id) && others.has(id) ? `${id} apart` : id;
      }),
    );
    return { steps: [...apart.map((step) => ({ ...step, record: step.record ?? name })), ...taken], own };
  }
  return null;
}

/** Whether the record moves as time passes. */
function movesByItself(entity: Entity): boolean {
  return timedTransitions(entity).length > 0 || entity.reactions.some(({ turnedBy }) => turnedBy !== 'write');
}

/** What is known of somebody to whom a record refers. */
function knownPerson(values: Assignment, path: string, value: Wire): readonly (readonly [string, Wire])[] {
  const at = path.lastIndexOf('.');
  const id = idOf(values.get(path.slice(0, at)) ?? null);
  return id?.startsWith('user ') === true ? asPerson(`user.${path.slice(at + 1)}`, value, id) : [];
}

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

const NEVER: Node = { node: 'literal', type: BOOLEAN, value: false };

/** Whether these are all that fires the transition of a course. */
export function isAllOf(model: Model, entity: Entity, { move }: Course, firings: readonly Firing[]): boolean {
  const id = move.transition?.id ?? '';
  const all = reachOfAll(model).filter(({ fires }) => fires === `${entity.id}.${id}`);
  const others = all.length - reactionsFiring(entity, id).length; // these are moves of the record itself
  return others === firings.length && firings.every((one) => one.entity.id !== entity.id);
}
