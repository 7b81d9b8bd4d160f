import { isUserSide, TREE_LISTS, type Node } from '@ninefold/model';
import { checkPart } from './check-part.ts';
import type { Context, Typed } from './context.ts';
import { resultOf, type Signature } from '../functions/signature.ts';
import type { Ast } from '../syntax/parse.ts';
import { BOOLEAN, listOf } from '../schema/types.ts';
import { wrongArguments } from './wrong-arguments.ts';

function isTree({ type }: Node, { place }: Context): boolean {
  return type.kind === 'record' && (place.schema.isTree?.(type.entity) ?? false);
}

/** The arguments, where all are records of one entity that is a tree. */
function treesIn(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): readonly Typed[] | null {
  const typed = args.map((arg) => checkPart(arg, context)).filter((part) => part !== null);
  if (typed.length < args.length) return null;
  const types = typed.map(({ node }) => node.type);
  if (resultOf(signature, types) !== null && typed.every(({ node }) => isTree(node, context))) return typed;
  return wrongArguments(ast, signature, types, context);
}

function ancestorsOf({ node, paths }: Typed, name: keyof typeof TREE_LISTS, context: Context): Typed {
  const list = TREE_LISTS[name];
  const found = paths.map((path) => `${path}.${list}`);
  for (const path of found) context.reads.add(path);
  return { node: { node: 'field', type: listOf(node.type), of: node, name: list }, paths: found };
}

/** `ancestors(x)` and `descendants(x)`: in the tree a list that the record has. */
export function checkTreeList(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const [record] = treesIn(ast, signature, args, context) ?? [];
  return record ? ancestorsOf(record, signature.name === 'ancestors' ? 'ancestors' : 'descendants', context) : null;
}

/**
 * `under(a, b)`: a is b, or b is among the ancestors of a. The tree has these ancestors as a third argument. A blank is
 * under nothing.
 */
export function checkUnder(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const [below, above] = treesIn(ast, signature, args, context) ?? [];
  if (!below || !above) return null;
  const guarded = context.place.guarded && (isUserSide(below.node) || isUserSide(above.node));
  const nodes = [below.node, above.node, ancestorsOf(below, 'ancestors', context).node];
  const call = { node: 'call', type: BOOLEAN, fn: 'under', args: nodes } as const;
  return { node: guarded ? { ...call, guarded: true } : call, paths: [] };
}
