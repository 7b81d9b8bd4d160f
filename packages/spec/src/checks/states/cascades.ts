import {
  type Effect,
  type Entity,
  fieldInPath,
  type Model,
  reachOf,
  targets,
  type Transition,
  cycleOf,
  stateNames,
  transitionsOf,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { decide } from '../../reasoning/decide.ts';

/** What effects lead to, by the name of what has them: `entity.transition`, or `entity.reaction` of a reaction. */
type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** Effects of transitions and reactions that lead back to where they began. What goes down or up a tree comes to an end. */
export function checkCascades(ctx: Context, model: Model): void {
  const edges = edgesOf(model);
  const told = new Set<string>();
  for (const start of edges.keys()) {
    if (told.has(start)) continue;
    const way = wayBack(edges, start);
    const spot = ctx.spots.get(`transition ${start}`) ?? ctx.spots.get(`reaction ${start}`);
    if (way === null || !spot) continue;
    ctx.report('NF0415', spot, { name: start, way: way.join(' → ') });
    for (const one of way) told.add(one);
  }
}

function edgesOf(model: Model): Edges {
  const edges = new Map<string, ReadonlySet<string>>();
  for (const entity of Object.values(model.entities)) {
    for (const { id, effects } of transitionsOf(entity).values())
      edges.set(`${entity.id}.${id}`, new Set(effects.flatMap((effect) => reachedBy(model, entity, effect))));
    for (const { id, set, effects } of entity.reactions) {
      const written = set.map(({ field }) => field);
      const own = turnedBy(entity, written).filter((name) => name !== `${entity.id}.${id}`);
      edges.set(
        `${entity.id}.${id}`,
        new Set([...own, ...effects.flatMap((effect) => reachedBy(model, entity, effect))]),
      );
    }
  }
  return edges;
}

function reachedBy(model: Model, from: Entity, effect: Effect): readonly string[] {
  const { makes, gives, fires } = reachOf(effect);
  const made = makes === null ? undefined : model.entities[makes];
  const [fired = '', name = ''] = fires?.split('.') ?? [];
  const entity = model.entities[fired];
  const transition = entity && transitionsOf(entity).get(name);
  const isInTree = entity?.id === from.id && from.tree !== null;
  return [
    ...(made ? [...creationOf(made), ...turnedBy(made, gives)] : []),
    ...(entity && transition && !isInTree
      ? [`${entity.id}.${transition.id}`, ...turnedByFiring(model, entity, transition)]
      : []),
  ];
}

/** The reactions that a transition may turn: those whose condition can hold in a state that it leads to. */
function turnedByFiring(model: Model, entity: Entity, transition: Transition): readonly string[] {
  const cycle = cycleOf(entity, transition.id);
  if (cycle === null) return [];
  const states = Object.keys(cycle.lifecycle.states);
  const after = [...new Set(transition.from.flatMap((from) => targets(transition, from, states)))];
  const canHold = entity.reactions.filter(({ when }) => {
    const goals = when.tree ? [{ tree: when.tree, holds: true }] : [];
    return (
      decide({ model, entity: entity.id, goals, fixed: { [`record.${cycle.field}`]: after } }).verdict !== 'impossible'
    );
  });
  return turnedBy({ id: entity.id, reactions: canHold }, writtenBy(cycle.field, transition));
}

function creationOf({ id, lifecycle }: Entity): readonly string[] {
  return lifecycle?.transitions['create'] ? [`${id}.create`] : [];
}

function writtenBy(state: string, { to, set, restart }: Transition): readonly string[] {
  const { since, final } = stateNames(state);
  const moved = to === 'same' ? (restart ? [since] : []) : [state, since, final];
  return [...set.map(({ field }) => field), ...moved];
}

/** The reactions to writes whose condition reads one of these fields. */
function turnedBy({ id, reactions }: Pick<Entity, 'id' | 'reactions'>, fields: readonly string[]): readonly string[] {
  return reactions
    .filter(({ turnedBy: by, when }) => by === 'write' && when.reads.some((path) => fields.includes(fieldInPath(path))))
    .map((reaction) => `${id}.${reaction.id}`);
}

/** The shortest way from something back to itself. */
function wayBack(edges: Edges, start: string): readonly string[] | null {
  const seen = new Set<string>();
  let ends: readonly (readonly string[])[] = [[start]];
  while (ends.length > 0) {
    const next: (readonly string[])[] = [];
    for (const way of ends) {
      for (const to of edges.get(way.at(-1) ?? '') ?? []) {
        if (to === start) return [...way, to];
        if (seen.has(to)) continue;
        seen.add(to);
        next.push([...way, to]);
      }
    }
    ends = next;
  }
  return null;
}
