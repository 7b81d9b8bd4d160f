import {
  findOf,
  cycleOf,
  cyclesOf,
  isDrawn,
  isMany,
  isTruth,
  memoized,
  reachOf,
  stateNames,
  statesOfBirth,
  targets,
  transitionsOf,
  typeOf,
  type Effect,
  type EffectValue,
  type Entity,
  type EntityReaction,
  type Field,
  type Model,
  type Node,
  type Transition,
} from '@ninefold/model';
import { fieldsRead } from '../../expressions/walk.ts';
import { replaced } from '../../reasoning/actors.ts';
import { decide, type Question } from '../../reasoning/decide.ts';
import { inlined } from '../../reasoning/inline.ts';
import { sideways } from '../../reasoning/promises/moves.ts';
import { afterMove } from '../../reasoning/promises/writes.ts';
import { followsOf, withFollowing, type Follows } from './following.ts';

/** What effects lead to, by the name of what has them: `entity.transition`, or `entity.reaction` of a reaction. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** A model, with what follows from its values. */
export interface Sight {
  readonly model: Model;
  readonly follows: Follows;
}

export function sightOf(model: Model): Sight {
  return { model, follows: followsOf(model) };
}

/** What the effects of all transitions and reactions lead to, and what reactions turn as they write. */
export function edgesOf(sight: Sight): Edges {
  const { model } = sight;
  const edges = new Map<string, ReadonlySet<string>>();
  for (const entity of Object.values(model.entities)) {
    const reached = (effects: readonly Effect[]): readonly string[] =>
      effects.flatMap((effect) => reachedBy(sight, entity, effect));
    // A condition that effects on other records change has to turn false before it turns true again.
    const onItself = (name: string, effects: readonly Effect[]): readonly string[] =>
      reached(effects.filter((effect) => reachedEntity(effect) === entity.id)).filter((one) => one === name);
    for (const { id, effects } of transitionsOf(entity).values())
      edges.set(`${entity.id}.${id}`, new Set(reached(effects)));
    for (const reaction of entity.reactions) {
      const name = `${entity.id}.${reaction.id}`;
      const turned = turnedBySet(sight, entity, reaction).filter((one) => one !== name);
      const led = reached(reaction.effects).filter((one) => one !== name);
      edges.set(name, new Set([...turned, ...led, ...onItself(name, reaction.effects)]));
    }
  }
  return edges;
}

function reachedEntity(effect: Effect): string | null {
  const { makes, fires } = reachOf(effect);
  return makes ?? fires?.split('.')[0] ?? null;
}

/** What an effect of a step on records of `from` fires, makes and turns. */
export function reachedBy(sight: Sight, from: Entity, effect: Effect): readonly string[] {
  const { makes, gives, fires } = reachOf(effect);
  const made = makes === null ? undefined : sight.model.entities[makes];
  const [fired = '', name = ''] = fires?.split('.') ?? [];
  const entity = sight.model.entities[fired];
  const transition = entity && transitionsOf(entity).get(name);
  const isInTree = entity?.id === from.id && from.tree !== null;
  return [
    ...(made ? [...creationOf(made), ...turnedByMaking(sight, made, gives)] : []),
    ...(entity && transition && !isInTree
      ? [`${entity.id}.${transition.id}`, ...turnedByFiring(sight, entity, transition)]
      : []),
  ];
}

function creationOf({ id, lifecycle }: Entity): readonly string[] {
  return lifecycle?.transitions['create'] ? [`${id}.create`] : [];
}

/** What a write of some fields turns: reactions of the record itself that `mayHold` lets pass, and those of others. */
function turnedBy(
  { model, follows }: Sight,
  entity: Entity,
  fields: readonly string[],
  mayHold: (reaction: EntityReaction) => boolean,
): readonly string[] {
  const changed = withFollowing(
    follows,
    fields.map((field) => `${entity.id}.${field}`),
  );
  return Object.values(model.entities).flatMap((other) =>
    other.reactions
      .filter(
        ({ turnedBy: by, when }) => by === 'write' && [...fieldsRead(when.tree)].some((path) => changed.has(path)),
      )
      .filter((reaction) => other.id !== entity.id || mayHold(reaction))
      .map(({ id }) => `${other.id}.${id}`),
  );
}

/** Reactions whose condition a reaction turns from false to true as it writes. */
function turnedBySet(sight: Sight, entity: Entity, { id, when, set }: EntityReaction): readonly string[] {
  const { model } = sight;
  const move = sideways(model, entity, null).find(({ name, by }) => name === id && by === 'others');
  const fields = set.map(({ field }) => field);
  return turnedBy(sight, entity, fields, ({ when: next }) => {
    if (!move?.writes || !when.tree || !next.tree) return true;
    const goals = [
      { tree: when.tree, holds: true },
      { tree: next.tree, holds: false },
      { tree: afterMove(model, entity, move, next.tree), holds: true },
    ];
    return decide({ model, entity: entity.id, goals }).verdict !== 'impossible';
  });
}

/** Reactions that a transition may turn: of the record itself, those whose condition can hold in a state that it leads to. */
export function turnedByFiring(sight: Sight, entity: Entity, transition: Transition): readonly string[] {
  const cycle = cycleOf(entity, transition.id);
  if (cycle === null) return [];
  const states = Object.keys(cycle.lifecycle.states);
  const after = [...new Set(transition.from.flatMap((from) => targets(transition, from, states)))];
  const fixed = { [`record.${cycle.field}`]: after };
  return turnedBy(sight, entity, writtenBy(cycle.field, transition), ({ when }) =>
    canHold(sight.model, entity, when.tree, fixed),
  );
}

/** Reactions that a new record may turn: its own, whose condition can hold in it, and those of what it refers to. */
export function turnedByMaking(
  sight: Sight,
  entity: Entity,
  values: readonly Pick<EffectValue, 'field'>[],
): readonly string[] {
  const given = new Set(values.map(({ field }) => field));
  const states = cyclesOf(entity).filter(({ lifecycle }) => lifecycle.derived.length === 0);
  const births = states.map(({ field, lifecycle }) => [`record.${field}`, statesOfBirth(lifecycle)] as const);
  const blank = Object.values(entity.fields).filter((one) => !given.has(one.id) && isBlankAtFirst(one));
  const known = new Map(blank.map((one) => [one.id, blankOf(entity, one)]));
  const names = [...Object.keys(entity.fields), ...cyclesOf(entity).map(({ field }) => field)];
  return turnedBy(sight, entity, names, ({ when }) => {
    const tree = when.tree && replaced(inlined(when.tree, sight.model), known);
    return canHold(sight.model, entity, tree, Object.fromEntries(births));
  });
}

function isBlankAtFirst(field: Field): boolean {
  return !field.computed && !field.copy && !findOf(field) && !field.default && !isDrawn(field) && !isMany(field.type);
}

function blankOf(entity: Entity, field: Field): Node {
  return { node: 'literal', type: typeOf(field, entity.id), value: isTruth(field.type) ? false : null };
}

function canHold(model: Model, entity: Entity, tree: Node | null, fixed: Question['fixed'] = {}): boolean {
  const goals = tree ? [{ tree, holds: true }] : [];
  return decide({ model, entity: entity.id, goals, fixed }).verdict !== 'impossible';
}

/** Reactions that a change of some fields of a record may turn, of that record and of others. */
export function turnedByChanging(sight: Sight, entity: Entity, fields: readonly string[]): readonly string[] {
  return turnedBy(sight, entity, fields, ({ when }) => canHold(sight.model, entity, when.tree));
}

/** Reactions that a transition turns by what it writes itself. Whoever makes a record may fill all of its fields. */
function turnedByItself(sight: Sight, entity: Entity, transition: Transition): readonly string[] {
  if (transition.id !== 'create') return turnedByFiring(sight, entity, transition);
  return turnedByMaking(
    sight,
    entity,
    Object.keys(entity.fields).map((field) => ({ field })),
  );
}

/** What a step leads to directly, by its name: what its effects reach, and the reactions that it turns by what it writes. */
export function ledToBy(sight: Sight, edges: Edges): (name: string) => readonly string[] {
  const turned = memoized((name: string): readonly string[] => {
    const [id = '', step = ''] = name.split('.');
    const entity = sight.model.entities[id];
    const transition = entity && transitionsOf(entity).get(step);
    return entity && transition ? turnedByItself(sight, entity, transition) : [];
  });
  return (name) => [...turned(name), ...(edges.get(name) ?? [])];
}

/** All that a step leads to, however far. */
export function stepsLedTo(sight: Sight, edges: Edges): (name: string) => ReadonlySet<string> {
  const ledTo = ledToBy(sight, edges);
  return memoized((name) => {
    const found = new Set(ledTo(name));
    for (const from of found) for (const to of ledTo(from)) found.add(to); // it grows while it is walked
    return found;
  });
}

function writtenBy(state: string, { to, set, restart }: Transition): readonly string[] {
  const { since, final } = stateNames(state);
  const moved = to === 'same' ? (restart ? [since] : []) : [state, since, final];
  return [...set.map(({ field }) => field), ...moved];
}
