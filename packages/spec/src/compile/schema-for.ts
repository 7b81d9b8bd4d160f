import type { Type } from '@ninefold/model';
import type { Asked, Schema } from '../expressions/schema/place.ts';
import { schemaOf, type Nameable } from '../expressions/schema/schema-of.ts';
import { BROKEN, NULL } from '../expressions/schema/types.ts';
import type { Context } from './reading/context.ts';

/**
 * The names that expressions can use in a specification: those that were read, and those that the running version does
 * not have yet.
 */
export function schemaFor(shell: Nameable, { broken, names, laterTypes }: Context): Schema {
  const schema = schemaOf(shell);
  return {
    ...schema,
    fieldType: (entity, field) =>
      brokenAt(broken, `field ${entity}.${field}`) ??
      laterTypes.get(`${entity}.${field}`) ??
      schema.fieldType(entity, field) ??
      brokenAt(broken, `inverse ${field}`),
    lineFieldType: (entity, lines, field) =>
      brokenAt(broken, `field ${entity}.${lines}.${field}`) ??
      laterTypes.get(`${entity}.${lines}.${field}`) ??
      schema.lineFieldType(entity, lines, field),
    // a transition whose states are wrong is none of the model, and is known all the same
    transitionNames: (entity) => [
      ...names.transitions(entity),
      ...names.stateFields(entity).flatMap((field) => names.transitions(`${entity}.${field}`)),
    ],
    approvalNames: (entity) => askedIn(names, entity).map(({ transition }) => transition),
    approvals: (entity, transition) => askedIn(names, entity).find((one) => one.transition === transition) ?? null,
    // a limit whose type is not shown is a blank that fits everywhere
    limitType: (id) =>
      names.openLimits.includes(id) ? NULL : (brokenAt(broken, `limit ${id}`) ?? schema.limitType(id)),
  };
}

function askedIn({ approvals, stateFields }: Context['names'], entity: string): readonly Asked[] {
  return [...approvals(entity), ...stateFields(entity).flatMap((field) => approvals(`${entity}.${field}`))];
}

/** What could not be read is not reported again where an expression names it. */
function brokenAt(broken: Context['broken'], place: string): Type | null {
  return broken.has(place) ? BROKEN : null;
}
