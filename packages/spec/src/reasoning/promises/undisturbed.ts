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
import { brokenBy, isOfRecord } from './standing.ts';
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
 * does not say what else they read. It may refer to one of which something that the record alone says keeps them from mattering, such
 * as its state.
 */
export function unheard(model: Model, entity: Entity, move: Move): readonly Goal[] {
  return Object.values(entity.fields).flatMap((field): readonly Goal[] => {
    const heard = isOneReference(field) ? hearersOf(model, field.to, field.inverse) : [];
    if (!isOneReference(field) || heard.length === 0) return [];
    const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
    const type = { kind: 'record', entity: field.to } as const;
    const of: Node = { node: 'field', type, of: record, name: field.id };
    const isKept = heard.map((parts) => call('or', ...parts.map((part) => not(readAt(part, of)))));
    const isBlank = call('blank', of);
    const isSame = isCreation(move) ? [] : [call('eq', { ...of, of: { ...record, name: 'before' } }, of)];
    const isIdle = heard.some((parts) => parts.length === 0) ? [] : [call('and', ...isSame, ...isKept)];
    return [{ tree: afterMove(model, entity, move, call('or', isBlank, ...isIdle)), holds: true }];
  });
}

/**
 * The conditions of rules and reactions of an entity that read the records that refer to it by this list: of each the parts that all
 * have to hold and read nothing but what is written with the record. Not those that only a step of the record itself can meet.
 */
function hearersOf(model: Model, entity: string, inverse: string): readonly (readonly Node[])[] {
  const target = model.entities[entity];
  if (target === undefined) return [];
  const others = target.rules.flatMap((rule) => (brokenBy(rule) === null ? [rule.when?.tree, rule.check.tree] : []));
  const isRead = others.some((tree) => tree && reads(inlined(tree, model), inverse));
  const trees = [...target.rules.map(brokenBy), ...target.reactions.map(({ when }) => when.tree)];
  const told = trees.flatMap((tree) => {
    const parts = tree === null ? [] : conjuncts(inlined(tree, model));
    if (!parts.some((part) => reads(part, inverse)) || parts.some(isOfStep)) return [];
    return [parts.filter((part) => isOfRecord(part, target))];
  });
  return isRead ? [...told, []] : told;
}

/** The parts of a condition that all have to hold. */
function conjuncts(node: Node): readonly Node[] {
  if (node.node !== 'call') return [node];
  if (node.fn === 'and') return node.args.flatMap(conjuncts);
  const [denied] = node.fn === 'not' ? node.args : [];
  if (denied?.node === 'call' && denied.fn === 'or') return denied.args.flatMap((part) => conjuncts(not(part)));
  return [node];
}

function reads(node: Node, list: string): boolean {
  let found = false;
  walk(node, (part) => {
    if (part.node === 'field' && part.name === list) found = true;
  });
  return found;
}

/** Whether a part of a condition holds only as the record itself takes a step: `transition == "finish"`. */
function isOfStep(node: Node): boolean {
  if (node.node !== 'call' || (node.fn !== 'eq' && node.fn !== 'in')) return false;
  const isNamed = (part: Node): boolean =>
    part.node === 'list' ? part.items.every(isNamed) : part.node === 'literal' && part.value !== null;
  return node.args.some((part) => part.node === 'variable' && part.name === 'transition') && node.args.some(isNamed);
}

/** A function of several values; of one value `and` and `or` are that value. */
function call(fn: string, ...args: readonly Node[]): Node {
  const [only] = args;
  if (only && args.length === 1 && (fn === 'and' || fn === 'or')) return only;
  return { node: 'call', type: BOOLEAN, fn, args };
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
function isReactedTo(model: Model, entity: Entity): boolean {
  const known = reacting.get(model) ?? new Map<string, boolean>();
  reacting.set(model, known);
  let answer = known.get(entity.id);
  if (answer === undefined) {
    answer = Object.values(model.entities).some((other) =>
      other.id === entity.id
        ? false
        : other.reactions.some((reaction) => readsRecordsOf(model, reaction, entity, other)),
    );
    known.set(entity.id, answer);
  }
  return answer;
}

/** Not by the list of those that refer to the record that reacts: `unheard` says of it when it does not matter. */
function readsRecordsOf(model: Model, { when, turnedBy }: EntityReaction, entity: Entity, other: Entity): boolean {
  if (!when.tree || turnedBy === 'calendar') return false;
  const inverses = Object.values(entity.fields).flatMap((field) =>
    isOneReference(field) && field.to === other.id ? [field.inverse] : [],
  );
  return readsBeside(inlined(when.tree, model), { entity: entity.id, inverses: new Set(inverses), members: new Set() });
}

interface Listed {
  readonly entity: string;
  readonly inverses: ReadonlySet<string>;
  /** The variables over the records of these lists. */
  readonly members: ReadonlySet<string>;
}

/** Whether an expression reads records of an entity otherwise than by these lists of `record`. */
function readsBeside(node: Node, listed: Listed): boolean {
  if (isOfList(node, listed)) return node.node === 'macro' && readsBeside(node.body, within(node, listed));
  if (entityIn(node.type) === listed.entity) return true;
  switch (node.node) {
    case 'literal':
    case 'variable':
      return false;
    case 'field':
      return readsBeside(node.of, listed);
    case 'list':
      return node.items.some((item) => readsBeside(item, listed));
    case 'call':
      return node.args.some((arg) => readsBeside(arg, listed));
    case 'macro':
      return readsBeside(node.list, listed) || readsBeside(node.body, within(node, listed));
  }
}

/** Such a list, what is chosen of it, and each record in it. */
function isOfList(node: Node, listed: Listed): boolean {
  if (node.node === 'variable') return listed.members.has(node.name);
  if (node.node === 'macro') return node.fn === 'filter' && isOfList(node.list, listed);
  const isOwn = node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record';
  return isOwn && listed.inverses.has(node.name);
}

/** Inside of a macro over such a list its variable is one of its records; over another one it is none. */
function within({ list, variable }: Extract<Node, { readonly node: 'macro' }>, listed: Listed): Listed {
  const members = new Set(listed.members);
  if (isOfList(list, listed)) members.add(variable);
  else members.delete(variable);
  return { ...listed, members };
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
