import type { Node, Type } from '../ir/expression.ts';
import { parseDecimal } from '../values/decimal.ts';
import { fromWire, isHolder, type Scope, type Value } from '../values/value.ts';
import { planDirect } from './direct.ts';
import { ARITHMETIC } from './functions/arithmetic.ts';
import { COMPARISON } from './functions/comparison.ts';
import { LISTS } from './functions/lists.ts';
import { MACROS } from './functions/macros.ts';
import { TEXTS } from './functions/texts.ts';
import { TIMES } from './functions/times.ts';
import type { Wire } from '../wire/answers.ts';
import type { CallNode, Planner, Program } from './program.ts';

const FUNCTIONS: Readonly<Record<string, Planner>> = { ...ARITHMETIC, ...COMPARISON, ...LISTS, ...TEXTS, ...TIMES };

/** Turns a typed tree into a closure, once; running it many times costs no dispatch by name or type. */
export function plan(node: Node): Program {
  switch (node.node) {
    case 'literal':
      return planLiteral(node.value, node.type);
    case 'variable':
      return planVariable(node.name);
    case 'field':
      return planField(node.of, node.name, node.type);
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
function own(holder: object, name: string): Wire | undefined {
  return Object.hasOwn(holder, name) ? (holder as Readonly<Record<string, Wire>>)[name] : undefined;
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
