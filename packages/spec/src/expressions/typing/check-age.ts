import type { Node } from '@ninefold/model';
import { checkPart } from './check-part.ts';
import type { Context, Typed } from './context.ts';
import { resultOf, type Signature } from '../functions/signature.ts';
import type { Ast } from '../syntax/parse.ts';
import { DATE } from '../schema/types.ts';
import { noOverload } from './wrong-arguments.ts';

/** `age(date, on)`. With one argument the second is `today`: in the tree there are always two. */
export function checkAge(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const nodes: Node[] = [];
  for (const part of args.map((arg) => checkPart(arg, context))) {
    if (part === null) return null;
    nodes.push(part.node);
  }
  const types = nodes.map((node) => node.type);
  const type = resultOf(signature, types);
  if (type === null) return noOverload(ast, signature, nodes, context);
  if (nodes.length === 1) {
    context.reads.add('today');
    nodes.push({ node: 'variable', type: DATE, name: 'today' });
  }
  return { node: { node: 'call', type, fn: signature.name, args: nodes }, paths: [] };
}
