import type { Entity, Model, Node, Rule, Wire } from '@ninefold/model';
import { replaced } from './actors.ts';
import { decide, type Goal } from './decide.ts';
import { givenBy, goalsOf, pathsOf, readElsewhere, type Move } from './moves.ts';
import type { Reason } from './reason.ts';
import type { Assignment } from './world.ts';

/** What is known of a promise: no move can break it, or these steps do, or neither could be shown. */
export type PromiseVerdict =
  | { readonly verdict: 'proved' }
  | { readonly verdict: 'broken'; readonly steps: readonly string[]; readonly example: Assignment }
  | { readonly verdict: 'undecided'; readonly reason: Reason };

/** Tries every move from every state against a `never` of the entity, those with the fewest steps before them first. */
export function judgePromise(model: Model, entity: Entity, rule: Rule): PromiseVerdict {
  let reason: Reason | null = null;
  for (const path of pathsOf(model, entity)) {
    const move = path.at(-1);
    if (move === undefined) continue;
    const answer = decide(questionOf(model, entity, rule, move));
    if (answer.verdict === 'impossible') continue;
    if (answer.verdict === 'undecided') reason = answer.reason;
    else if (move.by === 'others' || rule.lines !== null) reason = { kind: 'elsewhere', name: move.name };
    else if (walked(model, entity, path, answer.example)) {
      return { verdict: 'broken', steps: path.map(({ name }) => name), example: answer.example };
    } else reason = { kind: 'steps', name: '' };
  }
  reason ??= elsewhere(model, entity, rule);
  return reason === null ? { verdict: 'proved' } : { verdict: 'undecided', reason };
}

/** What no move breaks may still come true by a write to another record, or as time passes. */
function elsewhere(model: Model, entity: Entity, rule: Rule): Reason | null {
  const forbidden = [rule.when?.tree, rule.check.tree].flatMap((tree) => tree ?? []);
  const name = forbidden.map((tree) => readElsewhere(tree, model)).find((found) => found !== null);
  if (name === undefined || name === null) return null;
  const goals = forbidden.map(holding);
  const fixed = { transition: [null], creating: [false] };
  const answer = decide({ model, entity: entity.id, goals, fixed, lawful: true });
  return answer.verdict === 'impossible' ? null : { kind: 'elsewhere', name };
}

type Asked = Parameters<typeof decide>[0];

function questionOf(model: Model, entity: Entity, rule: Rule, move: Move): Asked {
  const values = new Map<string, Node>();
  for (const { field, value } of move.transition?.set ?? []) {
    if (value.tree) values.set(field, replaced(value.tree, values));
  }
  const forbidden = [rule.when?.tree, rule.check.tree].flatMap((tree) => (tree ? [replaced(tree, values)] : []));
  return {
    ...{ model, entity: entity.id, lawful: true },
    goals: [...forbidden.map(holding), ...goalsOf(model, entity, move)],
    fixed: givenBy(entity, move),
    input: move.transition?.input ?? {},
  };
}

function holding(tree: Node): Goal {
  return { tree, holds: true };
}

/** Whether the record of an example can get to where its last step begins. Read backwards, from the state it has. */
function walked(model: Model, entity: Entity, path: readonly Move[], example: Assignment): boolean {
  const last = path.at(-1)?.cycle ?? 'state';
  const side = last === 'state' ? null : entity.lifecycles[last];
  if (side && path.at(-1)?.transition?.from.includes(side.initial) === false) return false; // what led there is not followed
  let values: Assignment = new Map(
    [...example].filter(([name]) => name.startsWith('record.') && name !== 'record.state' && name !== `record.${last}`),
  );
  for (const move of path.slice(0, -1).toReversed()) {
    const before = passed(model, entity, move, values, SAME) ?? passed(model, entity, move, values, OTHER);
    if (before === null) return false;
    values = before;
  }
  return true;
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
  const given = givenBy(entity, move);
  const isOther = [...after].some(([name, value]) => name !== 'record.state' && given[name]?.includes(value) === false);
  if (isOther) return null;
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
      ...given,
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
