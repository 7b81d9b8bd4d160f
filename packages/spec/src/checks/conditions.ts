import type { Entity, EntityReaction, Expression, Field, Lifecycle, Model, Rule, Transition } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import type { CheckId } from '../issues/checks.ts';
import { decide, goal, type Goal, type Question } from '../reasoning/decide.ts';
import { goalsOfEntering } from '../reasoning/promises/entering.ts';
import { creationsOf, givenBy, sideways, transitionMoves, type Move } from '../reasoning/promises/moves.ts';
import { conclude, neverSo, type Judged } from './conclude.ts';

/** Reports conditions that never hold, or always hold, whatever the values are. */
export function checkConditions(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    for (const [field, lifecycle] of lifecyclesOf(entity)) {
      const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
      for (const transition of Object.values(lifecycle.transitions)) {
        checkGuard(ctx, model, { entity, key, field }, transition);
        checkWays(ctx, model, { entity, key, field }, transition);
      }
      checkDerived(ctx, model, { entity, key, field }, lifecycle);
    }
    for (const reaction of entity.reactions) checkTurns(ctx, model, entity, reaction);
    for (const rule of entity.rules) {
      checkApplies(ctx, model, entity, rule);
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

/** What is known while a transition is judged: the state before it, and its own name. */
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

/** A condition that never holds is a mistake. */
function checkNever(
  ctx: Context,
  at: { readonly id: CheckId; readonly place: string; readonly params: Readonly<Record<string, string>> },
  question: Question,
): void {
  conclude(ctx, { ...at, mistake: 'proved' }, neverSo(decide(question)));
}

function checkGuard(ctx: Context, model: Model, at: At, transition: Transition): void {
  const { when, id, input } = transition;
  if (!when || isPlain(when)) return;
  const question = { model, entity: at.entity.id, input, fixed: givenFor(at, transition) };
  const claim = { place: `when ${at.key}.${id}`, params: { name: id } };
  checkNever(ctx, { id: 'NF0410', ...claim }, { ...question, goals: goal(when) });
  checkNever(ctx, { id: 'NF0411', ...claim }, { ...question, goals: goal(when, false) });
}

/** Authors who write `true` or `false` as a condition mean it. */
function isPlain({ tree }: Expression): boolean {
  return tree?.node === 'literal';
}

/** A derived state that no record can have, because one of the conditions before it always holds. */
function checkDerived(ctx: Context, model: Model, { entity, key }: At, { derived }: Lifecycle): void {
  const earlier: Goal[] = [];
  derived.forEach(({ to, when }, index) => {
    const goals = [...goal(when), ...earlier];
    const place = `derived ${key}.${String(index)}`;
    if (goals.length > 0) {
      checkNever(ctx, { id: 'NF0413', place, params: { name: to } }, { model, entity: entity.id, goals, lawful: true });
    }
    earlier.push(...goal(when, false));
  });
}

/** A state that a transition never leads to by this line of its list, because a line before it holds wherever this one does. */
function checkWays(ctx: Context, model: Model, { entity, key, field }: At, transition: Transition): void {
  const moves = movesOf(model, entity, field, transition);
  transition.branches.forEach(({ to }, index) => {
    const spot = ctx.spots.get(`way ${key}.${transition.id}.${String(index)}`);
    const own = moves.filter(({ enters }) => enters?.index === index);
    if (!spot || own.length === 0) return;
    const isTaken = own.some((move) => {
      const goals = goalsOfEntering(model, entity, move);
      const fixed = givenBy(model, entity, move);
      return decide({ model, entity: entity.id, goals, fixed, input: transition.input }).verdict !== 'impossible';
    });
    if (!isTaken) ctx.report('NF0438', spot, { name: transition.id, state: to });
  });
}

/** All that a transition may do to a record, from each of its states. */
function movesOf(model: Model, entity: Entity, field: string, transition: Transition): readonly Move[] {
  if (transition.branches.length === 0) return [];
  if (field !== 'state') return sideways(model, entity, null).filter(({ name }) => name === transition.id);
  if (transition.id === 'create') return creationsOf(entity.lifecycle);
  return transition.from.flatMap((state) => transitionMoves(model, entity, transition, { state, previous: 'unknown' }));
}

/** A reaction whose condition never holds. */
function checkTurns(ctx: Context, model: Model, entity: Entity, { id, when }: EntityReaction): void {
  const spot = ctx.spots.get(`reaction ${entity.id}.${id}`);
  if (!spot || isPlain(when)) return;
  const { verdict } = decide({ model, entity: entity.id, goals: goal(when) });
  if (verdict === 'impossible') ctx.report('NF0439', spot, { name: id });
}

function checkApplies(ctx: Context, model: Model, entity: Entity, { id, when }: Rule): void {
  if (when === null || isPlain(when)) return;
  const claim = { id: 'NF0603', place: `rule ${entity.id}.${id}`, params: { name: id } } as const;
  checkNever(ctx, claim, { model, entity: entity.id, goals: goal(when) });
}

/** A field that is required only where it is hidden is never required. */
function checkHidden(ctx: Context, model: Model, entity: Entity, { id, requiredWhen, visibleWhen }: Field): void {
  if (requiredWhen === null || visibleWhen === null) return;
  const goals = [...goal(requiredWhen), ...goal(visibleWhen)];
  const claim = { id: 'NF0319', place: `field ${entity.id}.${id}`, params: { name: id } } as const;
  checkNever(ctx, claim, { model, entity: entity.id, goals });
}

function checkGrants(ctx: Context, model: Model): void {
  const seen = new Set<string>();
  for (const grant of Object.values(model.roles).flatMap((role) => role.grants)) {
    if (seen.has(grant.id)) continue;
    seen.add(grant.id);
    const judged = new Map<string, Judged>(); // several verbs often go by one condition
    for (const [verb, condition] of Object.entries(grant.verbs)) {
      if (condition === true || isPlain(condition)) continue;
      const params = { name: verb, entity: grant.entity };
      const claim = { id: 'NF0706', place: `verb ${grant.id} ${verb}`, params } as const;
      const known =
        judged.get(condition.source) ?? neverSo(decide({ model, entity: grant.entity, goals: goal(condition) }));
      judged.set(condition.source, known);
      conclude(ctx, { ...claim, mistake: 'proved' }, known);
    }
  }
}
