import { typeOf, type Field, type Type } from '@ninefold/model';
import type { Context } from './context.ts';

/** Type of a field's value inside an expression, for fields whose type does not depend on where they stand. */
export function fieldType(field: Field): Type {
  return typeOf(field, '');
}

/** The same, also for fields whose own type the running version does not have yet. */
export function typeIn(ctx: Context, field: Field): Type {
  return ctx.laterTypes.get(field) ?? fieldType(field);
}
