import type { Node } from '@ninefold/model';
import { checkHolder } from './check-part.ts';
import { type Context, type Typed, wrong } from './context.ts';
import { resultOf, type Signature } from '../functions/signature.ts';
import { ISSUES } from '../syntax/issues.ts';
import type { Ast } from '../syntax/parse.ts';
import { noOverload } from './wrong-arguments.ts';

/** What a secret that is kept may belong to: the record, the person, or what one of them refers to. */
const HOLDERS = new Set(['record', 'user']);

/**
 * `verify(input.code, record.hash)`: an answer to the form of a transition, and a secret. It stands in the guard of a transition that
 * people fire, outside of macros: whatever else asked it would answer whether a guess is right.
 */
export function checkVerify(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const nodes: Node[] = [];
  for (const arg of args) {
    const typed = checkHolder(arg, context);
    if (typed === null) return null;
    for (const path of typed.paths) context.reads.add(path);
    nodes.push(typed.node);
  }
  const type = resultOf(
    signature,
    nodes.map((node) => node.type),
  );
  if (type === null) return noOverload(ast, signature, nodes, context);
  const [typed, kept] = nodes;
  const isPlace = context.place.verifies === true && context.locals.size === 0;
  if (!isPlace || !isAnswer(typed) || !isKept(kept)) return wrong(context, ast, ISSUES.verifyHere);
  return { node: { node: 'call', type, fn: signature.name, args: nodes }, paths: [] };
}

/** A field of the form of the transition itself. */
function isAnswer(node: Node | undefined): boolean {
  return node?.node === 'field' && node.of.node === 'variable' && node.of.name === 'input';
}

/** A field of a record that is reached by references alone. */
function isKept(node: Node | undefined): boolean {
  if (node?.node !== 'field' || node.of.type.kind !== 'record') return false;
  return node.of.node === 'variable' ? HOLDERS.has(node.of.name) : isKept(node.of);
}
