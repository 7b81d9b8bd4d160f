import type { Condition, Entity, Expression, Field, Lifecycle, Model, Transition } from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import type { CheckId } from '../issues/checks.ts';
import { decide, type Goal, type Question } from '../reasoning/decide.ts';

/** Conditions that can never hold, or always do, whatever the values: only what is proved is told. */
export function checkConditions(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const [field, lifecycle] of lifecyclesOf(entity)) {
      const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
      for (const transition of Object.values(lifecycle.transitions)) {
        checkGuard(ctx, model, { entity, key, field }, transition);
      }
      checkDerived(ctx, model, { entity, key, field }, lifecycle);
    }
    for (const rule of entity.rules) {
      if (rule.lines === null) tellNever(ctx, model, entity, rule.when, `rule ${entity.id}.${rule.id}`, 'NF0603');
    }
    for (const field of Object.values(entity.fields)) checkHidden(ctx, model, entity, field);
  }
  checkGrants(ctx, model);
}

/** The life cycles of an entity by the field that holds their state. */
export function lifecyclesOf({ lifecycle, lifecycles }: Entity): readonly (readonly [string, Lifecycle])[] {
  return [...(lifecycle ? [['state', lifecycle] as const] : []), ...Object.entries(lifecycles)];
}

interface At {
  readonly entity: Entity;
  readonly key: string;
  readonly field: string;
}

/** What is given while a transition is judged: the state that it leaves, and its own name. */
export function givenFor({ field, entity }: At, { id, from }: Transition): NonNullable<Question['fixed']> {
  const creating = id === 'create';
  const states = creating ? [entity.lifecycle?.initial ?? null] : from;
  return {
    [`record.${field}`]: states,
    ...(creating ? {} : { [`before.${field}`]: states }),
    transition: [id],
    creating: [creating],
  };
}

export function goal(expression: Expression | null, holds = true): readonly Goal[] {
  return expression?.tree ? [{ tree: expression.tree, holds }] : [];
}

function tell(ctx: Context, place: string, id: CheckId, params: Readonly<Record<string, string>>): void {
  const spot = ctx.spots.get(place);
  if (spot) ctx.report(id, spot, params);
}

function checkGuard(ctx: Context, model: Model, at: At, transition: Transition): void {
  const { when, id, input } = transition;
  if (!when || isPlain(when)) return;
  const question = { model, entity: at.entity.id, input, fixed: givenFor(at, transition) };
  const isNever = decide({ ...question, goals: goal(when) }).verdict === 'impossible';
  const isAlways = !isNever && decide({ ...question, goals: goal(when, false) }).verdict === 'impossible';
  if (isNever || isAlways) tell(ctx, `when ${at.key}.${id}`, isNever ? 'NF0410' : 'NF0411', { name: id });
}

/** `true` and `false` written as they are mean what they say. */
function isPlain({ tree }: Expression): boolean {
  return tree?.node === 'literal';
}

/** A derived state behind others of which one always holds first. */
function checkDerived(ctx: Context, model: Model, { entity, key }: At, { derived }: Lifecycle): void {
  const earlier: Goal[] = [];
  derived.forEach(({ to, when }, index) => {
    const goals = [...goal(when), ...earlier];
    if (goals.length > 0 && decide({ model, entity: entity.id, goals }).verdict === 'impossible') {
      tell(ctx, `derived ${key}.${String(index)}`, 'NF0413', { name: to });
    }
    earlier.push(...goal(when, false));
  });
}

function tellNever(
  ctx: Context,
  model: Model,
  entity: Entity,
  when: Expression | null,
  place: string,
  id: CheckId,
): void {
  if (when === null || isPlain(when)) return;
  const { verdict } = decide({ model, entity: entity.id, goals: goal(when) });
  if (verdict === 'impossible') tell(ctx, place, id, { name: place.split('.').at(-1) ?? '' });
}

/** A field that is required only where it is hidden is never required. */
function checkHidden(ctx: Context, model: Model, entity: Entity, { id, requiredWhen, visibleWhen }: Field): void {
  if (requiredWhen === null || visibleWhen === null) return;
  const goals = [...goal(requiredWhen), ...goal(visibleWhen)];
  const place = `field ${entity.id}.${id}`;
  if (decide({ model, entity: entity.id, goals }).verdict === 'impossible') tell(ctx, place, 'NF0319', { name: id });
}

function checkGrants(ctx: Context, model: Model): void {
  const seen = new Set<string>();
  for (const grant of Object.values(model.roles).flatMap((role) => role.grants)) {
    if (seen.has(grant.id)) continue;
    seen.add(grant.id);
    for (const [verb, condition] of Object.entries(grant.verbs) as readonly (readonly [string, Condition])[]) {
      if (condition === true || isPlain(condition)) continue;
      const { verdict } = decide({ model, entity: grant.entity, goals: goal(condition) });
      if (verdict === 'impossible')
        tell(ctx, `verb ${grant.id} ${verb}`, 'NF0706', { name: verb, entity: grant.entity });
    }
  }
}
