import {
  type Entity,
  type Expression,
  type Field,
  isDrawn,
  isTruth,
  type Model,
  type Node,
  stepInPath,
} from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import { decide, type Goal, type Question } from '../reasoning/decide.ts';
import { neverSo } from './conclude.ts';
import { givenFor, goal, lifecyclesOf } from './conditions.ts';

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
  }: {
    readonly condition: Expression | null;
    readonly question: Omit<Question, 'goals'>;
    readonly more?: readonly Goal[] | undefined;
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
    ctx.conclude(spot, { id: 'NF0527', params: { name }, ...judged, told });
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
