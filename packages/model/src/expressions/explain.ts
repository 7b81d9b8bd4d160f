import type { Node } from '../ir/expression.ts';
import { limitOfSlot } from '../values/limit-values.ts';
import { isHolder, isList, isMap, type Holder, type Scope, type Value } from '../values/value.ts';
import type { Seen, Why } from '../wire/answers.ts';
import { evaluateNode } from './evaluate.ts';

/** Whether the asking user may read a field of `record` or `before`. */
export type MayRead = (field: string) => boolean;

interface Place {
  readonly scope: Scope;
  readonly locals: ReadonlyMap<string, Value>;
  /** Variables that are lines of the record, `line` and those of macros: the path of each. */
  readonly lines: ReadonlyMap<string, string>;
}

type Macro = Extract<Node, { readonly node: 'macro' }>;

/**
 * The smallest parts of a condition that decided its verdict, each with the values it saw. Of a condition that fails
 * because one part of `&&` fails, it is that part; of one where every part of `||` fails, all of them. Only values of
 * fields that `mayRead` allows are given, of limits and of the clock; never what lies behind a reference. A part of
 * which nothing may be given is left out. `line` is the path of `scope.line`: `record.lines[2]`.
 */
export function explain(tree: Node, scope: Scope, mayRead: MayRead, line?: string): readonly Why[] {
  const lines = new Map(line === undefined ? [] : [['line', line]]);
  return decidedBy(tree, { scope, locals: new Map(), lines })
    .map(({ node, place }) => ({
      by: node.node === 'call' || node.node === 'macro' ? node.fn : node.node,
      saw: seenIn(node, place, mayRead),
    }))
    .filter(({ saw }) => saw.length > 0);
}

interface Part {
  readonly node: Node;
  readonly place: Place;
}

function valueOf(node: Node, place: Place): Value | undefined {
  return evaluateNode(node, place.scope, place.locals);
}

function decidedBy(node: Node, place: Place): readonly Part[] {
  if (node.node === 'macro') return decidingItem(node, place);
  if (node.node !== 'call') return [{ node, place }];
  switch (node.fn) {
    case 'and':
    case 'or':
      return decidingParts(node.args, node.fn === 'or', place);
    case 'not':
      return node.args.flatMap((arg) => decidedBy(arg, place));
    case 'if':
      return decidingBranch(node.args, place);
    default:
      return [{ node, place }];
  }
}

function decidingParts(args: readonly Node[], deciding: boolean, place: Place): readonly Part[] {
  const one = args.find((arg) => valueOf(arg, place) === deciding);
  if (one) return decidedBy(one, place);
  const left = args.filter((arg) => valueOf(arg, place) !== !deciding);
  return (left.length > 0 ? left : args).flatMap((arg) => decidedBy(arg, place));
}

function decidingBranch([test, yes, no]: readonly Node[], place: Place): readonly Part[] {
  if (!test || !yes || !no) return [];
  const verdict = valueOf(test, place);
  const branch = verdict === true ? yes : no;
  return typeof verdict === 'boolean'
    ? [...decidedBy(test, place), ...decidedBy(branch, place)]
    : decidedBy(test, place);
}

/** The first item that decides `exists` or `all`; without one, the whole of it. */
function decidingItem(node: Macro, place: Place): readonly Part[] {
  const items = valueOf(node.list, place);
  if (!isList(items) || (node.fn !== 'exists' && node.fn !== 'all')) return [{ node, place }];
  for (const [index, item] of items.entries()) {
    const inside = withItem(node, index, item, place);
    if (valueOf(node.body, inside) === (node.fn === 'exists')) return decidedBy(node.body, inside);
  }
  return [{ node, place }];
}

function withItem({ list, variable }: Macro, index: number, item: Value, place: Place): Place {
  const lines = new Map(place.lines);
  const isLines = list.type.kind === 'list' && list.type.of.kind === 'line';
  if (isLines && list.node === 'field' && list.of.node === 'variable')
    lines.set(variable, `${list.of.name}.${list.name}[${index}]`);
  return { ...place, locals: new Map(place.locals).set(variable, item), lines };
}

/** The values that a part reads and that may be given, each path once, in the order it is written. */
function seenIn(node: Node, place: Place, mayRead: MayRead): readonly Seen[] {
  const seen = new Map<string, Seen>();
  for (const each of fieldsIn(node)) {
    const one = seenField(each, place, mayRead);
    if (one) seen.set(one.path, one);
  }
  return [...seen.values()];
}

function* fieldsIn(node: Node): Iterable<Node> {
  switch (node.node) {
    case 'field':
    case 'variable':
      yield node;
      return;
    case 'call':
      for (const arg of node.args) yield* fieldsIn(arg);
      return;
    case 'list':
      for (const item of node.items) yield* fieldsIn(item);
      return;
    case 'macro':
      yield* fieldsIn(node.list);
      return;
    case 'literal':
  }
}

function seenField(node: Node, { scope, locals, lines }: Place, mayRead: MayRead): Seen | null {
  if (node.node === 'variable' && (node.name === 'now' || node.name === 'today'))
    return { path: node.name, type: node.type.kind, value: scope[node.name] };
  if (node.node !== 'field' || node.of.node !== 'variable') return null;
  const { name: of } = node.of;
  if (of === 'limits') return limitOfSlot(node.name) === node.name ? seen(of, node, scope.limits) : null;
  if (of === 'record' || of === 'before') return mayRead(node.name) ? seen(of, node, scope[of]) : null;
  const line = lines.get(of);
  const [, list = ''] = /\.([a-z0-9_]+)\[/.exec(line ?? '') ?? [];
  return line !== undefined && mayRead(list) ? seen(line, node, of === 'line' ? scope.line : locals.get(of)) : null;
}

/** The value as it travels; of a record its id, of a list how many items it has, of a secret whether there is one. */
function seen(holder: string, node: Extract<Node, { node: 'field' }>, of: Value | undefined): Seen | null {
  if (!isHolder(of) || !Object.hasOwn(of, node.name)) return null;
  const value = of[node.name] ?? null;
  const path = `${holder}.${node.name}`;
  const { kind } = node.type;
  if (kind === 'secret') return { path, type: kind, value: value !== null };
  if (isList(value)) return { path, type: kind, value: value.length };
  if (isMap(value)) return { path, type: kind, value: idOf(value) };
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? { path, type: kind, value }
    : null;
}

function idOf({ id }: Holder): string | null {
  return typeof id === 'string' ? id : null;
}
