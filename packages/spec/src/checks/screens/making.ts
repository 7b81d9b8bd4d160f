import { type Entity, type Expression, type Field, findOf, isDrawn, type Node } from '@ninefold/model';

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
