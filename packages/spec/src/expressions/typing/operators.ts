import { isForeign, isUserSide, type Node, type Type } from '@ninefold/model';
import { checkCondition, checkPart } from './check-part.ts';
import { clash, type Context, type Typed, wrong } from './context.ts';
import { withDeputies } from './check-deputies.ts';
import { sidesOf } from './check-targets.ts';
import { ISSUES } from '../syntax/issues.ts';
import { checkOption } from './options.ts';
import type { Ast } from '../syntax/parse.ts';
import {
  BOOLEAN,
  commonType,
  currenciesClash,
  DATE,
  DATETIME,
  DURATION,
  isOrdered,
  NUMBER,
  TEXT,
  typeName,
} from '../schema/types.ts';

interface Operator {
  readonly fn: string;
  readonly result: (left: Type, right: Type) => Type | null;
  /** The types that an operator takes, for messages. */
  readonly expected: string;
  readonly comparison?: true;
}

function equality(left: Type, right: Type): Type | null {
  const common = commonType(left, right);
  return common === null || common.kind === 'list' ? null : BOOLEAN;
}

function ordering(left: Type, right: Type): Type | null {
  if (currenciesClash(left, right)) return null;
  return left.kind === right.kind && isOrdered(left) ? BOOLEAN : null;
}

function membership(left: Type, right: Type): Type | null {
  return right.kind === 'list' && left.kind !== 'list' && left.kind !== 'boolean' && commonType(left, right.of) !== null
    ? BOOLEAN
    : null;
}

function byKinds(table: Readonly<Record<string, Type>>): Operator['result'] {
  return (left, right) => table[`${left.kind} ${right.kind}`] ?? null;
}

const SUMS = byKinds({
  'number number': NUMBER,
  'text text': TEXT,
  'text null': TEXT,
  'null text': TEXT,
  'date duration': DATE,
  'duration date': DATE,
  'datetime duration': DATETIME,
  'duration datetime': DATETIME,
  'duration duration': DURATION,
});

/** Numbers keep their currency, and have to have one and the same. */
function together(table: Operator['result']): Operator['result'] {
  return (left, right) =>
    left.kind === 'number' && right.kind === 'number' ? commonType(left, right) : table(left, right);
}

/** An amount times a number is an amount. Neither the product nor the quotient of two amounts is one. */
function product(left: Type, right: Type): Type | null {
  if (left.kind !== 'number' || right.kind !== 'number') return null;
  if (left.currency === undefined) return right;
  return right.currency === undefined ? left : NUMBER;
}

function quotient(left: Type, right: Type): Type | null {
  if (left.kind !== 'number' || right.kind !== 'number') return null;
  return right.currency === undefined ? left : NUMBER;
}

const DIFFERENCES = byKinds({
  'number number': NUMBER,
  'date date': NUMBER,
  'datetime datetime': DURATION,
  'date duration': DATE,
  'datetime duration': DATETIME,
  'duration duration': DURATION,
});

const REMAINDERS = byKinds({ 'number number': NUMBER });
const ORDER = 'number; text; date; datetime; duration';

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': { fn: 'eq', result: equality, expected: 'two of one type', comparison: true },
  '!=': { fn: 'ne', result: equality, expected: 'two of one type', comparison: true },
  '<': { fn: 'lt', result: ordering, expected: ORDER, comparison: true },
  '<=': { fn: 'le', result: ordering, expected: ORDER, comparison: true },
  '>': { fn: 'gt', result: ordering, expected: ORDER, comparison: true },
  '>=': { fn: 'ge', result: ordering, expected: ORDER, comparison: true },
  in: { fn: 'in', result: membership, expected: 'x in list of x', comparison: true },
  '+': {
    fn: 'add',
    result: together(SUMS),
    expected: 'number + number; text + text; date + duration; datetime + duration',
  },
  '-': {
    fn: 'sub',
    result: together(DIFFERENCES),
    expected: 'number - number; date - date; date - duration; datetime - datetime',
  },
  '*': { fn: 'mul', result: product, expected: 'number * number' },
  '/': { fn: 'div', result: quotient, expected: 'number / number' },
  '%': { fn: 'mod', result: together(REMAINDERS), expected: 'number % number' },
};

export function checkBinary(ast: Ast, name: string, args: readonly [Ast, Ast], context: Context): Typed | null {
  const operator = OPERATORS[name];
  if (!operator) return wrong(context, ast, ISSUES.notYet, { name });
  const sides = sidesOf(name, args, context);
  if (sides === null || (sides !== undefined && 'node' in sides)) return sides;
  const [first, second] = sides ?? [checkPart(args[0], context), checkPart(args[1], context)];
  if (!first || !second) return null;
  const left = operator.comparison ? asComparedWith(first, second) : first;
  const right = operator.comparison ? asComparedWith(second, first) : second;
  const types = [left.node.type, right.node.type] as const;
  const type = operator.result(...types);
  if (type === null) return wrongOperands(ast, name, { operator, nodes: [left.node, right.node], context });
  if (operator.comparison && !optionsFit(args, left.node, right.node, context)) return null;
  const guarded = operator.comparison && context.place.guarded && (isUserSide(left.node) || isUserSide(right.node));
  const call = { node: 'call', type, fn: operator.fn, args: [left.node, right.node] } as const;
  return { node: withDeputies(guarded ? { ...call, guarded: true } : call, context), paths: [] };
}

/** What another system said is a text, unless it is compared with a number or with true or false. */
function asComparedWith(side: Typed, other: Typed): Typed {
  const { type } = other.node;
  const isTaken = isForeign(side.node) && (type.kind === 'number' || type.kind === 'boolean');
  return isTaken ? { ...side, node: { ...side.node, type: type.kind === 'number' ? NUMBER : BOOLEAN } } : side;
}

interface Operands {
  readonly operator: Operator;
  readonly nodes: readonly [Node, Node];
  readonly context: Context;
}

function wrongOperands(ast: Ast, name: string, { operator, nodes, context }: Operands): null {
  const types = nodes.map(({ type }) => type);
  if (clash(context, ast, types)) return null;
  const kinds = types.map(({ kind }) => kind);
  const mixed = operator.comparison && kinds.toSorted().join() === 'date,datetime';
  const found = types.map(typeName).join(` ${name} `);
  const params = { name, found, expected: operator.expected, days: daysMeant(nodes) };
  return wrong(context, ast, mixed ? ISSUES.momentAndDay : ISSUES.wrongOperands, params);
}

const TIMES: ReadonlySet<string> = new Set(['date', 'datetime', 'duration']); // kinds: types of values

/** `days(14)`, where a whole number stands beside a time: people mean days. */
function daysMeant([left, right]: readonly [Node, Node]): string {
  const [number, other] = left.type.kind === 'number' ? [left, right] : [right, left];
  const isWhole = number.node === 'literal' && typeof number.value === 'string' && /^\d+$/.test(number.value);
  return isWhole && TIMES.has(other.type.kind) ? `days(${String(number.value)})` : '';
}

function optionsFit(args: readonly [Ast, Ast], left: Node, right: Node, context: Context): boolean {
  return checkOption(left, right, args[1], context) && checkOption(right, left, args[0], context);
}

/** `a && b && c` is one node, so that long conditions stay flat. */
export function checkLogic(ast: Ast, name: '&&' | '||', context: Context): Typed | null {
  const parts = flattened(ast, name).map((part) => checkCondition(part, context));
  const nodes: Node[] = [];
  for (const part of parts) {
    if (part === null) return null;
    nodes.push(part.node);
  }
  return { node: { node: 'call', type: BOOLEAN, fn: name === '&&' ? 'and' : 'or', args: nodes }, paths: [] };
}

function flattened(ast: Ast, name: '&&' | '||'): readonly Ast[] {
  return ast.op === name ? [...flattened(ast.args[0], name), ...flattened(ast.args[1], name)] : [ast];
}

export function checkNot(of: Ast, context: Context): Typed | null {
  const typed = checkCondition(of, context);
  return typed && { node: { node: 'call', type: BOOLEAN, fn: 'not', args: [typed.node] }, paths: [] };
}

export function checkNegation(ast: Ast, of: Ast, context: Context): Typed | null {
  const typed = checkPart(of, context);
  if (typed === null) return null;
  const { node } = typed;
  if (node.node === 'literal' && node.type.kind === 'number' && typeof node.value === 'string') {
    return { node: { ...node, value: node.value.startsWith('-') ? node.value.slice(1) : `-${node.value}` }, paths: [] };
  }
  if (node.type.kind !== 'number' && node.type.kind !== 'duration') {
    const params = { name: '-', found: `- ${typeName(node.type)}`, expected: '- number; - duration', days: '' };
    return wrong(context, ast, ISSUES.wrongOperands, params);
  }
  return { node: { node: 'call', type: node.type, fn: 'neg', args: [node] }, paths: [] };
}
