import { isList, isOneReference, type Model } from '@ninefold/model';
import { stepsOf } from './leaf.ts';
import type { Assignment } from './world.ts';

/** The lists that every record has beside its fields: who fired a transition, the roles of a user, and whose deputy they are. */
const OWN_LIST = /^did\.|^roles$|^stands_for\(\)$/;

/**
 * The path of a list of those that refer to a record, in an example that says what is in it; null where there is none. Such a
 * list follows from other records, this one among them, which the values of an example do not say. That nobody refers to the
 * record itself needs no other record.
 */
export function backReferenceIn(model: Model, entity: string, example: Assignment): string | null {
  for (const [path, value] of example) {
    if (!isList(value) || !isBackReference(model, entity, path)) continue;
    if (value.length > 0 || !/^(?:record|before)\.[^.]+$/.test(path)) return path;
  }
  return null;
}

function isBackReference(model: Model, entity: string, path: string): boolean {
  const [root, ...steps] = stepsOf(path);
  let at: string | null = root === 'user' ? 'user' : root === 'record' || root === 'before' ? entity : null;
  for (const [index, step] of steps.entries()) {
    const fields = at === null ? {} : (model.entities[at]?.fields ?? {});
    const field = Object.hasOwn(fields, step) ? fields[step] : undefined;
    if (index === steps.length - 1) return at !== null && field === undefined && !OWN_LIST.test(step);
    const isPerson = step === 'created_by' || step === 'changed_by';
    at = isPerson ? 'user' : isOneReference(field) ? field.to : null;
  }
  return false;
}
