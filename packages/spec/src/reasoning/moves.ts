import type { Entity, Field, Lifecycle, Model, Node, Transition, Wire } from '@ninefold/model';
import { names, walk } from '../compile/walk.ts';
import { mayAct, replaced, stateBefore } from './actors.ts';
import type { Goal } from './decide.ts';
import { inlined } from './inline.ts';

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
}

const UPDATE = 'update';
const CREATE = 'create';

/** The shortest way to each move: states are visited in the order of their distance from creation. */
export function pathsOf(model: Model, entity: Entity): readonly (readonly Move[])[] {
  const cycle = entity.lifecycle?.derived.length === 0 ? entity.lifecycle : null;
  const first = moveOf('people', CREATE, null, cycle?.transitions[CREATE] ?? null);
  if (cycle === null) return [[first], ...sideways(model, entity, null).map((move) => [first, move])];
  const reached = new Map<string, readonly Move[]>([[cycle.initial, [first]]]);
  const paths: (readonly Move[])[] = [[first]];
  for (const [state, before] of reached) {
    for (const move of sideways(model, entity, state)) paths.push([...before, move]);
    for (const transition of Object.values(cycle.transitions)) {
      if (!transition.from.includes(state)) continue;
      const path = [...before, moveOf(actorOf(model, entity, 'state', transition), transition.id, state, transition)];
      paths.push(path);
      for (const to of targetsOf(transition, cycle)) if (!reached.has(to)) reached.set(to, path);
    }
  }
  return paths.sort((a, b) => a.length - b.length);
}

function moveOf(
  by: Move['by'],
  name: string,
  from: string | null,
  transition: Transition | null,
  cycle = 'state',
): Move {
  return { name, from, transition, cycle, by };
}

/** What leaves the state of the first life cycle as it is. */
function sideways(model: Model, entity: Entity, state: string | null): readonly Move[] {
  const others = Object.entries(entity.lifecycles).flatMap(([field, { transitions }]) =>
    Object.values(transitions)
      .filter(({ id }) => id !== CREATE)
      .map((one) => moveOf(actorOf(model, entity, field, one), one.id, state, one, field)),
  );
  const sets = entity.reactions.filter(({ set }) => set.length > 0);
  return [
    ...(isClosed(entity, state) ? [] : [moveOf('people', UPDATE, state, null)]),
    ...others,
    ...sets.map(({ id }) => moveOf('others', id, state, null)),
    ...(isMadeByEffects(model, entity) ? [moveOf('others', CREATE, state, null)] : []),
  ];
}

/** A locked state refuses what people write. */
function isClosed({ lifecycle, fields }: Entity, state: string | null): boolean {
  if (state === null || lifecycle?.states[state]?.locked !== true) return false;
  return !Object.values(fields).some(({ editableWhenLocked }) => editableWhenLocked);
}

/** Timers and what effects fire ask nobody's rights. */
function actorOf(model: Model, entity: Entity, field: string, { id, timer }: Transition): Move['by'] {
  const name = field === 'state' ? id : `${field}.${id}`;
  const isFired = effectsOf(model).some(
    (one) => one.effect === 'fire' && one.entity === entity.id && (one.transition === id || one.transition === name),
  );
  return timer !== null || isFired ? 'system' : 'people';
}

function isMadeByEffects(model: Model, entity: Entity): boolean {
  return effectsOf(model).some((one) => one.effect === 'create' && one.entity === entity.id);
}

function effectsOf(model: Model): readonly Transition['effects'][number][] {
  return Object.values(model.entities).flatMap(({ lifecycle, lifecycles, reactions }) => {
    const cycles = [...(lifecycle ? [lifecycle] : []), ...Object.values(lifecycles)];
    const transitions = cycles.flatMap((one) => Object.values(one.transitions));
    return [...transitions, ...reactions].flatMap(({ effects }) => effects);
  });
}

function targetsOf({ to, branches }: Transition, { states }: Lifecycle): readonly string[] {
  const all = branches.length > 0 ? branches.map((branch) => branch.to) : [to];
  return all.filter((one) => Object.hasOwn(states, one));
}

/** The states before and after a move, and what it says of itself. */
export function givenBy(entity: Entity, move: Move): Readonly<Record<string, readonly Wire[]>> {
  const { transition, cycle, name, from } = move;
  const isCreate = name === CREATE && move.by === 'people';
  const initials = Object.entries(entity.lifecycles).map(([field, { initial }]) => [`record.${field}`, [initial]]);
  const side = cycle === 'state' ? undefined : entity.lifecycles[cycle];
  return {
    ...(entity.lifecycle === null ? {} : statesOf(entity.lifecycle, from, cycle === 'state' ? transition : null)),
    ...(isCreate
      ? { ...(Object.fromEntries(initials) as Readonly<Record<string, readonly Wire[]>>), ...unwritten(entity) }
      : {}),
    ...(side && transition ? sideStates(side, cycle, transition) : {}),
    transition: [transition?.id ?? (isCreate ? CREATE : null)],
    creating: [isCreate],
  };
}

/** What nobody may write, and nothing fills, is blank in a new record. */
function unwritten({ fields, lifecycle }: Entity): Readonly<Record<string, readonly Wire[]>> {
  const set = new Set((lifecycle?.transitions[CREATE]?.set ?? []).map(({ field }) => field));
  const blank = Object.values(fields).filter(
    (one) => one.readOnly && !one.computed && !one.copy && !one.default && !set.has(one.id) && !KEPT.has(one.type),
  );
  return Object.fromEntries(blank.map(({ id, type }) => [`record.${id}`, [type === 'boolean' ? false : null]]));
}

/** Never blank, or lists. */
const KEPT: ReadonlySet<Field['type']> = new Set(['sequence', 'lines', 'references', 'choices']);

function statesOf(lifecycle: Lifecycle, from: string | null, transition: Transition | null): Record<string, Wire[]> {
  if (lifecycle.derived.length > 0) return {};
  const stays = transition === null || transition.to === 'same' || transition.to === 'previous';
  const anywhere = transition?.to === 'previous' ? Object.keys(lifecycle.states) : [from ?? lifecycle.initial];
  return { 'record.state': stays ? anywhere : [...targetsOf(transition, lifecycle)], 'before.state': [from] };
}

function sideStates(lifecycle: Lifecycle, field: string, transition: Transition): Record<string, Wire[]> {
  const { to, from } = transition;
  const after =
    to === 'same' ? from : to === 'previous' ? Object.keys(lifecycle.states) : targetsOf(transition, lifecycle);
  return { [`record.${field}`]: [...after], [`before.${field}`]: [...from] };
}

/** Somebody may make the move, and its guard holds: both are judged before the state changes. */
export function goalsOf(model: Model, entity: Entity, { name, transition, by, cycle, from }: Move): readonly Goal[] {
  const isCreate = name === CREATE;
  const verb = isCreate ? CREATE : transition === null ? UPDATE : 'read';
  const editors = from === null ? null : (entity.lifecycle?.states[from]?.editableBy ?? null);
  const roles = transition === null ? editors : transition.by;
  const actor = by === 'people' ? [mayAct(model, entity.id, roles, verb)] : [];
  const when = transition?.when?.tree;
  const early = isCreate ? new Map<string, Node>() : stateBefore(entity.id, cycle);
  return [...actor, ...(when ? [when] : [])].map((tree) => ({ tree: replaced(tree, early), holds: true }));
}

/** What a condition reads that changes without a write to the record; null where it reads nothing like that. */
export function readElsewhere(tree: Node, model: Model): string | null {
  if (names(tree, ['user', 'transition', 'creating'])) return null; // it is about who writes, or how
  let found: string | null = null;
  walk(inlined(tree, model), (node) => {
    const isClock = node.node === 'variable' && (node.name === 'now' || node.name === 'today');
    const isFar = node.node === 'field' && node.of.node !== 'variable';
    if (isClock || isFar) found ??= node.name;
    else if (node.node === 'macro') found ??= node.fn;
  });
  return found;
}
