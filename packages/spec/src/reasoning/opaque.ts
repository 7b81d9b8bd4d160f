import { STANDS_FOR, type Expression, type Node, type Wire } from '@ninefold/model';
import { pathOf } from './leaf.ts';
import { linearOf } from './linear.ts';
import { thresholdOf, type Clock } from './thresholds.ts';

/** A part of an expression that stands for itself: whatever value it may have is tried. */
export interface Opaque {
  readonly expression: Expression;
  /** Nothing in it but values of records and of the user: a blank in it may decide it. */
  readonly isPlain: boolean;
}

/** The variable whose fields are the parts that stand for themselves. */
export const OPAQUE = 'opaque';

/**
 * Puts a value of its own in the place of whatever no choice of values stands for, the same one for the same part. What
 * then cannot come true cannot come true at all, for the parts have more freedom than before; the reverse says nothing.
 */
export function abstracted(node: Node, clock: Clock, parts: Map<string, Opaque>): Node {
  const at: Abstracting = { clock, parts, keys: new Map() };
  for (const [path, { expression }] of parts) if (expression.tree) at.keys.set(keyOf(expression.tree), path);
  return truth(node, at);
}

interface Abstracting {
  readonly clock: Clock;
  readonly parts: Map<string, Opaque>;
  readonly keys: Map<string, string>;
}

type Call = Extract<Node, { readonly node: 'call' }>;

const CONNECTING = new Set(['and', 'or', 'not']);
const EQUALITY = new Set(['eq', 'ne', 'in']);
const ORDER = new Set(['lt', 'le', 'gt', 'ge']);
const CHOOSING = new Set(['if', 'or_else', 'min', 'max']);

/** A node whose value is asked for as it is: a verdict, or one of several values. */
function truth(node: Node, at: Abstracting): Node {
  if (isSimple(node)) return node;
  if (node.node === 'list') return { ...node, items: node.items.map((item) => truth(item, at)) };
  if (node.node === 'macro' && node.fn === 'exists' && node.type.kind === 'boolean') return someNot(node, at);
  if (node.node !== 'call') return part(node, at);
  if (CONNECTING.has(node.fn) || isChoice(node) || node.fn === 'blank' || node.fn === 'filled') {
    return { ...node, args: node.args.map((arg) => truth(arg, at)) };
  }
  if (EQUALITY.has(node.fn) || (ORDER.has(node.fn) && !isTextOrder(node))) {
    return node.args.some(({ type }) => type.kind === 'duration') ? part(node, at) : comparison(node, at);
  }
  return part(node, at);
}

function isSimple(node: Node): boolean {
  return node.node === 'literal' || pathOf(node) !== null;
}

function isChoice({ fn, args }: Call): boolean {
  return CHOOSING.has(fn) && !(args.length === 1 && args[0]?.type.kind === 'list');
}

/** Texts have an order of their own, which no finite choice of them stands for. */
export function isTextOrder({ fn, args }: Call): boolean {
  return ORDER.has(fn) && args.some(({ type }) => type.kind === 'text');
}

/** That some item has it is the opposite of: every one has not. */
function someNot(node: Extract<Node, { readonly node: 'macro' }>, at: Abstracting): Node {
  const body: Node = { node: 'call', type: node.type, fn: 'not', args: [node.body] };
  const none = part({ ...node, fn: 'all', body }, at);
  return none.node === 'macro' ? node : { node: 'call', type: node.type, fn: 'not', args: [none] };
}

function comparison(node: Call, at: Abstracting): Node {
  if (thresholdOf(node, at.clock) !== null) return node;
  const inner = { ...node, args: node.args.map((arg) => aroundConstants(arg, at)) };
  if (node.guarded !== true && thresholdOf(inner, at.clock) !== null) return inner;
  return { ...node, args: node.args.map((arg) => (node.guarded && readsUser(arg) ? arg : truth(arg, at))) };
}

/** `x + y - 1` keeps the `- 1`, which is reckoned with. */
function aroundConstants(node: Node, at: Abstracting): Node {
  if (isSimple(node)) return node;
  if (node.node !== 'call' || node.type.kind !== 'number') return part(node, at);
  const isConstant = (arg: Node): boolean => linearOf(arg)?.leaf === null;
  if (!['add', 'sub', 'mul', 'neg'].includes(node.fn)) return part(node, at);
  if (node.fn !== 'neg' && !node.args.some(isConstant)) return part(node, at);
  return { ...node, args: node.args.map((arg) => (isConstant(arg) ? arg : aroundConstants(arg, at))) };
}

/** A part without a value of its own where a blank of the user decides in it: its verdict has a third value then. */
function part(node: Node, at: Abstracting): Node {
  const facts = factsOf(node);
  if (facts.isGuarded && !isOfDeputies(node)) return node;
  const key = keyOf(node);
  const name = at.keys.get(key)?.slice(OPAQUE.length + 1) ?? `${nameOf(node)}_${String(at.parts.size + 1)}`;
  const path = `${OPAQUE}.${name}`;
  at.keys.set(key, path);
  at.parts.set(path, { expression: { source: '', type: node.type, tree: node, reads: [] }, isPlain: facts.isPlain });
  const of: Node = { node: 'variable', type: { kind: 'null' }, name: OPAQUE };
  return { node: 'field', type: node.type, of, name };
}

/** Whether somebody whose deputy the user is today is in a list, or nobody is: none of them is blank. */
function isOfDeputies(node: Node): boolean {
  if (node.node !== 'macro' || node.list.node !== 'field' || node.list.name !== STANDS_FOR) return false;
  const [inner] = node.body.node === 'call' && node.body.fn === 'not' ? node.body.args : [node.body];
  if (inner?.node !== 'call' || inner.fn !== 'in') return false;
  const [one] = inner.args;
  return one?.node === 'variable' && one.name === node.variable;
}

function nameOf(node: Node): string {
  return node.node === 'call' || node.node === 'macro' ? node.fn : 'value';
}

/** The order of what is added or multiplied says nothing. */
function keyOf(node: Node): string {
  if (node.node !== 'call') return JSON.stringify(node);
  const args = node.args.map(keyOf);
  if (node.fn === 'add' || node.fn === 'mul') args.sort();
  return `${node.fn}(${args.join()})`;
}

const RECKONING = new Set(['sub', 'mul', 'div', 'mod', 'neg', 'abs', 'round', 'floor', 'ceil']);
const TESTS = new Set(['lt', 'le', 'gt', 'ge', 'contains', 'starts_with', 'ends_with', 'matches']);

/** What a blank alone makes of a part, whatever else is in it: blank, or false; undefined where it decides nothing. */
export function ofBlanks(node: Node, known: ReadonlyMap<string, Wire>): null | false | undefined {
  const path = pathOf(node);
  if (path !== null) return known.get(path) === null && node.type.kind !== 'boolean' ? null : undefined;
  if (node.node !== 'call') return undefined;
  const isReckoned = RECKONING.has(node.fn) || (node.fn === 'add' && node.type.kind !== 'text');
  if (!isReckoned && !TESTS.has(node.fn)) return undefined;
  if (!node.args.some((arg) => ofBlanks(arg, known) === null)) return undefined;
  return isReckoned ? null : false;
}

function readsUser(node: Node): boolean {
  return JSON.stringify(node).includes('"name":"user"');
}

const ELSEWHERE = new Set(['now', 'today', 'limits', 'creating']);

function factsOf(node: Node): { readonly isGuarded: boolean; readonly isPlain: boolean } {
  const below = childrenOf(node).map(factsOf);
  return {
    isGuarded: (node.node === 'call' && node.guarded === true) || below.some(({ isGuarded }) => isGuarded),
    isPlain: !(node.node === 'variable' && ELSEWHERE.has(node.name)) && below.every(({ isPlain }) => isPlain),
  };
}

function childrenOf(node: Node): readonly Node[] {
  if (node.node === 'field') return [node.of];
  if (node.node === 'call') return node.args;
  if (node.node === 'list') return node.items;
  return node.node === 'macro' ? [node.list, node.body] : [];
}
