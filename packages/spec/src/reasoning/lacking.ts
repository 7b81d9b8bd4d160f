import {
  cyclesOf,
  findOf,
  isDrawn,
  isTruth,
  reachOf,
  type EffectReach,
  type Entity,
  type Field,
  type Model,
  type Transition,
} from '@ninefold/model';

/** Whether a transition can never succeed: one of its effects makes a record that lacks what it needs, and all that it does is refused. */
export function neverSucceeds(model: Pick<Model, 'entities'>, { effects }: Transition): boolean {
  return effects.map(reachOf).some((reach) => reach.each === null && neverMakes(model, reach));
}

/** Whether an effect can never make its record: a field that every such record needs has nothing that could fill it. */
export function neverMakes({ entities }: Pick<Model, 'entities'>, { makes, gives }: EffectReach): boolean {
  const made = makes === null ? undefined : entities[makes];
  if (made === undefined) return false;
  const given = new Set([...gives.map(({ field }) => field), ...setAtCreation(made)]);
  return Object.values(made.fields).some((field) => !given.has(field.id) && isNeeded(field) && !beginsFilled(field));
}

/**
 * Whether a record that is made with these values alone is sure to have every field that it needs. A default that reads who acts, or another
 * field, may be blank: nobody acts in an effect.
 */
export function isWhole({ fields }: Entity, given: { has(field: string): boolean }): boolean {
  return Object.values(fields).every(
    ({ id, required, default: first }) =>
      !required || given.has(id) || first?.reads.every((path) => path.startsWith('limits.')),
  );
}

/** What every record has to have, shown or not. */
function isNeeded({ required, visibleWhen, type }: Field): boolean {
  return required && !visibleWhen && !isTruth(type);
}

/** Whether something may fill a field that nobody fills. */
function beginsFilled(field: Field): boolean {
  return Boolean(field.default ?? field.computed ?? field.copy ?? findOf(field)) || isDrawn(field);
}

function setAtCreation(entity: Entity): readonly string[] {
  return cyclesOf(entity).flatMap(({ lifecycle }) =>
    (lifecycle.transitions['create']?.set ?? []).map(({ field }) => field),
  );
}
