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
import { inlined } from './inline.ts';
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
  readonly goals: readonly { readonly expression: Expression; readonly holds: boolean }[];
  readonly leaves: readonly { readonly leaf: Leaf; readonly domain: Domain }[];
  left: number;
  isComplete: boolean;
}

/** Decides a question by trying values that stand for all others, as far as the expressions allow that. */
export function decide(question: Question): Answer {
  const { model, entity, goals, fixed = {}, input = {}, lawful = false } = question;
  const trees = goals.map(({ tree }) => inlined(tree, model));
  const survey = surveyOf(trees, model, input);
  const domains: DomainPlace = { survey, entity, fixed, lawful, today: TODAY };
  const place = { entity, today: TODAY, limits: limitValues(model) };
  const search: Search = {
    ...{ model, place, left: MOST_STEPS, isComplete: true },
    goals: trees.map((tree, index) => ({ expression: asExpression(tree), holds: goals[index]?.holds ?? true })),
    leaves: inOrder(survey.leaves).map((leaf) => ({ leaf, domain: domainOf(leaf, domains) })),
  };
  const start = new Map(givenOf(fixed));
  const found = explore(search, start, 0);
  if (found !== null) return verified(question, search, found);
  const reason = reasonOf(search, survey);
  return reason === '' ? { verdict: 'impossible' } : { verdict: 'undecided', reason };
}

/** What the evaluator always knows, never undecided: nothing is judged before these are chosen. */
const ALWAYS_KNOWN = new Set(['creating', 'now', 'today']);

function inOrder(leaves: readonly Leaf[]): readonly Leaf[] {
  const known = leaves.filter(({ path }) => ALWAYS_KNOWN.has(path));
  return [...known, ...leaves.filter(({ path }) => !ALWAYS_KNOWN.has(path))];
}

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
  const open = search.leaves.find(({ domain }) => !domain.complete);
  if (open) return open.leaf.path;
  return search.isComplete ? '' : 'unknown';
}

/** Depth first; a goal that already fails ends the branch, since the evaluator decides as soon as it can. */
function explore(search: Search, assignment: Assignment, index: number): Assignment | null {
  search.left -= 1;
  if (search.left <= 0) return null;
  const next = search.leaves[index];
  const verdict = next && ALWAYS_KNOWN.has(next.leaf.path) ? undefined : judge(search, assignment);
  if (verdict !== undefined) return verdict ? assignment : null;
  if (!next) {
    search.isComplete = false;
    return null;
  }
  const { leaf } = next;
  if (assignment.has(leaf.path) || isBehindBlank(leaf, assignment)) return explore(search, assignment, index + 1);
  const known = knownElsewhere(leaf, assignment, search.place.entity);
  const values = known === undefined ? next.domain.values : [known];
  for (const value of values) {
    const found = explore(search, new Map(assignment).set(leaf.path, value), index + 1);
    if (found !== null) return found;
  }
  return null;
}

/** True where all goals are met, false where one fails, undefined where that is not decided yet. */
function judge(search: Search, assignment: Assignment): boolean | undefined {
  const scope = scopeOf(assignment, search.model, search.place);
  let verdict: boolean | undefined = true;
  for (const { expression, holds } of search.goals) {
    const value = evaluate(expression, scope);
    if (value === undefined) verdict = undefined;
    else if ((value === true) !== holds) return false;
  }
  return verdict;
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
    const value = evaluate(asExpression(inlined(tree, search.model)), scopeOf(found, search.model, search.place));
    const wire = typeof value === 'bigint' ? shortDecimal(value) : value;
    const isPlain = typeof wire === 'boolean' || typeof wire === 'string' || wire === null;
    if (isPlain) example = new Map(example).set(`record.${field.id}`, wire);
  }
  return example;
}
