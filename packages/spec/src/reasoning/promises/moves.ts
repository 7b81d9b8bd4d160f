import {
  type Approvals,
  findOf,
  type Entity,
  type EntityReaction,
  type Expression,
  type Field,
  type FieldValue,
  type Grant,
  isDrawn,
  isMany,
  isOneReference,
  isTruth,
  type Lifecycle,
  type Model,
  type Node,
  reachOfAll,
  transitionOfDid,
  type Transition,
  transitionsOf,
  typeOf,
  type Wire,
  stepInPath,
} from '@ninefold/model';
import { names, walk } from '../../expressions/walk.ts';
import { firedBefore, mayAct, replaced } from '../actors.ts';
import type { Goal } from '../decide.ts';
import { inlined } from '../inline.ts';
import { isBySystem, withoutUser } from './by-system.ts';
import { callsFiring, clearedReferences, isMadeByCall, writesOfCalls } from './calling.ts';
import { entrancesOf, goalsOfEntering, stateLeft, type Entrance, type Previous } from './entering.ts';
import { readAt } from '../../expressions/mapped.ts';
import { neverSucceeds } from '../lacking.ts';
import { askedBy, isAsked, isEnough, isInPlace } from './pressing.ts';
import { asFired, reactionsFiring } from './reacting.ts';

/**
 * One thing that may happen to a record: its creation, a change, a transition of one of its life cycles from a state, or
 * (`by: 'others'`) what nobody does to the record itself.
 */
export interface Move {
  readonly name: string;
  /** The state of the first life cycle that it leaves; null at the creation, and where there is none. */
  readonly from: string | null;
  readonly transition: Transition | null;
  /** The life cycle of the transition: `state`, or the field that holds its state. */
  readonly cycle: string;
  /** People with the rights for it; the application itself (timers, what effects fire); or something elsewhere. */
  readonly by: 'people' | 'system' | 'others';
  /** Which state it enters, where its transition may lead into several. */
  readonly enters: Entrance | null;
  /** A transition of people with which they send changes along. */
  readonly isChanging?: true;
  /** A press before the last of its transition, which leaves the record as it is. */
  readonly isPress?: true;
  /** What a reaction or a refusal writes, where its values can be followed. */
  readonly writes?: Writing;
  /** The reaction of the record that fires the transition. */
  readonly reaction?: EntityReaction;
  /** Fields to which a call gives values of which nothing is known. */
  readonly changes?: ReadonlySet<string>;
}

/** A write without a transition: its values, and the condition of the record before it. */
interface Writing {
  readonly when: Expression | null;
  readonly set: readonly FieldValue[];
}

/** What changes of a record with every write. */
const LAST_WRITE: ReadonlySet<string> = new Set(['version', 'changed_at', 'changed_by']);

const UPDATE = 'update';
const CREATE = 'create';

/** The creation, as a transition where the life cycle has one of that name: one for each state that a new record may be in. */
export function creationsOf(cycle: Lifecycle | null, by: Move['by'] = 'people'): readonly Move[] {
  const transition = cycle?.transitions[CREATE] ?? null;
  const entrances = cycle && transition ? entrancesOf(transition, cycle, null) : [null];
  return entrances.map((enters) => moveOf(by, CREATE, { from: null, transition, enters }));
}

/** From where a transition starts. */
export interface Start {
  readonly state: string;
  readonly previous: Previous;
}

/** What may happen while the first life cycle stays where it is: all that is sideways, and transitions that keep its state. */
export function staying(model: Model, entity: Entity, state: string | null): readonly Move[] {
  const own = state === null ? [] : Object.values(entity.lifecycle?.transitions ?? {});
  const kept = own.filter(({ to, from }) => to === 'same' && from.includes(state ?? ''));
  return [
    ...sideways(model, entity, state),
    ...kept.flatMap((one) => transitionMoves(model, entity, one, { state: state ?? '', previous: 'unknown' })),
  ];
}

/** A transition of the first life cycle from one of its states, into each that it may lead to, by each of those who can make it happen. */
export function transitionMoves(
  model: Model,
  entity: Entity,
  transition: Transition,
  { state: from, previous }: Start,
): readonly Move[] {
  const entrances = entity.lifecycle ? entrancesOf(transition, entity.lifecycle, previous) : [];
  return waysToFire(model, entity, 'state', transition).flatMap(({ by, fired, further }) =>
    entrances.map((enters) => ({ ...moveOf(by, transition.id, { from, transition: fired, enters }), ...further })),
  );
}

/** Whether nobody but people fires a transition of the first life cycle. */
export function isOfPeople(model: Model, entity: Entity, transition: Transition): boolean {
  return waysToFire(model, entity, 'state', transition).every(({ by }) => by === 'people');
}

/** How a transition comes to be fired. */
interface Firing {
  readonly by: Move['by'];
  readonly fired: Transition;
  readonly further: Pick<Move, 'reaction' | 'changes'>;
}

function waysToFire(model: Model, entity: Entity, field: string, transition: Transition): readonly Firing[] {
  if (neverSucceeds(model, transition)) return [];
  const reactions = reactionsFiring(entity, transition.id);
  return [
    ...actorsOf(model, entity, field, transition).map((by) => ({ by, fired: transition, further: {} })),
    ...reactions.map((reaction) => {
      return { by: 'system', fired: asFired(reaction, transition), further: { reaction } } as const;
    }),
    ...callsFiring(model, entity, transition.id).map((changes) => {
      return { by: 'others', fired: transition, further: { changes } } as const;
    }),
  ];
}

/** The creation by an effect of another record or a call, where there is one: it asks nobody, and gives whatever it likes. */
export function creationByEffect(model: Model, entity: Entity, cycle: Lifecycle | null): readonly Move[] {
  if (!reachOfAll(model).some(({ makes }) => makes === entity.id) && !isMadeByCall(model, entity)) return [];
  return creationsOf(cycle, 'others');
}

function moveOf(
  by: Move['by'],
  name: string,
  {
    from,
    transition,
    cycle = 'state',
    enters = null,
  }: Pick<Move, 'from' | 'transition'> & Partial<Pick<Move, 'cycle' | 'enters'>>,
): Move {
  return { name, from, transition, cycle, enters, by };
}

/** What leaves the state of the first life cycle as it is. */
export function sideways(model: Model, entity: Entity, state: string | null): readonly Move[] {
  const others = Object.entries(entity.lifecycles).flatMap(([field, side]) =>
    Object.values(side.transitions)
      .filter(({ id }) => id !== CREATE)
      .flatMap((one) =>
        waysToFire(model, entity, field, one).flatMap(({ by, fired, further }) =>
          entrancesOf(one, side, 'unknown').map((enters) => ({
            ...moveOf(by, one.id, { from: state, transition: fired, cycle: field, enters }),
            ...further,
          })),
        ),
      ),
  );
  const sets = entity.reactions.filter(({ set }) => set.length > 0);
  const first = entity.lifecycle?.transitions ?? {};
  const refused = [...transitionsOf(entity).values()].filter(
    ({ id, from, onRefusal }) =>
      onRefusal.length > 0 && (state === null || !Object.hasOwn(first, id) || from.includes(state)),
  );
  return [
    ...(isClosed(entity, state) ? [] : [moveOf('people', UPDATE, { from: state, transition: null })]),
    ...others,
    ...sets.map(({ id, when, set }) => written(moveOf('others', id, { from: state, transition: null }), { when, set })),
    ...refused.map(({ id, onRefusal: set }) =>
      written(moveOf('others', id, { from: state, transition: null }), { when: null, set }),
    ),
    ...elsewhere(model, entity, state),
  ];
}

/** What calls write, and references whose targets are deleted. */
function elsewhere(model: Model, entity: Entity, state: string | null): readonly Move[] {
  const place = { from: state, transition: null };
  const calls = writesOfCalls(model, entity).map(({ name, fields: changes }) => {
    return { ...moveOf('others', name, place), changes };
  });
  const cleared = clearedReferences(entity).map((field): Move => {
    const writes: Writing = { when: null, set: [{ field, value: BLANK }] };
    return { ...moveOf('others', `${field}.on_delete`, place), writes };
  });
  return [...calls, ...cleared];
}

const BLANK: Expression = {
  source: 'null',
  type: { kind: 'null' },
  tree: { node: 'literal', type: { kind: 'null' }, value: null },
  reads: [],
};

/** The move with what it writes; what reads more than the record as it is then, and who acts, is not followed. */
function written(move: Move, writes: Writing): Move {
  const isFollowed = writes.set.every(({ value }) => !names(value.tree, ['before', 'input', 'transition', 'creating']));
  return isFollowed ? { ...move, writes } : move;
}

/** The same transition with changes sent along; null where nobody may change the record then. */
export function withChanges(entity: Entity, move: Move): Move | null {
  if (move.by !== 'people' || move.transition === null || isCreation(move) || isClosed(entity, move.from)) return null;
  return { ...move, isChanging: true };
}

/** A locked state refuses what people write. */
function isClosed({ lifecycle, fields }: Entity, state: string | null): boolean {
  if (state === null || lifecycle?.states[state]?.locked !== true) return false;
  return !Object.values(fields).some(({ editableWhenLocked }) => editableWhenLocked);
}

/**
 * A timer fires for certain, and asks nobody's rights. So does what an effect of another record fires, where it comes to that. What
 * reactions of the record itself fire is followed as moves of their own.
 */
function actorsOf(model: Model, entity: Entity, field: string, { id, timer, by }: Transition): readonly Move['by'][] {
  const name = field === 'state' ? id : `${field}.${id}`;
  const firing = reachOfAll(model).filter(
    ({ fires }) => fires === `${entity.id}.${id}` || fires === `${entity.id}.${name}`,
  );
  const isFired = firing.length > 0;
  const own: readonly Move['by'][] = timer === null ? (by.length > 0 || !isFired ? ['people'] : []) : ['system'];
  return firing.length > reactionsFiring(entity, id).length ? [...own, 'others'] : own;
}

/** Whether a move is one that the effects of other records fire. */
export function isFiredElsewhere({ by, transition, reaction, changes }: Move): boolean {
  return by === 'others' && transition !== null && reaction === undefined && changes === undefined;
}

/** The reaction that makes a move happen. */
export function reactionOf({ reactions }: Entity, { name, reaction, writes }: Move): EntityReaction | undefined {
  return reaction ?? (writes && reactions.find(({ id }) => id === name));
}

/** Whether people change the record with a move, and nothing else. */
export function isUpdate(move: Move): boolean {
  return move.by === 'people' && move.transition === null && move.writes === undefined && !isCreation(move);
}

/** Whether a move makes the record. */
export function isCreation({ name, from }: Move): boolean {
  return name === CREATE && from === null;
}

/** Whether a person makes the record with a move. */
export function isCreationByPeople(move: Move): boolean {
  return isCreation(move) && move.by === 'people';
}

/** The states before and after a move, and what it says of itself. */
export function givenBy(model: Model, entity: Entity, move: Move): Readonly<Record<string, readonly Wire[]>> {
  const { transition, cycle } = move;
  const isCreate = isCreation(move);
  const initials = Object.entries(entity.lifecycles).map(([field, { initial }]) => [`record.${field}`, [initial]]);
  const side = cycle === 'state' ? undefined : entity.lifecycles[cycle];
  return {
    ...(entity.lifecycle === null ? {} : statesOf(entity.lifecycle, move)),
    ...(isCreate ? { ...Object.fromEntries(initials), ...(move.by === 'people' ? unwritten(entity, model) : {}) } : {}),
    ...(side && transition ? sideStates(move, transition) : {}),
    transition: [transition === null && !isCreate ? null : move.name],
    creating: [isCreate],
  };
}

/** What nobody may write, and nothing fills, is blank in a new record. */
function unwritten(entity: Entity, model: Model): Readonly<Record<string, readonly Wire[]>> {
  const blank = Object.values(entity.fields).filter(
    (one) =>
      !isSent(model, entity, one) &&
      !one.computed &&
      !one.copy &&
      !one.default &&
      !findOf(one) &&
      !isDrawnAtBirth(one) &&
      !isMany(one.type),
  );
  return Object.fromEntries(blank.map(({ id, type }) => [`record.${stepInPath(id)}`, [isTruth(type) ? false : null]]));
}

/** Whether a number is drawn as the record is made, and not by a later transition. */
function isDrawnAtBirth(field: Field): boolean {
  return isDrawn(field) && (field.given === null || field.given === CREATE);
}

/** Whether anybody may give the field as the record is made. */
function isSent(model: Model, { id: entity }: Entity, field: Field): boolean {
  const { id, readOnly } = field;
  const grants = Object.values(model.roles).flatMap((role) => role.grants);
  return !readOnly && !isDrawn(field) && grants.some((one) => one.entity === entity && one.fields[id]?.create === true);
}

/** Who makes a record is known of it; what they may not give has the value that its default or its copy gives, or none. */
export function givenAtCreation(model: Model, entity: Entity): readonly Goal[] {
  const user: Node = { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'user' };
  const given = Object.values(entity.fields).flatMap((field): readonly Goal[] => {
    const value = field.copy?.expression.tree ?? (field.copy ? null : field.default?.tree);
    if (field.computed || findOf(field) || isDrawn(field) || isMany(field.type)) return [];
    if (!isSent(model, entity, field)) return value ? [isValue(entity, field.id, value)] : [];
    const isEverybodys = creating(model, entity).every(({ fields }) => fields[field.id]?.create === true);
    if (isEverybodys || value === null) return [];
    const counts = ({ fields }: Grant): boolean => fields[field.id]?.create === true;
    const may = mayAct(model, entity.id, { roles: null, verb: CREATE, counts });
    const left = value ? isValue(entity, field.id, value).tree : isBlank(entity, field);
    return [{ tree: { node: 'call', type: { kind: 'boolean' }, fn: 'or', args: [left, may] }, holds: true }];
  });
  return [isValue(entity, 'created_by', user), ...given, ...pickedBy(model, entity)];
}

/** Whoever names a record has to see it, at least its title. */
export function pickedBy(
  model: Model,
  entity: Entity,
  isKept: (field: Field) => Node | null = () => null,
): readonly Goal[] {
  const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  const boolean = { kind: 'boolean' } as const;
  return Object.values(entity.fields).flatMap((field): readonly Goal[] => {
    if (!isOneReference(field) || field.computed || field.find || !isSent(model, entity, field)) return [];
    const of: Node = { node: 'field', type: { kind: 'record', entity: field.to }, of: record, name: field.id };
    const value = field.copy?.expression.tree ?? field.default?.tree;
    const seen = (['read', 'refer'] as const).map((verb) =>
      readAt(inlined(mayAct(model, field.to, { roles: null, verb }), model), of),
    );
    const kept = isKept(field);
    const left = [...(kept ? [kept] : []), ...(value ? [isValue(entity, field.id, value).tree] : [])];
    const blank: Node = { node: 'call', type: boolean, fn: 'blank', args: [of] };
    return [{ tree: { node: 'call', type: boolean, fn: 'or', args: [blank, ...left, ...seen] }, holds: true }];
  });
}

function creating(model: Model, { id }: Entity): readonly Grant[] {
  const grants = Object.values(model.roles).flatMap((role) => role.grants);
  return grants.filter(({ entity, verbs }) => entity === id && verbs.create !== undefined);
}

function isBlank(entity: Entity, field: Field): Node {
  const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  const value: Node = { node: 'field', type: typeOf(field, entity.id), of: record, name: field.id };
  const fn = isTruth(field.type) ? 'not' : 'blank';
  return { node: 'call', type: { kind: 'boolean' }, fn, args: [value] };
}

function isValue(entity: Entity, name: string, value: Node): Goal {
  const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  const args: readonly Node[] = [{ node: 'field', type: value.type, of: record, name }, value];
  return { tree: { node: 'call', type: { kind: 'boolean' }, fn: 'eq', args }, holds: true };
}

function statesOf(lifecycle: Lifecycle, { from, transition, cycle, enters }: Move): Record<string, Wire[]> {
  if (lifecycle.derived.length > 0) return {};
  const left = from ?? lifecycle.initial;
  const to = transition === null || cycle !== 'state' || transition.to === 'same' ? left : transition.to;
  return { 'record.state': [cycle === 'state' && enters ? enters.state : to], 'before.state': [from] };
}

function sideStates({ cycle, enters }: Move, { to, from }: Transition): Record<string, Wire[]> {
  const after = enters ? [enters.state] : to === 'same' ? from : [to];
  return { [`record.${cycle}`]: [...after], [`before.${cycle}`]: [...from] };
}

/**
 * Somebody may make the move, and its guard holds: both are judged before the state changes. Who may fire a transition has to
 * see the record as it is before what they send along.
 */
export function goalsOf(model: Model, entity: Entity, move: Move): readonly Goal[] {
  const { name, transition, by, cycle, from } = move;
  const isCreate = name === CREATE;
  const verb = isCreate ? CREATE : transition === null ? UPDATE : 'read';
  const editors = from === null ? null : (entity.lifecycle?.states[from]?.editableBy ?? null);
  const roles = transition === null ? editors : transition.by;
  const may = by === 'people' ? [inlined(mayAct(model, entity.id, { roles, verb }), model)] : [];
  const before: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'before' };
  const actor = move.isChanging ? may.map((tree) => readAt(tree, before)) : may;
  const when = (transition ?? move.writes)?.when?.tree;
  const early = stateLeft(entity, move);
  if (transition !== null && cycle === 'state' && !isCreate && by !== 'system')
    early.set(...firedBefore(entity.id, transition));
  const approved = by === 'people' && transition?.approvals ? approvedBy(model, entity, transition.approvals) : [];
  const guard = when && isBySystem(entity, move) ? withoutUser(when) : when;
  const due = by === 'system' && transition ? dueBy(transition) : [];
  const said = [...(guard ? [guard] : []), ...due, ...approved];
  const asked = [...actor, ...said.map((tree) => inlined(tree, model))];
  return [
    ...asked.map((tree) => ({ tree: replaced(tree, early), holds: true })),
    ...goalsOfEntering(model, entity, move),
  ];
}

/** A timer with `at` does not fire before its moment, nor while that is blank. */
function dueBy({ timer }: Transition): readonly Node[] {
  const tree = timer?.kind === 'at' ? timer.value.tree : null;
  if (!tree) return [];
  const clock: Node = { node: 'variable', type: tree.type, name: tree.type.kind === 'date' ? 'today' : 'now' };
  return [{ node: 'call', type: { kind: 'boolean' }, fn: 'le', args: [tree, clock] }];
}

/** Whoever presses is one of the people who are asked. */
export function pressedBy(model: Model, entity: Entity, move: Move): readonly Goal[] {
  const { transition, by } = move;
  const approvals = by === 'people' ? (transition?.approvals ?? null) : null;
  const asked = approvals && askedBy(model, entity, approvals);
  if (approvals === null || asked === null) return [];
  const tree = inlined(isAsked(asked, approvals, move.isPress !== true), model);
  return [{ tree: replaced(tree, stateLeft(entity, move)), holds: true }];
}

/** That who presses the last time does it in the place of somebody who is asked, as a substitute or a deputy; nothing where nobody may. */
export function pressedInPlace(model: Model, entity: Entity, move: Move): readonly Goal[] {
  const { transition, by } = move;
  const approvals = by === 'people' ? (transition?.approvals ?? null) : null;
  const asked = approvals && askedBy(model, entity, approvals);
  const tree = asked && transition && isInPlace(entity, asked, approvals, transition.when?.tree ?? null);
  return tree ? [{ tree: replaced(inlined(tree, model), stateLeft(entity, move)), holds: true }] : [];
}

/** Whoever presses a transition with approvals did not create the record, and enough people are asked. */
function approvedBy(model: Model, entity: Entity, approvals: Approvals): readonly Node[] {
  const asked = askedBy(model, entity, approvals);
  const enough = asked && isEnough(entity, asked, approvals);
  return [isNotCreator(entity), ...(enough ? [enough] : [])];
}

/** That `user` did not create the record. */
function isNotCreator({ id: entity }: Entity): Node {
  const person = { kind: 'record', entity: 'user' } as const;
  const record: Node = { node: 'variable', type: { kind: 'record', entity }, name: 'record' };
  const creator: Node = { node: 'field', type: person, of: record, name: 'created_by' };
  const user: Node = { node: 'variable', type: person, name: 'user' };
  return { node: 'call', type: { kind: 'boolean' }, fn: 'ne', args: [user, creator] };
}

/** A list of those that refer to a record, or of whose approval is missing: no field of the record, nor who fired what. */
function isKeptElsewhere(node: Node, { entities }: Model): node is Extract<Node, { readonly node: 'field' }> {
  if (node.node !== 'field' || node.type.kind !== 'list' || node.of.type.kind !== 'record') return false;
  return transitionOfDid(node.name) === null && !Object.hasOwn(entities[node.of.type.entity]?.fields ?? {}, node.name);
}

/** What a condition reads that changes without a write to the record; null where it reads nothing like that. */
export function readElsewhere(tree: Node, model: Model): string | null {
  if (names(tree, ['user', 'transition', 'creating'])) return null; // it is about who writes, or how
  let found: string | null = null;
  const isOfWrites = names(tree, ['before']);
  walk(inlined(tree, model), (node) => {
    // Every write says who made it last and when; it is judged only where it changes something else that is read.
    const isLast = node.node === 'field' && node.of.node === 'variable' && LAST_WRITE.has(node.name) && !isOfWrites;
    const isClock = node.node === 'variable' && (node.name === 'now' || node.name === 'today');
    const isFar = node.node === 'field' && node.of.node !== 'variable';
    if (isClock || isFar || isLast || isKeptElsewhere(node, model)) found ??= node.name;
    else if (node.node === 'macro') found ??= node.fn;
  });
  return found;
}
