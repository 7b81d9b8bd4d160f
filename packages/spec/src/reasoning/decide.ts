import {
  evaluate,
  limitValues,
  shortDecimal,
  type Expression,
  type Field,
  type Model,
  type Node,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { domainOf, type Domain, type DomainPlace } from './domains.ts';
import { asStored, inlined } from './inline.ts';
import type { Leaf } from './leaf.ts';
import { surveyOf, type Survey } from './survey.ts';
import { isBehindBlank, knownElsewhere, scopeOf, type Assignment, type ScopePlace } from './world.ts';

/** A condition, and whether it is to hold or not (undecided by a blank is not). */
export interface Goal {
  readonly tree: Node;
  readonly holds: boolean;
}

export interface Question {
  readonly model: Model;
  /** The entity of `record`. */
  readonly entity: string;
  readonly goals: readonly Goal[];
  /** Values that are given, by path: `record.state`, `transition`. */
  readonly fixed?: Readonly<Record<string, readonly Wire[]>>;
  readonly input?: Readonly<Record<string, Field>>;
  /** Only values that fields allow themselves. */
  readonly lawful?: boolean;
}

/**
 * Whether all goals can come true together. `impossible` is proved for every value; `possible` has an example, verified
 * by the evaluator on the expressions as written; `undecided` says what stands in the way.
 */
export type Answer =
  | { readonly verdict: 'impossible' }
  | { readonly verdict: 'possible'; readonly example: Assignment; readonly scope: Scope }
  | { readonly verdict: 'undecided'; readonly reason: string };

/** Verdicts of the evaluator that one question may cost. */
const MOST_STEPS = 4000;
const TODAY = '2026-03-05';

interface Search {
  readonly model: Model;
  readonly place: ScopePlace;
  readonly goals: readonly {
    readonly expression: Expression;
    readonly holds: boolean;
    readonly leaves: readonly Leaf[];
  }[];
  /** What the evaluator never leaves undecided: chosen before anything is judged. */
  readonly known: readonly Leaf[];
  readonly domains: ReadonlyMap<string, Domain>;
  left: number;
  isComplete: boolean;
}

/** Decides a question by trying values that stand for all others, as far as the expressions allow that. */
export function decide(question: Question): Answer {
  const { model, entity, goals, fixed = {}, input = {}, lawful = false } = question;
  const trees = goals.map(({ tree }) => inlined(tree, model));
  const survey = surveyOf(trees, model, input, TODAY);
  const domains: DomainPlace = { survey, entity, fixed, lawful, today: TODAY };
  const place = { entity, today: TODAY, limits: limitValues(model) };
  const search: Search = {
    ...{ model, place, left: MOST_STEPS, isComplete: true },
    goals: trees.map((tree, index) => ({
      expression: asExpression(tree),
      holds: goals[index]?.holds ?? true,
      leaves: surveyOf([tree], model, input, TODAY).leaves,
    })),
    known: survey.leaves.filter(({ path }) => ALWAYS_KNOWN.has(path)),
    domains: new Map(survey.leaves.map((leaf) => [leaf.path, domainOf(leaf, domains)])),
  };
  const start = new Map(givenOf(fixed));
  const found = explore(search, start);
  if (found !== null) return verified(question, search, found);
  const reason = reasonOf(search, survey);
  return reason === '' ? { verdict: 'impossible' } : { verdict: 'undecided', reason };
}

const ALWAYS_KNOWN = new Set(['creating', 'now', 'today']);

function asExpression(tree: Node): Expression {
  return { source: '', type: tree.type, tree, reads: [] };
}

/** What has one given value is known from the start. */
function givenOf(fixed: NonNullable<Question['fixed']>): readonly (readonly [string, Wire])[] {
  return Object.entries(fixed).flatMap(([path, values]) =>
    values.length === 1 && values[0] !== undefined ? [[path, values[0]] as const] : [],
  );
}

function reasonOf(search: Search, { gaps }: Survey): string {
  if (search.left <= 0) return 'too_many';
  const [gap] = search.place.entity === 'user' ? [...gaps, 'user'] : gaps;
  if (gap !== undefined) return gap;
  const open = [...search.domains].find(([, { complete }]) => !complete);
  if (open) return open[0];
  return search.isComplete ? '' : 'unknown';
}

/** Depth first; a goal that already fails ends the branch, and what the first open goal reads is chosen next. */
function explore(search: Search, assignment: Assignment): Assignment | null {
  search.left -= 1;
  if (search.left <= 0) return null;
  const unknown = search.known.find(({ path }) => !assignment.has(path));
  if (unknown) return tryValues(search, assignment, unknown);
  const open = undecided(search, assignment);
  if (open === null) return null;
  if (open.length === 0) return assignment;
  const next = open.flatMap(({ leaves }) => leaves).find((leaf) => isFree(leaf, assignment));
  if (next) return tryValues(search, assignment, next);
  search.isComplete = false;
  return null;
}

function isFree(leaf: Leaf, assignment: Assignment): boolean {
  return !assignment.has(leaf.path) && !isBehindBlank(leaf, assignment);
}

function tryValues(search: Search, assignment: Assignment, leaf: Leaf): Assignment | null {
  const known = knownElsewhere(leaf, assignment, search.place.entity);
  const values = known === undefined ? (search.domains.get(leaf.path)?.values ?? []) : [known];
  for (const value of values) {
    const found = explore(search, new Map(assignment).set(leaf.path, value));
    if (found !== null) return found;
  }
  return null;
}

/** The goals that are not decided yet; null where one fails. */
function undecided(search: Search, assignment: Assignment): Search['goals'] | null {
  const scope = scopeOf(assignment, search.model, search.place);
  const open: Search['goals'][number][] = [];
  for (const goal of search.goals) {
    const value = evaluate(goal.expression, scope);
    if (value === undefined) open.push(goal);
    else if ((value === true) !== goal.holds) return null;
  }
  return open;
}

/** The example is run once more, on the expressions as they are written. */
function verified({ goals }: Question, search: Search, found: Assignment): Answer {
  const example = withDerived(search, found);
  const scope = scopeOf(example, search.model, search.place);
  const isReal = goals.every(({ tree, holds }) => {
    const value = evaluate(asExpression(tree), scope);
    return value !== undefined && (value === true) === holds;
  });
  return isReal ? { verdict: 'possible', example, scope } : { verdict: 'undecided', reason: 'unverified' };
}

/** Adds the computed fields of the record that the written expressions read. */
function withDerived(search: Search, found: Assignment): Assignment {
  const entity = search.model.entities[search.place.entity];
  let example = found;
  for (const field of Object.values(entity?.fields ?? {})) {
    const tree = field.computed?.expression.tree;
    if (!tree) continue;
    const value = evaluate(
      asExpression(asStored(inlined(tree, search.model), field, search.model)),
      scopeOf(found, search.model, search.place),
    );
    const wire = typeof value === 'bigint' ? shortDecimal(value) : value;
    const isPlain = typeof wire === 'boolean' || typeof wire === 'string' || wire === null;
    if (isPlain) example = new Map(example).set(`record.${field.id}`, wire);
  }
  return example;
}
