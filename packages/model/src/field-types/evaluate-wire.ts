import type { Field } from '../ir/field.ts';
import type { Expression } from '../ir/expression.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Scope } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { toWire } from './registry.ts';

/** What an expression yields as it would stand in `field`; undefined where this side cannot decide it. */
export function evaluateWire(expression: Expression, scope: Scope, field: Field): Wire | undefined {
  const value = evaluate(expression, scope);
  return value === undefined ? undefined : toWire(field, value);
}
