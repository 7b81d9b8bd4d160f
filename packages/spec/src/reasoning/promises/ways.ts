import { didList, type Entity, type Lifecycle, type Model, type Wire, targets } from '@ninefold/model';
import { decide } from '../decide.ts';
import { creationByEffect, creationOf, givenBy, goalsOf, sideways, transitionMoves, type Move } from './moves.ts';

/** A last move, and the ways of moves that lead to where it begins, the shortest first. */
export interface Course {
  readonly move: Move;
  readonly ways: readonly (readonly Move[])[];
  /** The lists of those who fired a transition that no record has been through by then: they are empty. */
  readonly unfired: Readonly<Record<string, readonly Wire[]>>;
}

/** Where a record may be: its state, and which of the transitions that conditions ask about were fired. */
interface Stop {
  readonly state: string;
  readonly fired: readonly string[];
  readonly ways: (readonly Move[])[];
}

/** Of ways to the same place so many are tried; of a longer life cycle not all places are told apart. */
const MOST_WAYS = 3;
const MOST_STOPS = 160;

/** Everything that may happen to a record, by the distance from its creation. */
export function coursesOf(model: Model, entity: Entity, conditions: readonly unknown[]): readonly Course[] {
  const cycle = entity.lifecycle?.derived.length === 0 ? entity.lifecycle : null;
  const first = creationOf(cycle);
  const none: Course['unfired'] = {};
  const creations = (unfired: Course['unfired']): readonly Course[] =>
    [first, ...creationByEffect(model, entity, cycle)].map((move) => ({ move, ways: [[]], unfired }));
  if (cycle === null) {
    const later = sideways(model, entity, null).map((move) => ({ move, ways: [[first]], unfired: none }));
    return [...creations(none), ...later];
  }
  const asked = askedIn(cycle, [conditions, cycle, Object.values(model.roles).map(({ grants }) => grants)]);
  const stops = stopsOf({ model, entity, cycle, asked }) ?? stopsOf({ model, entity, cycle, asked: null }) ?? [];
  const courses: Course[] = [...creations(emptyLists('record', asked))];
  for (const { state, fired, ways } of stops) {
    const unfired = stopsAreApart(stops, cycle)
      ? emptyLists(
          'record',
          asked.filter((id) => !fired.includes(id)),
        )
      : none;
    for (const move of sideways(model, entity, state)) courses.push({ move, ways, unfired });
    for (const transition of Object.values(cycle.transitions)) {
      if (!transition.from.includes(state)) continue;
      const own = didList(transition.id);
      const others = Object.entries(unfired).filter(([name]) => name !== `record.${own}`);
      const isFirst = Object.hasOwn(unfired, `record.${own}`);
      const before = isFirst ? { [`before.${own}`]: [[]] } : {};
      for (const move of transitionMoves(model, entity, transition, state)) {
        const lists = move.by === 'system' ? unfired : { ...Object.fromEntries(others), ...before };
        courses.push({ move, ways, unfired: lists });
      }
    }
  }
  return courses.sort((a, b) => (a.ways[0]?.length ?? 0) - (b.ways[0]?.length ?? 0));
}

/** The transitions of which some condition asks who fired them. */
function askedIn({ transitions }: Lifecycle, conditions: unknown): readonly string[] {
  const text = JSON.stringify(conditions);
  return Object.keys(transitions).filter((id) => text.includes(`"name":"${didList(id)}"`));
}

/** Several places of one state: what was fired is told apart. */
function stopsAreApart(stops: readonly Stop[], { states }: Lifecycle): boolean {
  return stops.length <= MOST_STOPS && Object.keys(states).length > 0;
}

function emptyLists(variable: string, transitions: readonly string[]): Course['unfired'] {
  return Object.fromEntries(transitions.map((id) => [`${variable}.${didList(id)}`, [[]]]));
}

interface Search {
  readonly model: Model;
  readonly entity: Entity;
  readonly cycle: Lifecycle;
  /** Null: what was fired is not told apart. */
  readonly asked: readonly string[] | null;
}

/** The places that a record can come to by moves that somebody can make; null where there are too many. */
function stopsOf({ model, entity, cycle, asked }: Search): readonly Stop[] | null {
  const all = Object.keys(cycle.states);
  const start: Stop = { state: cycle.initial, fired: [], ways: [[creationOf(cycle)]] };
  const found = new Map<string, Stop>([[keyOf(start), start]]);
  let ends: readonly { readonly stop: Stop; readonly way: readonly Move[] }[] = [
    { stop: start, way: start.ways[0] ?? [] },
  ];
  while (ends.length > 0) {
    const next: { readonly stop: Stop; readonly way: readonly Move[] }[] = [];
    for (const { stop, way } of ends) {
      for (const transition of Object.values(cycle.transitions)) {
        if (!transition.from.includes(stop.state)) continue;
        const unfired = asked?.filter((id) => !stop.fired.includes(id)) ?? [];
        const moves = transitionMoves(model, entity, transition, stop.state);
        const possible = moves.filter((move) => canFire({ model, entity, move, unfired }));
        const fired =
          asked?.includes(transition.id) === true ? [...new Set([...stop.fired, transition.id])].sort() : stop.fired;
        for (const to of targets(transition, stop.state, all)) {
          const key = keyOf({ state: to, fired });
          const known = found.get(key) ?? { state: to, fired, ways: [] };
          const ways = possible.slice(0, MOST_WAYS - known.ways.length).map((move) => [...way, move]);
          if (ways.length === 0) continue;
          known.ways.push(...ways);
          found.set(key, known);
          if (found.size > MOST_STOPS) return null;
          next.push(...ways.map((each) => ({ stop: known, way: each })));
        }
      }
    }
    ends = next;
  }
  return [...found.values()];
}

function keyOf({ state, fired }: Pick<Stop, 'state' | 'fired'>): string {
  return `${state} ${fired.join()}`;
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
  if (move.by === 'others' || move.transition?.when == null) return true;
  const answers = known.get(entity) ?? new Map<string, boolean>();
  known.set(entity, answers);
  const key = `${move.from ?? ''} ${move.name} ${unfired.join()}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    const lists = { ...emptyLists('record', unfired), ...emptyLists('before', unfired) };
    const fixed = { ...lists, ...givenBy(model, entity, move) };
    const input = move.transition.input;
    const goals = goalsOf(model, entity, move);
    answer = decide({ model, entity: entity.id, lawful: true, goals, fixed, input }).verdict !== 'impossible';
    answers.set(key, answer);
  }
  return answer;
}
