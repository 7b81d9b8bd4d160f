import {
  memoized,
  reachOf,
  transitionsOf,
  type Effect,
  type EffectReach,
  type Entity,
  type Model,
  type Transition,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { fixedLimits } from '../../reasoning/fixed-limits.ts';
import { edgesOf, ledToBy, reachedBy, sightOf, type Edges, type Sight } from './led-to.ts';

type Call = NonNullable<EffectReach['calls']>;

/** What a transition or a reaction does, with the entity of whose records it does so. */
interface Step {
  /** `ticket.solve` */
  readonly name: string;
  /** `transition ticket.solve`, or `reaction ticket.late`. */
  readonly place: string;
  /** Null: a reaction. */
  readonly turns: Transition | null;
  readonly entity: Entity;
  readonly effects: readonly Effect[];
}

/**
 * Calls that one step makes and of which the second undoes what the order of the first means: they go to one address for different
 * records, so that either may arrive first; or the answer of the second is written over that of the first.
 */
export function checkCallOrder(ctx: Context, model: Model): void {
  const steps = new Map(stepsOf(model).map((step) => [step.name, step]));
  const calling = [...steps.values()].filter(({ effects }) => callsOf(effects).length > 0);
  if (calling.length === 0) return;
  const sight = sightOf(model);
  const beside = memoized(besideOf(sight, edgesOf(sight), steps));
  for (const step of steps.values()) {
    const spot = ctx.spots.get(step.place);
    if (!spot) continue;
    const { own: further } = beside(step);
    const own = callsOf(step.effects);
    const all = [...own, ...further.flatMap(({ effects }) => callsOf(effects))];
    for (const [first, second] of pairs(all)) {
      if (first.id === second.id || !own.includes(first)) continue;
      const field = writesOf(first).find((name) => writesOf(second).includes(name));
      if (field !== undefined) ctx.report('NF0447', spot, { name: first.id, other: second.id, field });
    }
    for (const [first, second] of apartOf(model, step, beside))
      ctx.report('NF0446', spot, { name: first.id, other: second.id });
  }
}

type BesideOf = (step: Step) => Beside;

/**
 * Calls to one address that a step leads to for different records: its own and those of others, or those that others make. Of the
 * latter the first step says it that leads to both.
 */
function apartOf(model: Model, step: Step, beside: BesideOf): readonly (readonly [Call, Call])[] {
  const { elsewhere } = beside(step);
  const others = elsewhere.flatMap((one) => callsOf(one.effects).map((call) => ({ step: one, call })));
  const own = callsOf(step.effects).flatMap((first): readonly (readonly [Call, Call])[] => {
    const second = others.find(({ call }) => isSameAddress(model, first, call));
    return second === undefined ? [] : [[first, second.call]];
  });
  const among = pairs(others).filter(
    ([one, other]) =>
      one.step.entity !== other.step.entity &&
      one.call.id !== other.call.id &&
      isSameAddress(model, one.call, other.call) &&
      !elsewhere.some((nearer) => leadsTo(nearer, one.step, beside) && leadsTo(nearer, other.step, beside)),
  );
  const found = [...own, ...among.map(([one, other]) => [one.call, other.call] as const)];
  return [...new Map(found.map((pair) => [pair.map(({ id }) => id).join(' '), pair])).values()];
}

function leadsTo(from: Step, to: Step, beside: BesideOf): boolean {
  const { own, elsewhere } = beside(from);
  return from === to || own.includes(to) || elsewhere.includes(to);
}

function stepsOf({ entities }: Model): readonly Step[] {
  return Object.values(entities).flatMap((entity) => [
    ...[...transitionsOf(entity).values()].map((turns) => stepOf(entity, 'transition', turns, turns)),
    ...entity.reactions.map((reaction) => stepOf(entity, 'reaction', reaction, null)),
  ]);
}

function stepOf(
  entity: Entity,
  kind: 'transition' | 'reaction',
  { id, effects }: Pick<Transition, 'id' | 'effects'>,
  turns: Transition | null,
): Step {
  const name = `${entity.id}.${id}`;
  return { name, place: `${kind} ${name}`, entity, effects, turns };
}

function callsOf(effects: readonly Effect[]): readonly Call[] {
  return effects.flatMap((effect) => reachOf(effect).calls ?? []);
}

/** Each with each that comes behind it. */
function pairs<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((first, index) => all.slice(index + 1).map((second) => [first, second] as const));
}

function writesOf({ request }: Call): readonly string[] {
  return Object.keys(request.writes);
}

function isSameAddress(model: Model, { request: one }: Call, { request: other }: Call): boolean {
  return addressOf(model, one) === addressOf(model, other);
}

/** An address as it is written, or as it stands in a limit that nobody sets. */
function addressOf(model: Model, { url: { tree, source } }: Call['request']): string {
  if (tree?.node === 'literal') return String(tree.value);
  const limit = tree?.node === 'field' && tree.of.node === 'variable' && tree.of.name === 'limits' ? tree.name : null;
  const value = limit === null ? undefined : fixedLimits(model)[limit];
  return typeof value === 'string' ? value : source;
}

/** What happens in the transaction of a step beside it: further steps on its record, and steps on others. */
interface Beside {
  readonly own: readonly Step[];
  readonly elsewhere: readonly Step[];
}

/**
 * Follows what a step leads to, however far: transitions that are fired, records that are made, and reactions that turn. A reaction of
 * its entity is taken for one of its record, whose calls keep their order.
 */
function besideOf(sight: Sight, edges: Edges, steps: ReadonlyMap<string, Step>): (step: Step) => Beside {
  const ledTo = ledToBy(sight, edges);
  return (step) => {
    const { entity, effects, name } = step;
    const isReaction = (one: string): boolean => steps.get(one)?.entity === entity && steps.get(one)?.turns === null;
    const [own, others, queue] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const add = (to: string, isOwn: boolean): void => {
      (isOwn || isReaction(to) ? own : others).add(to);
      queue.add(to);
    };
    for (const effect of effects) {
      const { fires, each } = reachOf(effect);
      const isItself = fires?.startsWith(`${entity.id}.`) === true && each?.source === 'record';
      for (const to of reachedBy(sight, entity, effect)) add(to, isItself && to === fires);
    }
    for (const to of ledTo(name)) add(to, false);
    for (const from of queue) for (const to of ledTo(from)) add(to, false); // it grows while it is walked
    own.delete(name);
    const found = (names: ReadonlySet<string>): readonly Step[] => [...names].flatMap((one) => steps.get(one) ?? []);
    return { own: found(own), elsewhere: found(others).filter((one) => !own.has(one.name)) };
  };
}
