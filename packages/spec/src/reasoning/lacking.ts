import {
  cyclesOf,
  findOf,
  isDrawn,
  isLines,
  isTruth,
  reachOf,
  type EffectReach,
  type EffectValue,
  type Entity,
  type Expression,
  type Field,
  type Model,
  type Node,
  type Transition,
} from '@ninefold/model';

/** Whether a transition can never succeed: one of its effects makes a record that lacks what it needs, and all that it does is refused. */
export function neverSucceeds(model: Pick<Model, 'entities'>, { effects }: Transition): boolean {
  return effects.map(reachOf).some((reach) => reach.each === null && missingIn(model, reach) !== null);
}

/**
 * The first field without which no record is made, and which nothing gives where an effect or a call makes one; null where there is none.
 * A field of lines is named with them: `items.size`.
 */
export function missingIn(
  { entities }: Pick<Model, 'entities'>,
  { makes, gives }: Pick<EffectReach, 'makes' | 'gives'>,
): string | null {
  const made = makes === null ? undefined : entities[makes];
  if (made === undefined) return null;
  const given = new Set([...gives.map(({ field }) => field), ...setAtCreation(made)]);
  const missing = neededWhileMade(made).find(({ id }) => !given.has(id));
  return missing?.id ?? gives.map((value) => missingOfLines(made.fields, value)).find((one) => one !== null) ?? null;
}

/** Fields that the transition `create` sets. */
export function setAtCreation(entity: Entity): readonly string[] {
  return cyclesOf(entity).flatMap(({ lifecycle }) =>
    (lifecycle.transitions['create']?.set ?? []).map(({ field }) => field),
  );
}

function missingOfLines(fields: Entity['fields'], value: EffectValue): string | null {
  const lines = Object.hasOwn(fields, value.field) ? fields[value.field] : undefined;
  if (!('lines' in value) || !lines || !isLines(lines)) return null;
  const lacks = neededWhileMade(lines).find(({ id }) =>
    value.lines.some((line) => !line.some(({ field }) => field === id)),
  );
  return lacks === undefined ? null : `${value.field}.${lacks.id}`;
}

/** Fields without which no record is made, and which nobody but its maker gives. */
function neededWhileMade({ fields }: Pick<Entity, 'fields'>): readonly Field[] {
  return Object.values(fields).filter((field) => {
    const isLeft = !isTruth(field.type) && field.computed === null && !isDrawn(field) && !isGivenByItself(field);
    return isLeft && isNeededWhileMade(field) && isShownWhileMade(field);
  });
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

/** Whether a condition holds of every record while it is being made, as far as `creating` alone says so. */
function holdsWhileMade(condition: Expression | null): boolean {
  return condition?.tree ? whileMade(condition.tree) === true : false;
}

/** Whether it holds of no record while it is being made. */
function failsWhileMade(condition: Expression | null): boolean {
  return condition?.tree ? whileMade(condition.tree) === false : false;
}

/** What a condition is where nothing but `creating` is known; null where that does not decide it. */
function whileMade(node: Node): boolean | null {
  if (node.node === 'variable') return node.name === 'creating' ? true : null;
  if (node.node === 'literal') return typeof node.value === 'boolean' ? node.value : null;
  if (node.node !== 'call') return null;
  const parts = node.args.map(whileMade);
  if (node.fn === 'not') return parts[0] === null || parts[0] === undefined ? null : !parts[0];
  if (node.fn === 'or') return parts.includes(true) ? true : parts.every((part) => part === false) ? false : null;
  if (node.fn === 'and') return parts.includes(false) ? false : parts.every((part) => part === true) ? true : null;
  return null;
}

/** Whether the field has a value that nobody sends: a found one, a copy or the default. */
export function isGivenByItself(field: Field): boolean {
  return field.default !== null || field.copy !== null || findOf(field) !== null;
}

/** Fields that a person has to give when they create the record. */
export function neededFields({ fields }: Pick<Entity, 'fields'>): readonly Field[] {
  return Object.values(fields).filter(
    (field) => isNeededWhileMade(field) && !isDrawn(field) && !isGivenByItself(field) && !field.readOnly,
  );
}

/** Whether every record needs the field while it is being made. */
function isNeededWhileMade({ required, requiredWhen }: Field): boolean {
  return required || holdsWhileMade(requiredWhen);
}

/** Whether the field is there in every record while it is being made. */
export function isShownWhileMade({ visibleWhen }: Field): boolean {
  return visibleWhen === null || holdsWhileMade(visibleWhen);
}

/** Whether nobody may give the field while the record is being made. */
export function isClosedWhileMade({ editableWhen }: Field): boolean {
  return failsWhileMade(editableWhen);
}
