import {
  type Entity,
  type Expression,
  type Field,
  isDrawn,
  isMany,
  isTruth,
  type Model,
  type Node,
  type Rule,
  stepInPath,
} from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { walk } from '../expressions/walk.ts';
import { decide, goal, type Goal, type Question } from '../reasoning/decide.ts';
import { conclude, neverSo } from './conclude.ts';
import { givenFor, lifecyclesOf } from './conditions.ts';
import { isGivenByItself } from '../reasoning/lacking.ts';

/** `!(a < b)` holds where a or b is blank, which authors seldom intend. It is reported where a blank can grant something. */
export function checkBlankComparisons(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const [field, { transitions }] of lifecyclesOf(entity)) {
      const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
      for (const transition of Object.values(transitions)) {
        const { id, when, input } = transition;
        const fixed = givenFor({ entity, key, field }, transition);
        checkDoor(ctx, `when ${key}.${id}`, { condition: when, question: { model, entity: entity.id, fixed, input } });
      }
    }
    for (const { id, sense, check, when } of entity.rules) {
      const place = `rule ${entity.id}.${id}`;
      if (sense === 'check')
        checkDoor(ctx, place, { condition: check, question: { model, entity: entity.id }, more: goal(when) });
    }
  }
  const seen = new Set<string>();
  for (const grant of Object.values(model.roles).flatMap((role) => role.grants)) {
    if (seen.has(grant.id)) continue;
    seen.add(grant.id);
    for (const [verb, condition] of Object.entries(grant.verbs)) {
      const place = `verb ${grant.id} ${verb}`;
      checkDoor(ctx, place, {
        condition: condition === true ? null : condition,
        question: { model, entity: grant.entity },
        step: verb,
      });
    }
  }
}

/** Decides for each field that may be blank in a negated comparison whether the whole condition then holds. */
function checkDoor(
  ctx: Context,
  place: string,
  {
    condition,
    question,
    more = [],
    step,
  }: {
    readonly condition: Expression | null;
    readonly question: Omit<Question, 'goals'>;
    readonly more?: readonly Goal[] | undefined;
    /** The verb that a row condition opens. */
    readonly step?: string;
  },
): void {
  const spot = ctx.spots.get(place);
  if (!spot) return;
  const names: string[] = [];
  for (const name of opened(condition, question.model)) {
    const fixed = { ...question.fixed, [`record.${stepInPath(name)}`]: [null] };
    const judged = neverSo(decide({ ...question, fixed, lawful: true, goals: [...goal(condition), ...more] }));
    // an undecided claim is reported too: the negated comparison certainly holds with a blank
    const told = judged.verdict !== 'proved';
    const { steps } = judged;
    const named = steps && step !== undefined ? { steps: steps.map((one) => ({ ...one, name: step })) } : {};
    ctx.conclude(spot, { id: 'NF0527', params: { name }, ...judged, ...named, told });
    if (told) names.push(name);
  }
  if (names.length > 0) ctx.report('NF0527', spot, { name: names.join(', ') });
}

const ORDERED = new Set(['lt', 'le', 'gt', 'ge', 'contains', 'starts_with', 'ends_with']);

/** Fields that may be blank in a comparison that is negated. */
function opened(expression: Expression | null, model: Model): ReadonlySet<string> {
  const found = new Set<string>();
  const search = (node: Node, negated: boolean): void => {
    if (node.node !== 'call') return;
    if (node.fn === 'not') node.args.forEach((arg) => search(arg, !negated));
    else if (node.fn === 'and' || node.fn === 'or') node.args.forEach((arg) => search(arg, negated));
    else if (negated && ORDERED.has(node.fn) && node.guarded !== true) {
      for (const arg of node.args) for (const field of blankable(arg, model)) found.add(field);
    }
  };
  if (expression?.tree) search(expression.tree, false);
  return found;
}

function blankable(node: Node, model: Model): readonly string[] {
  if (node.node === 'call') return node.fn === 'or_else' ? [] : node.args.flatMap((arg) => blankable(arg, model));
  if (node.node !== 'field' || node.of.type.kind !== 'record') return [];
  if (node.of.node !== 'variable' || node.of.name !== 'record') return [];
  const entity: Entity | undefined = model.entities[node.of.type.entity];
  const field = entity && Object.hasOwn(entity.fields, node.name) ? entity.fields[node.name] : undefined;
  return field && mayBeBlank(field) ? [node.name] : [];
}

function mayBeBlank(field: Field): boolean {
  return !field.required && field.computed === null && !isTruth(field.type) && !isDrawn(field);
}

/** Reports rules that refuse each new record in which the fields they compare are blank, although none of these is required. */
export function checkBlankRecords(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const rule of entity.rules) {
      const isPromise = rule.sense === 'never';
      if (rule.severity === 'error' && !isPromise && rule.lines === null) checkRule(ctx, model, entity, rule);
    }
  }
}

function checkRule(ctx: Context, model: Model, entity: Entity, { id, check, when, sense }: Rule): void {
  const names = leftBlank(entity, check.tree);
  if (names.length === 0) return;
  const blank = Object.fromEntries(names.map((name) => [`record.${name}`, [null]]));
  const question = { model, entity: entity.id, lawful: true, fixed: { ...blank, creating: [true] } };
  const isAlways = when === null || decide({ ...question, goals: goal(when, false) }).verdict === 'impossible';
  if (!isAlways) return;
  const params = { name: id, field: names.join(', ') };
  const met = neverSo(decide({ ...question, goals: goal(check, sense === 'check') }));
  conclude(ctx, { id: 'NF0609', place: `rule ${entity.id}.${id}`, params, mistake: 'proved' }, met);
}

/** Fields of the record that a condition reads without asking whether they are blank, and that a new record may leave blank. */
function leftBlank(entity: Entity, tree: Node | null): readonly string[] {
  const read = new Set<string>();
  const asked = new Set<string>();
  const into = (found: Set<string>, node: Node): void => {
    for (const name of ownFields(node)) for (const field of behind(entity, name)) found.add(field);
  };
  if (tree === null) return [];
  into(read, tree);
  walk(tree, (node) => {
    if (node.node === 'call' && asksBlank(node)) node.args.forEach((arg) => into(asked, arg));
  });
  const set = (entity.lifecycle?.transitions['create']?.set ?? []).map(({ field }) => field);
  return [...read].filter((name) => {
    const field = fieldOf(entity, name);
    return field !== null && mayStayBlank(field) && !asked.has(name) && !set.includes(name);
  });
}

function asksBlank({ fn, args }: Extract<Node, { readonly node: 'call' }>): boolean {
  if (fn === 'eq' || fn === 'ne') return args.some((arg) => arg.node === 'literal' && arg.value === null);
  return fn === 'blank' || fn === 'filled' || fn === 'or_else';
}

/** The fields of `record` at the beginning of the paths in a condition. */
function ownFields(tree: Node): ReadonlySet<string> {
  const found = new Set<string>();
  walk(tree, (node) => {
    if (node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record') found.add(node.name);
  });
  return found;
}

/** What a field is worked out from, or itself. */
function behind(entity: Entity, name: string): ReadonlySet<string> {
  const found = new Set([name]);
  for (const one of found) {
    const tree = fieldOf(entity, one)?.computed?.expression.tree;
    if (tree) for (const read of ownFields(tree)) found.add(read);
  }
  return found;
}

function fieldOf({ fields }: Entity, name: string): Field | null {
  return (Object.hasOwn(fields, name) ? fields[name] : null) ?? null;
}

function mayStayBlank(field: Field): boolean {
  const isAsked = field.required || field.requiredWhen !== null || field.computed !== null;
  return !isAsked && !isGivenByItself(field) && !isMany(field.type) && !isTruth(field.type) && !isDrawn(field);
}
