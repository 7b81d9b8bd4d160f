import {
  actingOn,
  isOneReference,
  isTruth,
  reachOf,
  timedTransitions,
  typeOf,
  type Effect,
  type EffectKind,
  type Entity,
  type EntityReaction,
  type Expression,
  type Model,
  type Node,
  type Transition,
} from '@ninefold/model';
import { names, walk } from '../../expressions/walk.ts';
import type { Goal } from '../decide.ts';
import { readAt } from '../../expressions/mapped.ts';
import { inlined } from '../inline.ts';
import { stepsOf } from '../leaf.ts';
import { isBySystem, withoutUser } from './by-system.ts';
import type { Crowd } from './casting.ts';
import { unrefused } from './making.ts';
import { isCreation, reactionOf, type Move } from './moves.ts';
import { spanOf } from './waiting.ts';
import { afterMove, unchanged } from './writes.ts';

const BOOLEAN = { kind: 'boolean' } as const;

/** A step on the way to an example. */
export interface Passing {
  readonly model: Model;
  readonly entity: Entity;
  readonly move: Move;
  /** What comes after it. */
  readonly next: Move;
  /** Whether time passes before what comes after it. */
  readonly isWaiting: boolean;
  readonly crowd?: Crowd;
  /** The effect for whose sake the step is made. */
  readonly causing?: Effect;
}

/**
 * What has to be so that after a step nothing but the next one happens to the record: no reaction fires, no effect reaches another
 * record that might refuse it or act upon this one, and no other timer comes first. Null where that cannot be said.
 */
export function undisturbed(passing: Passing): readonly Goal[] | null {
  const { model, entity, move } = passing;
  if (isReactedTo(model, entity) || (passing.isWaiting && entity.reactions.some(isDated))) return null;
  const others = effectsOf(entity, move).filter((effect) => effect !== passing.causing);
  const fired = others.map((effect) => idle(passing, effect));
  const timers = outrun(passing);
  if (timers === null) return null;
  const goals: Goal[] = [...reactions(passing), ...timers, ...unheard(model, entity, move)];
  for (const one of fired) {
    if (one === null) return null;
    goals.push(...one);
  }
  return goals;
}

/**
 * That the record refers to none whose own rules or reactions read the records that refer to it: they are judged too, and an example
 * does not say what else they read.
 */
export function unheard(model: Model, entity: Entity, move: Move): readonly Goal[] {
  return Object.values(entity.fields).flatMap((field): readonly Goal[] => {
    if (!isOneReference(field) || !isHeard(model, field.to, field.inverse)) return [];
    const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
    const type = { kind: 'record', entity: field.to } as const;
    const of = afterMove(model, entity, move, { node: 'field', type, of: record, name: field.id });
    return [{ tree: { node: 'call', type: BOOLEAN, fn: 'blank', args: [of] }, holds: true }];
  });
}

function isHeard(model: Model, entity: string, inverse: string): boolean {
  const target = model.entities[entity];
  const trees = [
    ...(target?.rules ?? []).flatMap(({ when, check }) => [when?.tree, check.tree]),
    ...(target?.reactions ?? []).map(({ when }) => when.tree),
  ];
  let found = false;
  for (const tree of trees) {
    if (tree)
      walk(inlined(tree, model), (node) => {
        if (node.node === 'field' && node.name === inverse) found = true;
      });
  }
  return found;
}

/** What a move does beside itself: the effects of its transition, and those of the reaction that makes it. */
function effectsOf(entity: Entity, move: Move): readonly Effect[] {
  const reaction = reactionOf(entity, move)?.effects ?? [];
  const [firing] = move.reaction ? actingOn(reaction) : [];
  return [...(move.transition?.effects ?? []), ...reaction.filter((effect) => effect !== firing)];
}

/** Those to a write fire at once where it turns their condition true, those to the clock within a minute, and those with a calendar as time passes. */
function reactions({ model, entity, move, next, isWaiting }: Passing): readonly Goal[] {
  return entity.reactions.flatMap(({ id, when, turnedBy, once }): readonly Goal[] => {
    const isNext = reactionOf(entity, next)?.id === id;
    if (!when.tree || once || (turnedBy === 'calendar' && !isWaiting)) return [];
    const tree = withoutUser(when.tree);
    const holds = afterMove(model, entity, move, tree);
    if (turnedBy !== 'write' || isCreation(move)) return isNext ? [] : [{ tree: holds, holds: false }];
    const before: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'before' };
    const held = unchanged(inlined(readAt(tree, before), model), move, entity);
    if (isNext) return [{ tree: held, holds: false }];
    const hasTurned: Node = { node: 'call', type: BOOLEAN, fn: 'and', args: [holds, not(held)] };
    return [{ tree: hasTurned, holds: false }];
  });
}

function not(tree: Node): Node {
  return { node: 'call', type: BOOLEAN, fn: 'not', args: [tree] };
}

/** It may hold at some moment of a wait. */
function isDated({ when, turnedBy }: EntityReaction): boolean {
  return turnedBy === 'clock' || (turnedBy === 'calendar' && names(when.tree, ['now', 'today']));
}

const reacting = new WeakMap<Model, Map<string, boolean>>();

/** Whether other records react to what is written to records of this entity: what they do then is not followed. */
function isReactedTo(model: Model, { id }: Entity): boolean {
  const known = reacting.get(model) ?? new Map<string, boolean>();
  reacting.set(model, known);
  let answer = known.get(id);
  if (answer === undefined) {
    answer = Object.values(model.entities).some((other) =>
      other.id === id ? false : other.reactions.some((reaction) => readsRecordsOf(model, reaction, id)),
    );
    known.set(id, answer);
  }
  return answer;
}

function readsRecordsOf(model: Model, { when, turnedBy }: EntityReaction, id: string): boolean {
  if (!when.tree || turnedBy === 'calendar') return false;
  let found = false;
  walk(inlined(when.tree, model), ({ type }) => {
    if (entityIn(type) === id) found = true;
  });
  return found;
}

function entityIn(type: Node['type']): string | null {
  if (type.kind === 'list') return entityIn(type.of);
  return type.kind === 'record' ? type.entity : null;
}

type Idle<E extends Effect> = (passing: Passing, effect: E) => readonly Goal[] | null;

/** When an effect reaches no record; null where it may. One that makes a record which nothing refuses or reads is as good. */
const IDLE: { readonly [K in EffectKind]: Idle<Extract<Effect, { readonly effect: K }>> } = {
  create: (passing, effect) => madeFor(passing, effect) ?? forNobody(passing, effect.each),
  fire: (passing, { each }) => forNobody(passing, each),
  notify: () => [],
  call: () => [],
};

function idle(passing: Passing, effect: Effect): readonly Goal[] | null {
  const of = IDLE[effect.effect] as Idle<Effect>; // the table pairs each kind with its effect
  return of(passing, effect);
}

/** That the list of an effect is empty. */
function forNobody({ model, entity, move }: Passing, each: Expression | null): readonly Goal[] | null {
  if (!each?.tree) return null;
  const items = afterMove(model, entity, move, isBySystem(entity, move) ? withoutUser(each.tree) : each.tree);
  return [{ tree: { node: 'call', type: BOOLEAN, fn: 'blank', args: [items] }, holds: true }];
}

/** When no rule refuses the record that an effect makes, where nothing follows from it; null where something may. */
function madeFor(
  { model, entity, move }: Passing,
  effect: Extract<Effect, { readonly effect: 'create' }>,
): readonly Goal[] | null {
  const made = model.entities[effect.entity];
  const goals = made && isMadeFor(model, effect) ? unrefused(model, made, reachOf(effect)) : null;
  return goals && goals.map(({ tree, holds }) => ({ tree: afterMove(model, entity, move, tree), holds }));
}

/** Whether nothing but rules can refuse the records that an effect makes, and nothing follows from them. */
function isMadeFor(model: Model, { entity: id, values }: Extract<Effect, { readonly effect: 'create' }>): boolean {
  const made = model.entities[id];
  if (!made || made.reactions.length > 0 || made.lifecycle?.transitions['create'] !== undefined) return false;
  if (made.unique.length > 0 || made.noOverlaps.length > 0) return false;
  const given = new Set(values.map(({ field }) => field));
  return Object.values(made.fields).every((field) => {
    const isAsked = (field.required || field.requiredWhen !== null) && field.default === null;
    if (!given.has(field.id)) return !isAsked && field.copy === null;
    const isBound = field.min !== null || field.max !== null || field.unique || field.required;
    return !isBound && field.requiredWhen === null && isPlain(model, made, field.id);
  });
}

/** A value that fits, and by which nothing reads the new record; not a reference that only some records fit. */
function isPlain({ entities }: Model, made: Entity, id: string): boolean {
  const field = made.fields[id];
  if (!field) return false;
  if (!isOneReference(field)) return isTruth(field.type) || typeOf(field, made.id).kind === 'number';
  const computed = Object.values(entities).flatMap((entity) => Object.values(entity.fields));
  const reads = computed.flatMap((one) => one.computed?.expression.reads ?? []);
  return field.where === null && !reads.some((path) => stepsOf(path).includes(field.inverse));
}

/** Other timers that run then come later than the next step; null where that is not known. */
function outrun(passing: Passing): readonly Goal[] | null {
  const { model, entity, next, isWaiting } = passing;
  if (next.writes !== undefined || next.reaction) return beforeReaction(passing);
  if (next.by !== 'system' || !next.transition) return [];
  if (isWaiting && Object.values(model.entities).some((one) => one.id !== entity.id && isFiring(one, entity)))
    return null;
  const goals: Goal[] = [];
  for (const { transition, timer, cycle } of timedTransitions(entity)) {
    const isOther = transition.id !== next.transition.id && transition.timer !== null;
    if (!isOther || (cycle === 'state' && next.from !== null && !transition.from.includes(next.from))) continue;
    if (timer.kind === 'after' && isLater(model, transition, next.transition)) continue;
    if (timer.kind === 'after' || !timer.value.tree) return null;
    if (isWaiting && !names(timer.value.tree, ['record'])) return null;
    goals.push(notDue(passing, timer.value.tree, (clock) => later(clock, model, next.transition)));
  }
  return goals;
}

/** A reaction to a write comes before every timer, and one to the clock may come after those that are due. */
function beforeReaction(passing: Passing): readonly Goal[] | null {
  const { entity, next, isWaiting } = passing;
  const reaction = reactionOf(entity, next);
  if (reaction?.turnedBy === 'write') return [];
  const open = timedTransitions(entity).filter(
    ({ cycle, transition }) => cycle !== 'state' || next.from === null || transition.from.includes(next.from),
  );
  if (isWaiting) return open.length > 0 ? null : [];
  const trees = open.flatMap(({ timer }) => (timer.kind === 'at' && timer.value.tree ? [timer.value.tree] : []));
  return trees.map((tree) => notDue(passing, tree, (clock) => clock));
}

/** The moment of a timer has not come after a move. */
function notDue({ model, entity, move }: Passing, at: Node, moment: (clock: Node) => Node): Goal {
  const due = withoutUser(at);
  const clock: Node = { node: 'variable', type: due.type, name: due.type.kind === 'date' ? 'today' : 'now' };
  const isDue: Node = { node: 'call', type: BOOLEAN, fn: 'le', args: [due, moment(clock)] };
  return { tree: afterMove(model, entity, move, isDue), holds: false };
}

/** A timer that waits longer than the next one, which fires at its moment or after less time. */
function isLater(model: Model, one: Transition, next: Transition): boolean {
  const [span, other] = [spanOf(model, one), next.timer?.kind === 'at' ? 0 : spanOf(model, next)];
  return span !== null && other !== null && span > other;
}

/** The clock when the next timer fires, whole days later where it waits. */
function later(clock: Node, model: Model, next: Transition | null): Node {
  const span = next?.timer?.kind === 'after' ? spanOf(model, next) : 0;
  if (span === 0 || span === null) return clock;
  const days: Node = { node: 'literal', type: { kind: 'number' }, value: String(Math.ceil(span)) };
  const wait: Node = { node: 'call', type: { kind: 'duration' }, fn: 'days', args: [days] };
  return { node: 'call', type: clock.type, fn: 'add', args: [clock, wait] };
}

/** Whether timers or calendars of another entity fire transitions of this one. */
function isFiring(other: Entity, { id }: Entity): boolean {
  const timed = timedTransitions(other).map(({ transition }) => transition);
  const all = [...timed, ...other.reactions.filter(({ turnedBy }) => turnedBy !== 'write')];
  return all.some(({ effects }) => effects.some((effect) => reachOf(effect).fires?.startsWith(`${id}.`) === true));
}
