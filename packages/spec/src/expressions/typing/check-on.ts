import { slotName, type LimitScalar, type Node, type Type } from '@ninefold/model';
import { checkPart } from './check-part.ts';
import type { Context, Typed } from './context.ts';
import { resultOf, type Signature } from '../functions/signature.ts';
import type { Ast } from '../syntax/parse.ts';
import { BOOLEAN, DATE } from '../schema/types.ts';
import { wrongArguments } from './wrong-arguments.ts';

/**
 * `limits.x.on(date)`. In the tree it is a choice between the values of the limit, the latest first. A limit without
 * dates is its one value.
 */
export function checkOn(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const [of, day] = args;
  const id = of?.op === '.' && of.args[0].op === 'id' && of.args[0].args === 'limits' ? of.args[1] : null;
  if (!of || !day || id === null || args.length > 2) return wrongArguments(ast, signature, [], context);
  const [limit, at] = [checkPart(of, context), checkPart(day, context)];
  if (limit === null || at === null) return null;
  const types = [limit.node.type, at.node.type];
  if (resultOf(signature, types) === null) return wrongArguments(ast, signature, types, context);
  const { type } = limit.node;
  const dated = context.place.schema.limitDates?.(id) ?? [];
  if (dated.length === 0) return { node: choice(type, call('filled', at.node), limit.node, blank(type)), paths: [] };
  const most = context.place.schema.limitMost?.(id) ?? 0;
  if (most > 0) return { node: amongSlots(limit.node, at.node, { id, most }), paths: limit.paths };
  const node = dated.reduce<Node>((before, { from, value }) => {
    const held = typeof value === 'object' ? listed(type, value ?? []) : literal(type, value);
    return choice(type, call('ge', at.node, literal(DATE, from)), held, before);
  }, blank(type));
  return { node, paths: [] };
}

function literal(type: Type, value: LimitScalar): Node {
  return { node: 'literal', type, value: typeof value === 'number' ? String(value) : value };
}

function listed(type: Type, values: readonly string[]): Node {
  return { node: 'list', type, items: type.kind === 'list' ? values.map((value) => literal(type.of, value)) : [] };
}

/** A choice between the days that the limit has while the application runs. */
function amongSlots(limit: Node, at: Node, { id, most }: { readonly id: string; readonly most: number }): Node {
  const { type } = limit;
  const of: Node = limit.node === 'field' ? limit.of : limit;
  const slot = (index: number, part: 'from' | 'value'): Node => ({
    ...{ node: 'field', of, name: slotName(id, index, part), type: part === 'from' ? DATE : type },
  });
  return Array.from({ length: most }, (_, index) => index).reduce<Node>(
    (before, index) => choice(type, call('ge', at, slot(index, 'from')), slot(index, 'value'), before),
    blank(type),
  );
}

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

function choice(type: Type, ...args: readonly [Node, Node, Node]): Node {
  return { node: 'call', type, fn: 'if', args };
}

/** A boolean is never blank, nor is a list. */
function blank(type: Type): Node {
  if (type.kind === 'list') return listed(type, []);
  return { node: 'literal', type, value: type.kind === 'boolean' ? false : null };
}
