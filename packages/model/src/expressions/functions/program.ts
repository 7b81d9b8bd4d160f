import type { Node } from '../../ir/expression.ts';
import type { Scope, Value } from '../../values/value.ts';

/** A planned expression. Locals are the variables of macros. */
export type Program = (scope: Scope, locals: ReadonlyMap<string, Value>) => Value | undefined;

export type CallNode = Extract<Node, { readonly node: 'call' }>;

/** A function of the language over arguments that are all decided. Total: it never throws. */
export type Operation = (args: readonly Value[], scope: Scope) => Value;

/** Chooses the operation by the types of the arguments, once, when an expression is planned. */
export type Planner = (node: CallNode) => Operation;
