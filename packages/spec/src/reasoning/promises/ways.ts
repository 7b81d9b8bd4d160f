import { didList, type Entity, type Lifecycle, type Model, type Wire } from '@ninefold/model';
import { firedIn } from '../actors.ts';
import { decide, type Goal } from '../decide.ts';
import type { Previous } from './entering.ts';
import {
  creationByEffect,
  creationsOf,
  givenBy,
  goalsOf,
  isOfPeople,
  sideways,
  transitionMoves,
  type Move,
} from './moves.ts';

/** A last move, and the ways of moves that lead to where it begins, the shortest first. */
export interface Course {
  readonly move: Move;
  readonly ways: readonly (readonly Move[])[];
  /** What is known of the record then, by path: lists of those who fired a transition that it has not been through are empty. */
  readonly fixed: Readonly<Record<string, readonly Wire[]>>;
  /** That somebody is in the lists of who fired a transition that the record has been through. */
  readonly fired: readonly Goal[];
}

/** Where a record may be: its state, the one before it, and which of the transitions that conditions ask about were fired. */
interface Place {
  readonly state: string;
  readonly previous: Previous;
  readonly fired: readonly string[];
}

interface Stop extends Place {
  readonly ways: (readonly Move[])[];
}

/** Of ways to the same place so many are tried; of a longer life cycle not all places are told apart. */
const MOST_WAYS = 3;
const MOST_STOPS = 160;

/** Everything that may happen to a record, by the distance from its creation. */
export function coursesOf(model: Model, entity: Entity, conditions: readonly unknown[]): readonly Course[] {
  const cycle = entity.lifecycle?.derived.length === 0 ? entity.lifecycle : null;
  const births = creationsOf(cycle);
  const none: Course['fixed'] = {};
  const creations = (fixed: Course['fixed']): readonly Course[] =>
    [...births, ...creationByEffect(model, entity, cycle)].map((move) => ({ move, ways: [[]], fixed, fired: [] }));
  if (cycle === null) {
    const ways = births.map((birth) => [birth]);
    const later = sideways(model, entity, null).map((move) => ({ move, ways, fixed: none, fired: [] }));
    return [...creations(none), ...later];
  }
  const asked = askedIn(cycle, [conditions, cycle, Object.values(model.roles).map(({ grants }) => grants)]);
  const { stops, isFiredTold } = stopsOf({ model, entity, cycle, asked, isPreviousTold: leadsBack(cycle) });
  const courses: Course[] = [...creations(emptyLists('record', asked))];
  const isPeoples = (id: string): boolean => {
    const transition = cycle.transitions[id];
    return transition !== undefined && isOfPeople(model, entity, transition);
  };
  for (const stop of stops) {
    const { state, fired, ways } = stop;
    const missing = isFiredTold ? asked.filter((id) => !fired.includes(id)) : [];
    const unfired = emptyLists('record', missing);
    const been = isFiredTold ? fired.filter((id) => isPeoples(id)) : [];
    for (const move of sideways(model, entity, state))
      courses.push({ move, ways, fixed: unfired, fired: filledLists(entity, move, been) });
    for (const transition of Object.values(cycle.transitions)) {
      if (!transition.from.includes(state)) continue;
      for (const move of transitionMoves(model, entity, transition, stop))
        courses.push({ move, ways, fixed: unfiredAt(move, missing), fired: filledLists(entity, move, been) });
    }
  }
  return courses.sort((a, b) => (a.ways[0]?.length ?? 0) - (b.ways[0]?.length ?? 0));
}

/** The transitions of which some condition asks who fired them. */
function askedIn({ transitions }: Lifecycle, conditions: unknown): readonly string[] {
  const text = JSON.stringify(conditions);
  return Object.keys(transitions).filter((id) => text.includes(`"name":"${didList(id)}"`));
}

function emptyLists(variable: string, transitions: readonly string[]): Course['fixed'] {
  return Object.fromEntries(transitions.map((id) => [`${variable}.${didList(id)}`, [[]]]));
}

/** That somebody is in each of these lists as a move is made; whoever makes it is in its own anyhow. */
function filledLists({ id: entity }: Entity, { transition }: Move, fired: readonly string[]): readonly Goal[] {
  const others = fired.filter((id) => id !== transition?.id);
  return others.map((id): Goal => {
    const args = [firedIn('record', entity, id)];
    return { tree: { node: 'call', type: { kind: 'boolean' }, fn: 'filled', args }, holds: true };
  });
}

/** Which of these lists are empty as a move is made: whoever makes it is in its own only afterwards, and the application in none. */
function unfiredAt({ transition, by }: Move, missing: readonly string[]): Course['fixed'] {
  if (by === 'system' || transition === null) return emptyLists('record', missing);
  const others = missing.filter((id) => id !== transition.id);
  return {
    ...emptyLists('record', others),
    ...(others.length < missing.length ? emptyLists('before', [transition.id]) : {}),
  };
}

interface Search {
  readonly model: Model;
  readonly entity: Entity;
  readonly cycle: Lifecycle;
  /** The transitions of which it is told apart whether they were fired. */
  readonly asked: readonly string[];
  /** Whether it is told apart what state was before. */
  readonly isPreviousTold: boolean;
}

interface Stops {
  readonly stops: readonly Stop[];
  /** Whether it is told apart which transitions were fired. */
  readonly isFiredTold: boolean;
}

/** The places that a record can come to by moves that somebody can make. Where there are too many, fewer things are told apart. */
function stopsOf(search: Search): Stops {
  const { isPreviousTold } = search;
  const finest = placesOf(search, MOST_STOPS);
  if (finest) return { stops: finest, isFiredTold: true };
  const fine = isPreviousTold ? placesOf({ ...search, isPreviousTold: false }, MOST_STOPS) : null;
  if (fine) return { stops: fine, isFiredTold: true };
  const coarse = placesOf({ ...search, asked: [], isPreviousTold: false }, Infinity);
  return { stops: coarse ?? [], isFiredTold: false };
}

interface Walk {
  readonly stop: Stop;
  readonly way: readonly Move[];
}

/** Those places; null where there are more than so many. */
function placesOf(search: Search, most: number): readonly Stop[] | null {
  const { model, entity, cycle, asked } = search;
  const found = new Map<string, Stop>();
  /** Walks on by those of the moves that can be made, as far as the places that they lead to have too few ways. */
  const reach = (moves: readonly Move[], way: readonly Move[], at: Place | null): readonly Walk[] =>
    moves.flatMap((move): readonly Walk[] => {
      const place = placeAfter(search, move, at);
      const stop = found.get(keyOf(place)) ?? { ...place, ways: [] };
      const unfired = asked.filter((id) => at?.fired.includes(id) !== true);
      if (stop.ways.length >= MOST_WAYS || (at && !canFire({ model, entity, move, unfired }))) return [];
      const walked = [...way, move];
      stop.ways.push(walked);
      found.set(keyOf(place), stop);
      return [{ stop, way: walked }];
    });
  let ends = reach(creationsOf(cycle), [], null);
  while (ends.length > 0) {
    if (found.size > most) return null;
    ends = ends.flatMap(({ stop, way }) =>
      Object.values(cycle.transitions)
        .filter(({ from }) => from.includes(stop.state))
        .flatMap((transition) => reach(transitionMoves(model, entity, transition, stop), way, stop)),
    );
  }
  return [...found.values()];
}

/** Where a move leads to from a place; from none where it makes the record. */
function placeAfter({ cycle, asked, isPreviousTold }: Search, { transition, enters }: Move, at: Place | null): Place {
  const named = transition === null || transition.to === 'same' ? (at?.state ?? cycle.initial) : transition.to;
  const state = enters?.state ?? named;
  const fired = new Set(at?.fired);
  if (at !== null && transition !== null && asked.includes(transition.id)) fired.add(transition.id);
  const left = at !== null && state !== at.state ? at.state : (at?.previous ?? null);
  return { state, previous: isPreviousTold ? left : 'unknown', fired: [...fired].sort() };
}

function leadsBack({ transitions }: Lifecycle): boolean {
  return Object.values(transitions).some(({ to }) => to === 'previous');
}

function keyOf({ state, previous, fired }: Place): string {
  return [state, previous ?? '', fired.join()].join(' ');
}

const known = new WeakMap<Entity, Map<string, boolean>>();

/** False where it is proved that nobody can make the move, and no timer does. */
function canFire({
  model,
  entity,
  move,
  unfired,
}: {
  readonly model: Model;
  readonly entity: Entity;
  readonly move: Move;
  readonly unfired: readonly string[];
}): boolean {
  const { transition, enters } = move;
  const isFree = transition === null || (transition.when === null && (enters?.index ?? null) === null);
  if (move.by === 'others' || isFree) return true;
  const answers = known.get(entity) ?? new Map<string, boolean>();
  known.set(entity, answers);
  const { id: reaction = '' } = move.reaction ?? {};
  const key = `${move.from ?? ''} ${move.name} ${reaction} ${String(move.enters?.index)} ${unfired.join()}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    const fixed = { ...unfiredAt(move, unfired), ...givenBy(model, entity, move) };
    const { input } = transition;
    const goals = goalsOf(model, entity, move);
    answer = decide({ model, entity: entity.id, lawful: true, goals, fixed, input }).verdict !== 'impossible';
    answers.set(key, answer);
  }
  return answer;
}
