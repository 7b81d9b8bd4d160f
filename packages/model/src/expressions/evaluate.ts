import type { Condition, Expression, Node, Type } from '../ir/expression.ts';
import { parseDecimal } from '../values/decimal.ts';
import { fromWire, type Holder, isHolder, type Scope, spanIn, type Value } from '../values/value.ts';
import { ARITHMETIC } from './functions/arithmetic.ts';
import { foreignValue, isForeign } from './functions/foreign.ts';
import { COMPARISON, same } from './functions/comparison.ts';
import { LISTS, MACROS } from './functions/lists.ts';
import { TEXTS } from './functions/texts.ts';
import { TIMES } from './functions/times.ts';
import type { Wire } from '../wire/answers.ts';
import type { CallNode, Planner, Program } from './functions/program.ts';
import { memoizedWeakly } from '../values/memo.ts';

/** The program of a tree, planned once. */
const programOf = memoizedWeakly((tree: Node): Program => plan(tree));

const NO_LOCALS = new Map<string, Value>();

/** The value of an expression: null is blank, undefined means that this side cannot decide it. Never throws. */
export function evaluate({ tree }: Expression, scope: Scope): Value | undefined {
  return tree === null ? undefined : programOf(tree)(scope, NO_LOCALS);
}

/** The value of a part of an expression, inside macros that give `locals` their values. */
export function evaluateNode(node: Node, scope: Scope, locals: ReadonlyMap<string, Value>): Value | undefined {
  return programOf(node)(scope, locals);
}

/** Whether a condition holds: undecided by a blank is false; undefined means that this side cannot decide it. */
export function holds(condition: Condition | null, scope: Scope): boolean | undefined {
  if (condition === null || condition === true) return true;
  const value = evaluate(condition, scope);
  return value === undefined ? undefined : value === true;
}

const FUNCTIONS: Readonly<Record<string, Planner>> = { ...ARITHMETIC, ...COMPARISON, ...LISTS, ...TEXTS, ...TIMES };

/** Turns a typed tree into a closure, once; running it many times costs no dispatch by name or type. */
function plan(node: Node): Program {
  switch (node.node) {
    case 'literal':
      return planLiteral(node.value, node.type);
    case 'variable':
      return planVariable(node.name);
    case 'field':
      return isForeign(node) ? (scope) => foreignValue(node, scope) : planField(node.of, node.name, node.type);
    case 'list':
      return planList(node.items);
    case 'macro':
      return planMacro(node);
    case 'call':
      return planCall(node);
  }
}

function planLiteral(literal: string | boolean | null, type: Type): Program {
  const value = literalValue(literal, type);
  return () => value;
}

function literalValue(literal: string | boolean | null, type: Type): Value {
  if (type.kind === 'number' && typeof literal === 'string') return parseDecimal(literal);
  if (type.kind === 'duration' && typeof literal === 'string') return spanIn(literal);
  return literal === '' ? null : literal;
}

/** No variable of a macro may have one of these names. */
const SCOPED: ReadonlySet<string> = new Set(['record', 'before', 'line', 'user', 'input', 'option', 'now', 'today']);

function planVariable(name: string): Program {
  const key = name as 'record'; // the names below are the keys of Scope
  if (SCOPED.has(name)) return (scope) => scope[key];
  return (scope, locals) => {
    const local = locals.get(name);
    if (local !== undefined) return local;
    if (name === 'creating') return scope.creating === true;
    return (scope as unknown as Readonly<Record<string, Value | undefined>>)[name]; // names of variables are the keys of Scope
  };
}

function planField(of: Node, name: string, type: Type): Program {
  if (of.node === 'variable' && of.name === 'limits') return (scope) => fromWire(own(scope.limits, name), type);
  const holder = plan(of);
  return (scope, locals) => {
    const value = holder(scope, locals);
    if (value === null) return type.kind === 'boolean' ? false : type.kind === 'list' ? [] : null;
    return isHolder(value) ? fromWire(own(value, name), type) : undefined;
  };
}

/** Only what the holder itself has: no name reaches a prototype. */
function own(holder: Holder, name: string): Wire | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function planList(items: readonly Node[]): Program {
  const fixed = items.flatMap((item) => (item.node === 'literal' ? [literalValue(item.value, item.type)] : []));
  if (fixed.length === items.length) return () => fixed;
  const programs = items.map(plan);
  return (scope, locals) => decided(programs, scope, locals);
}

function decided(programs: readonly Program[], scope: Scope, locals: ReadonlyMap<string, Value>): Value[] | undefined {
  const values: Value[] = [];
  for (const program of programs) {
    const value = program(scope, locals);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function planMacro(node: Extract<Node, { readonly node: 'macro' }>): Program {
  const list = plan(node.list);
  const body = plan(node.body);
  const macro = MACROS[node.fn];
  if (!macro) return () => undefined;
  return (scope, locals) => {
    const items = list(scope, locals);
    if (!Array.isArray(items)) return items === undefined ? undefined : macro([], () => null);
    return macro(items, (item) => body(scope, new Map(locals).set(node.variable, item)));
  };
}

function planCall(node: CallNode): Program {
  const args = node.args.map(plan);
  if (node.fn === VERIFY) return planVerify(node, args);
  const special = SPECIAL[node.fn];
  if (special) return special(args);
  const direct = planDirect(node, args);
  if (direct) return direct;
  const operation = FUNCTIONS[node.fn]?.(node);
  if (!operation) return () => undefined;
  const booleans = node.args.map((arg) => arg.type.kind === 'boolean');
  const ofBlank = node.type.kind === 'boolean' ? null : undefined;
  if (!booleans.includes(true)) {
    return (scope, locals) => {
      const values = decided(args, scope, locals);
      return values === undefined ? undefined : operation(values, scope);
    };
  }
  return (scope, locals) => {
    const values = decided(args, scope, locals);
    if (values === undefined) return undefined;
    return values.some((value, index) => value === null && booleans[index]) ? ofBlank : operation(values, scope);
  };
}

/** The function that compares what was typed with a secret. */
export const VERIFY = 'verify';

/** Undecided where either side is blank, so that no blank opens anything. Else only the server knows, and only where somebody fires. */
function planVerify(node: CallNode, args: readonly Program[]): Program {
  return (scope, locals) => {
    const values = decided(args, scope, locals);
    return values?.includes(null) ? null : values && scope.verified?.get(node);
  };
}

/** Forms that may be decided although a part of them is not. Null is "undecided by a blank". */
const SPECIAL: Readonly<Record<string, (args: readonly Program[]) => Program>> = {
  and: (args) => (scope, locals) => connect(args, scope, locals, false),
  or: (args) => (scope, locals) => connect(args, scope, locals, true),
  if:
    ([condition, yes, no]) =>
    (scope, locals) => {
      const verdict = condition?.(scope, locals);
      return typeof verdict === 'boolean' ? (verdict ? yes : no)?.(scope, locals) : undefined;
    },
  or_else:
    ([value, other]) =>
    (scope, locals) => {
      const found = value?.(scope, locals);
      return found === null ? other?.(scope, locals) : found;
    },
};

function connect(
  args: readonly Program[],
  scope: Scope,
  locals: ReadonlyMap<string, Value>,
  deciding: boolean,
): Value | undefined {
  let verdict: Value | undefined = !deciding;
  for (const arg of args) {
    const value = arg(scope, locals);
    if (value === deciding) return deciding;
    if (value === undefined) verdict = undefined;
    else if (value === null && verdict !== undefined) verdict = null;
  }
  return verdict;
}

type Test = (a: Value, b: Value) => boolean;

function number(test: (a: bigint, b: bigint) => boolean): Test {
  return (a, b) => typeof a === 'bigint' && typeof b === 'bigint' && test(a, b);
}

const EQUALS: Readonly<Record<string, Test>> = { eq: same, ne: (a, b) => !same(a, b) };
const ORDERS: Readonly<Record<string, Test>> = {
  lt: number((a, b) => a < b),
  le: number((a, b) => a <= b),
  gt: number((a, b) => a > b),
  ge: number((a, b) => a >= b),
};

/**
 * The comparisons that most conditions consist of, without the list of arguments that functions take: equality of
 * values that are not booleans, and the order of numbers. Null for every other call. Its meaning is that of the function.
 */
function planDirect({ fn, args: nodes, guarded }: CallNode, args: readonly Program[]): Program | null {
  const [left, right] = args;
  if (guarded || !left || !right || nodes.some(({ type }) => type.kind === 'boolean')) return null;
  const areNumbers = nodes.every(({ type }) => type.kind === 'number');
  const test = EQUALS[fn] ?? (areNumbers ? ORDERS[fn] : undefined);
  if (!test) return null;
  return (scope, locals) => {
    const a = left(scope, locals);
    if (a === undefined) return undefined;
    const b = right(scope, locals);
    return b === undefined ? undefined : test(a, b);
  };
}
