import { reachOf, transitionsOf, type Effect, type EffectReach, type Entity, type Model } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

type Call = NonNullable<EffectReach['calls']>;

/** What a transition or a reaction does, with the entity of whose records it does so. */
interface Step {
  /** `transition ticket.solve`, or `reaction ticket.late`. */
  readonly place: string;
  readonly entity: Entity;
  readonly effects: readonly Effect[];
}

/**
 * Calls that one step makes and of which the second undoes what the order of the first means: they go to one address for different
 * records, so that either may arrive first; or the answer of the second is written over that of the first.
 */
export function checkCallOrder(ctx: Context, model: Model): void {
  for (const step of stepsOf(model)) {
    const spot = ctx.spots.get(step.place);
    if (!spot) continue;
    const own = callsOf(step.effects);
    for (const [first, second] of pairs(own)) {
      if (first.id === second.id) continue;
      const field = writesOf(first).find((name) => writesOf(second).includes(name));
      if (field !== undefined) ctx.report('NF0447', spot, { name: first.id, other: second.id, field });
    }
    const elsewhere = callsElsewhere(model, step);
    for (const first of own) {
      const second = elsewhere.find((call) => isSameAddress(first, call));
      if (second !== undefined) ctx.report('NF0446', spot, { name: first.id, other: second.id });
    }
  }
}

function stepsOf({ entities }: Model): readonly Step[] {
  return Object.values(entities).flatMap((entity) => [
    ...[...transitionsOf(entity).values()].map(({ id, effects }) => ({
      place: `transition ${entity.id}.${id}`,
      entity,
      effects,
    })),
    ...entity.reactions.map(({ id, effects }) => ({ place: `reaction ${entity.id}.${id}`, entity, effects })),
  ]);
}

function callsOf(effects: readonly Effect[]): readonly Call[] {
  return effects.flatMap((effect) => reachOf(effect).calls ?? []);
}

/** Each with each that comes behind it. */
function pairs(calls: readonly Call[]): readonly (readonly [Call, Call])[] {
  return calls.flatMap((first, index) => calls.slice(index + 1).map((second) => [first, second] as const));
}

function writesOf({ request }: Call): readonly string[] {
  return Object.keys(request.writes);
}

function isSameAddress({ request: one }: Call, { request: other }: Call): boolean {
  return one.url.source === other.url.source;
}

/** The calls of records that a step makes, and of others whose transitions it fires, however far. */
function callsElsewhere(model: Model, { entity, effects }: Step): readonly Call[] {
  const seen = new Set<string>();
  const follow = (all: readonly Effect[]): readonly Call[] =>
    all.flatMap((effect) => {
      const { makes, fires, each } = reachOf(effect);
      if (fires?.startsWith(`${entity.id}.`) === true && each?.source === 'record') return [];
      const [to, name] = makes === null ? (fires?.split('.') ?? []) : [makes, 'create'];
      const key = `${to ?? ''}.${name ?? ''}`;
      if (to === undefined || name === undefined || seen.has(key)) return [];
      seen.add(key);
      const target = model.entities[to];
      const further = (target && transitionsOf(target).get(name)?.effects) ?? [];
      return [...callsOf(further), ...follow(further)];
    });
  return follow(effects);
}
