import {
  evaluate,
  type Expression,
  type Field,
  type Model,
  type Node,
  type Scope,
  type Wire,
  stepInPath,
} from '@ninefold/model';
import { walk } from '../expressions/walk.ts';
import { domainOf, type DomainPlace } from './domains.ts';
import { withEmptiness } from './emptiness.ts';
import { withIdentities } from '../expressions/identities.ts';
import { factsOf } from './facts.ts';
import { asStored, inlined } from './inline.ts';
import { apartIn, membershipsIn, withLists, withoutLists } from './memberships.ts';
import { keysOf, pathOf } from './leaf.ts';
import { nodeText } from './node-text.ts';
import { abstracted, type Opaque } from './opaque.ts';
import type { Reason } from '../reason.ts';
import { explore, wireOf, type Search } from './search.ts';
import { surveyOf, type Survey } from './survey.ts';
import { scopeOf, type Assignment } from './world.ts';
import { fixedLimits } from './fixed-limits.ts';

/** A condition, and whether it is to hold or not (undecided by a blank is not). */
export interface Goal {
  readonly tree: Node;
  readonly holds: boolean;
}

/** That an expression holds, or does not; none of one that is not written, or is wrong. */
export function goal(expression: Expression | null, holds = true): readonly Goal[] {
  return expression?.tree ? [{ tree: expression.tree, holds }] : [];
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
  /** What people do not write is tried first as a new record has it. */
  readonly asMade?: true;
  /** Verdicts of the evaluator that it may cost; left out: as many as a claim. */
  readonly steps?: number;
}

/**
 * Whether all goals can come true together. `impossible` is proved for every value; `possible` has an example, verified
 * by the evaluator on the expressions as written; `undecided` says what stands in the way.
 */
export type Answer =
  | { readonly verdict: 'impossible' }
  | { readonly verdict: 'possible'; readonly example: Assignment; readonly scope: Scope }
  | { readonly verdict: 'undecided'; readonly reason: Reason };

/** Verdicts of the evaluator that one question may cost. */
const MOST_STEPS = 4000;
/** The same for one of many examples. */
const FEW_STEPS = 400;
const TODAY = '2026-03-05';

/**
 * Decides a question by trying values that stand for all others, as far as the expressions allow that. Where they do not,
 * what stands in the way gets a value of its own: if nothing comes true even then, nothing ever does.
 */
export function decide(question: Question): Answer {
  const answer = decided(question);
  if (question.lawful !== true || answer.verdict === 'impossible') return answer;
  const facts = knownOf(question);
  return facts.length === 0 ? answer : decided({ ...question, goals: [...question.goals, ...facts] });
}

/** Looks for an example and for nothing else: null where none is found soon, whether there is one or not. */
export function exampleOf(question: Question): Assignment | null {
  const goals = [...question.goals, ...knownOf(question)];
  const trees = goals.map(({ tree }) => withEmptiness(withIdentities(inlined(tree, question.model))));
  const answer = attempt({ ...question, goals, steps: FEW_STEPS, asMade: true }, trees, new Map(), false);
  return answer.verdict === 'possible' ? answer.example : null;
}

/** What is true of stored records beside what the goals ask. */
function knownOf({ model, goals }: Question): readonly Goal[] {
  const trees = goals.map(({ tree }) => inlined(tree, model));
  return factsOf(trees, model).map(holding);
}

function holding(tree: Node): Goal {
  return { tree, holds: true };
}

function decided(question: Question): Answer {
  const { model, goals } = question;
  const trees = goals.map(({ tree }) => withEmptiness(withIdentities(inlined(tree, model))));
  const answer = attempt(question, trees, new Map(), false);
  if (answer.verdict !== 'undecided') return answer;
  const parts = new Map<string, Opaque>();
  const clock = { today: TODAY, timeZone: model.timeZone };
  const free = trees.map((tree) => abstracted(tree, clock, parts));
  return attempt(question, free, parts, true).verdict === 'impossible' ? { verdict: 'impossible' } : answer;
}

function attempt(
  question: Question,
  written: readonly Node[],
  parts: ReadonlyMap<string, Opaque>,
  isFree: boolean,
): Answer {
  const { model, entity, goals, fixed = {}, input = NO_INPUT, lawful = false } = question;
  const memberships = membershipsIn(written, fixed);
  const trees = [...written.map((tree) => withoutLists(tree, memberships)), ...apartIn(model, memberships)];
  const survey = surveyOf(trees, model, input, TODAY);
  const domains: DomainPlace = {
    model,
    survey,
    entity,
    fixed,
    lawful,
    today: TODAY,
    parts,
    isFree,
    asMade: question.asMade === true,
  };
  const search: Search = {
    ...{ model, parts, left: question.steps ?? MOST_STEPS, isComplete: true, tried: new Set() },
    place: { entity, today: TODAY, limits: fixedLimits(model) },
    goals: trees.map((tree, index) => ({
      expression: asExpression(tree),
      holds: goals[index]?.holds ?? true,
      leaves: trees.length === 1 ? survey.leaves : leavesOf(tree, model, input),
    })),
    known: survey.leaves.filter(({ path }) => ALWAYS_KNOWN.has(path)),
    domains: new Map(survey.leaves.map((leaf) => [leaf.path, domainOf(leaf, domains)])),
    isExact: (path, value) => isExact(survey, fixed, path, value),
  };
  const found = explore(search, new Map(givenOf(fixed)));
  if (found !== null) return isFree ? NOT_PROVED : verified(question, search, withLists(found, memberships));
  const reason = reasonOf(search, survey, question);
  return reason === null ? { verdict: 'impossible' } : { verdict: 'undecided', reason };
}

const NO_INPUT: NonNullable<Question['input']> = {};

interface Read extends Pick<Question, 'model' | 'input'> {
  readonly leaves: Survey['leaves'];
}

const read = new WeakMap<Node, Read>();

/** What one goal reads: the same goals come in many questions. */
function leavesOf(tree: Node, model: Model, input: NonNullable<Question['input']>): Survey['leaves'] {
  const known = read.get(tree);
  if (known?.model === model && known.input === input) return known.leaves;
  const { leaves } = surveyOf([tree], model, input, TODAY);
  read.set(tree, { model, input, leaves });
  return leaves;
}

const ALWAYS_KNOWN = new Set(['creating', 'now', 'today']);
const NOT_PROVED: Answer = { verdict: 'undecided', reason: { kind: 'example', name: '', expression: '' } };

const expressions = new WeakMap<Node, Expression>();

/** The same for the same tree, so that the evaluator plans it once. */
function asExpression(tree: Node): Expression {
  let expression = expressions.get(tree);
  if (!expression) {
    expression = { source: '', type: tree.type, tree, reads: [] };
    expressions.set(tree, expression);
  }
  return expression;
}

/** What has one given value is known from the start: a record before what is read of it, which would be lost otherwise. */
function givenOf(fixed: NonNullable<Question['fixed']>): readonly (readonly [string, Wire])[] {
  const given = Object.entries(fixed).flatMap(([path, values]) =>
    values.length === 1 && values[0] !== undefined ? [[path, values[0]] as const] : [],
  );
  return given.sort(([path], [other]) => keysOf(path).length - keysOf(other).length);
}

function isExact({ clusters }: Survey, fixed: NonNullable<Question['fixed']>, path: string, value: Wire): boolean {
  if (value === null || typeof value === 'boolean' || Object.hasOwn(fixed, path)) return true;
  return typeof value === 'string' && clusters.get(path)?.literals.has(value) === true;
}

function reasonOf(search: Search, { gaps }: Survey, { goals }: Question): Reason | null {
  const expression = nodeText(goals[0]?.tree ?? null);
  if (search.left <= 0) return { kind: 'cost', name: '', expression };
  const [gap] = gaps.values();
  if (gap !== undefined)
    return { kind: gap.kind, name: gap.name, expression: gap.part ? nodeText(gap.part) : expression };
  if (search.place.entity === 'user') return { kind: 'value', name: 'record', expression };
  const open = [...search.domains].find(([path, { complete }]) => !complete && search.tried.has(path));
  if (open) return { kind: 'value', name: open[0], expression: comparisonOf(goals, open[0]) ?? expression };
  return search.isComplete ? null : { kind: 'example', name: '', expression };
}

/** The first part of the conditions that reads a path. */
function comparisonOf(goals: readonly Goal[], path: string): string | null {
  let found: Node | null = null;
  for (const { tree } of goals) {
    walk(tree, (node) => {
      const isPart = node.node === 'call' && !CONNECTING.has(node.fn);
      if (isPart && found === null && node.args.some((arg) => pathOf(arg) === path)) found = node;
    });
  }
  return found === null ? null : nodeText(found);
}

const CONNECTING = new Set(['and', 'or', 'not']);

/** The example is run once more, on the expressions as they are written. */
function verified({ goals }: Question, search: Search, found: Assignment): Answer {
  const example = withDerived(search, found);
  const scope = scopeOf(example, search.model, search.place);
  const whole = scopeOf(withRead(search, example, goals), search.model, search.place);
  const isReal = goals.every(({ tree, holds }) => {
    const value = evaluate(asExpression(tree), whole);
    return value !== undefined && (value === true) === holds;
  });
  return isReal
    ? { verdict: 'possible', example, scope }
    : { verdict: 'undecided', reason: { kind: 'example', name: '', expression: nodeText(goals[0]?.tree ?? null) } };
}

/** Adds the computed fields of the record that the written expressions read. */
function withDerived({ model, place }: Search, found: Assignment): Assignment {
  const derived = derivedOf(model, place.entity);
  if (derived.length === 0) return found;
  const scope = scopeOf(found, model, place);
  const example = new Map(found);
  for (const [id, expression] of derived) {
    const wire = wireOf(evaluate(expression, scope));
    if (wire !== undefined) example.set(`record.${stepInPath(id)}`, wire);
  }
  return example;
}

/** Adds the computed fields of other records, and of the record as it was, that goals read, and empties what is hidden. */
function withRead({ model, place }: Search, example: Assignment, goals: readonly Goal[]): Assignment {
  const scope = scopeOf(example, model, place);
  const whole = new Map(example);
  for (const { tree } of goals) {
    walk(tree, (node) => {
      const path = node.node === 'field' ? pathOf(node) : null;
      const made = path === null ? node : inlined(node, model);
      const wire = made === node ? undefined : wireOf(evaluate(asExpression(made), scope));
      if (path !== null && wire !== undefined) whole.set(path, wire);
    });
  }
  return whole;
}

type Derived = readonly (readonly [string, Expression])[];

const derivedFields = new WeakMap<Model, Map<string, Derived>>();

/** The computed fields of an entity by what they are worked out from. */
function derivedOf(model: Model, id: string): Derived {
  const known = derivedFields.get(model) ?? new Map<string, Derived>();
  derivedFields.set(model, known);
  let derived = known.get(id);
  if (derived === undefined) {
    derived = Object.values(model.entities[id]?.fields ?? {}).flatMap((field) => {
      const tree = field.computed?.expression.tree;
      if (!tree) return [];
      return [[field.id, asExpression(asStored(inlined(tree, model), field, model))] as const];
    });
    known.set(id, derived);
  }
  return derived;
}
