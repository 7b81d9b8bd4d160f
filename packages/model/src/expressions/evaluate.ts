import type { Condition, Expression } from '../ir/expression.ts';
import type { Scope, Value } from '../values/value.ts';
import { plan } from './plan.ts';
import type { Program } from './program.ts';

const programs = new WeakMap<Expression, Program>();

/** The program of an expression, planned once. */
function programOf(expression: Expression): Program {
  let program = programs.get(expression);
  if (!program) {
    program = expression.tree === null ? () => undefined : plan(expression.tree);
    programs.set(expression, program);
  }
  return program;
}

/** The value of an expression: null is blank, undefined means that this side cannot decide it. Never throws. */
export function evaluate(expression: Expression, scope: Scope): Value | undefined {
  return programOf(expression)(scope, NO_LOCALS);
}

const NO_LOCALS = new Map<string, Value>();

/** Whether a condition holds: undecided by a blank is false; undefined means that this side cannot decide it. */
export function holds(condition: Condition | null, scope: Scope): boolean | undefined {
  if (condition === null || condition === true) return true;
  const value = evaluate(condition, scope);
  return value === undefined ? undefined : value === true;
}
