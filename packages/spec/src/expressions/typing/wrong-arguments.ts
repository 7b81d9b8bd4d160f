import type { Node, Type } from '@ninefold/model';
import { clash, type Context, wrong } from './context.ts';
import { argumentNames, type Signature, usage } from '../functions/signature.ts';
import { ISSUES } from '../syntax/issues.ts';
import type { Ast } from '../syntax/parse.ts';

/** Reports arguments of wrong types, and names what the function takes. */
export function wrongArguments(ast: Ast, signature: Signature, args: readonly Type[], context: Context): null {
  const params = { name: signature.name, expected: usage(signature), found: argumentNames(args) };
  return wrong(context, ast, ISSUES.wrongArguments, params);
}

/** The same, except where the currencies are what does not fit. */
export function noOverload(ast: Ast, signature: Signature, nodes: readonly Node[], context: Context): null {
  const types = nodes.map((node) => node.type);
  const [only] = types;
  if (clash(context, ast, only?.kind === 'list' ? [only, only] : types)) return null;
  return wrongArguments(ast, signature, types, context);
}
