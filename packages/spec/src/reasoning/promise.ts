import type { Entity, Lifecycle, Model, Node, Rule, Transition, Wire } from '@ninefold/model';
import { mayAct, replaced, stateBefore } from './actors.ts';
import { decide, type Goal } from './decide.ts';
import type { Assignment } from './world.ts';

/** One thing that may be done to a record: its creation, a change, or a transition from a state. */
interface Move {
  readonly name: string;
  readonly from: string | null;
  readonly transition: Transition | null;
}

/** What is known of a promise: no move can break it, or these steps do, or neither could be shown. */
export type PromiseVerdict =
  | { readonly verdict: 'proved' }
  | { readonly verdict: 'broken'; readonly steps: readonly string[]; readonly example: Assignment }
  | { readonly verdict: 'undecided'; readonly reason: string };

/** Tries every move from every state against a `never` of the entity, those with the fewest steps before them first. */
export function judgePromise(model: Model, entity: Entity, rule: Rule): PromiseVerdict {
  let reason = '';
  for (const path of pathsOf(entity)) {
    const move = path.at(-1);
    if (move === undefined) continue;
    const answer = decide(questionOf(model, entity, rule, move));
    if (answer.verdict === 'impossible') continue;
    const steps = answer.verdict === 'possible' ? walked(model, entity, path.slice(0, -1), answer.example) : null;
    if (answer.verdict === 'possible' && steps === null) {
      return { verdict: 'broken', steps: path.map(({ name }) => name), example: answer.example };
    }
    reason = answer.verdict === 'undecided' ? answer.reason : (steps ?? '');
  }
  return reason === '' ? { verdict: 'proved' } : { verdict: 'undecided', reason };
}

const UPDATE = 'update';

/** The shortest way to each move: states are visited in the order of their distance from creation. */
function pathsOf(entity: Entity): readonly (readonly Move[])[] {
  const { lifecycle } = entity;
  const create: Move = { name: 'create', from: null, transition: lifecycle?.transitions['create'] ?? null };
  if (lifecycle === null) return [[create], [create, { name: UPDATE, from: null, transition: null }]];
  const reached = new Map<string, readonly Move[]>([[lifecycle.initial, [create]]]);
  const paths: (readonly Move[])[] = [[create]];
  for (const [state, before] of reached) {
    paths.push([...before, { name: UPDATE, from: state, transition: null }]);
    for (const transition of Object.values(lifecycle.transitions)) {
      if (!transition.from.includes(state)) continue;
      const path = [...before, { name: transition.id, from: state, transition }];
      paths.push(path);
      for (const to of targetsOf(transition, lifecycle)) if (!reached.has(to)) reached.set(to, path);
    }
  }
  return paths.sort((a, b) => a.length - b.length);
}

function targetsOf({ to, branches }: Transition, { states }: Lifecycle): readonly string[] {
  const all = branches.length > 0 ? branches.map((branch) => branch.to) : [to];
  return all.filter((one) => Object.hasOwn(states, one));
}

type Asked = Parameters<typeof decide>[0];

function questionOf(model: Model, entity: Entity, rule: Rule, move: Move): Asked {
  const { transition, name } = move;
  const values = new Map<string, Node>();
  for (const { field, value } of transition?.set ?? []) {
    if (value.tree) values.set(field, replaced(value.tree, values));
  }
  const forbidden = [rule.when?.tree, rule.check.tree].flatMap((tree) => (tree ? [replaced(tree, values)] : []));
  const isCreate = name === 'create';
  return {
    model,
    entity: entity.id,
    goals: [...forbidden.map(holding), ...goalsOf(model, entity, move)],
    fixed: {
      ...statesOf(entity, move),
      transition: [transition?.id ?? (isCreate ? 'create' : null)],
      creating: [isCreate],
    },
    input: transition?.input ?? {},
    lawful: true,
  };
}

function holding(tree: Node): Goal {
  return { tree, holds: true };
}

function statesOf({ lifecycle }: Entity, { from, transition }: Move): Readonly<Record<string, readonly Wire[]>> {
  if (lifecycle === null) return {};
  const stays = transition === null || transition.to === 'same' || transition.to === 'previous';
  const to = stays ? [from ?? lifecycle.initial] : targetsOf(transition, lifecycle);
  return { 'record.state': to, 'before.state': [from] };
}

/** Somebody may make the move, and its guard holds: both are judged before the state changes. */
function goalsOf(model: Model, entity: Entity, { name, transition }: Move): readonly Goal[] {
  const isCreate = name === 'create';
  const verb = isCreate ? 'create' : transition === null ? 'update' : 'read';
  const actor = mayAct(model, entity.id, transition === null ? null : transition.by, verb);
  const when = transition?.when?.tree;
  const early = isCreate ? new Map<string, Node>() : stateBefore(entity.id);
  return [actor, ...(when ? [when] : [])].map((tree) => holding(replaced(tree, early)));
}

/** Null where the record of an example can get to its state; else what stands in the way. Read backwards, from the state it has. */
function walked(model: Model, entity: Entity, path: readonly Move[], example: Assignment): string | null {
  let values: Assignment = new Map(
    [...example].filter(([name]) => name.startsWith('record.') && name !== 'record.state'),
  );
  for (const move of path.toReversed()) {
    const before = passed(model, entity, move, values, SAME) ?? passed(model, entity, move, values, OTHER);
    if (before === null) return 'the_way_there';
    values = before;
  }
  return null;
}

/** Who makes a step: the user of the example, or somebody else, for whom that user is one of the others. */
type Renaming = (value: Wire, isBack: boolean) => Wire;

const SAME: Renaming = (value) => value;
const OTHER: Renaming = (value, isBack) => {
  if (typeof value !== 'object' || value === null || !('id' in value)) return value;
  const names = isBack
    ? [
        ['user of the example', 'user 1'],
        ['user 1', 'another user'],
      ]
    : [['user 1', 'user of the example']];
  const found = names.find(([from]) => from === value.id);
  return found ? { id: found[1] ?? '' } : value;
};

/** The record before a step that leaves it with these values; null where nobody can make that step. */
function passed(model: Model, entity: Entity, move: Move, after: Assignment, renamed: Renaming): Assignment | null {
  const sets = new Map((move.transition?.set ?? []).map(({ field, value }) => [field, value.tree]));
  const isSet = (name: string): boolean => sets.has(name.slice('record.'.length));
  const kept = [...after].filter(([name]) => !isSet(name));
  const written = [...after].filter(([name]) => isSet(name));
  const answer = decide({
    ...{ model, entity: entity.id, lawful: true, input: move.transition?.input ?? {} },
    goals: [...goalsOf(model, entity, move), ...written.flatMap(([name]) => setGoal(entity, name, sets))],
    fixed: {
      ...Object.fromEntries(kept.map(([name, value]) => [name, [renamed(value, false)]])),
      ...Object.fromEntries(
        written.map(([name, value]) => [name.replace('record.', 'line.'), [renamed(value, false)]]),
      ),
      ...statesOf(entity, move),
      transition: [move.transition?.id ?? null],
      creating: [move.name === 'create'],
    },
  });
  if (answer.verdict !== 'possible') return null;
  const before = written.flatMap(([name]) => {
    const value = answer.example.get(name);
    return value === undefined ? [] : [[name, renamed(value, true)] as const];
  });
  return new Map([...kept, ...before]);
}

/** What a step sets is what the record has after it; `line` stands for that later record. */
function setGoal(entity: Entity, name: string, sets: ReadonlyMap<string, Node | null>): readonly Goal[] {
  const field = name.slice('record.'.length);
  const value = sets.get(field);
  if (!value) return [];
  const later: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'line' };
  const args: readonly Node[] = [value, { node: 'field', type: value.type, of: later, name: field }];
  return [holding({ node: 'call', type: { kind: 'boolean' }, fn: 'eq', args })];
}
