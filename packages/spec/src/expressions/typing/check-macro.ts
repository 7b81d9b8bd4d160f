import { mentionsUser, type Node, type Type } from '@ninefold/model';
import { LIST } from '../schema/bounds.ts';
import { ID } from '../schema/ids.ts';
import { checkCondition, checkPart } from './check-part.ts';
import { isTaken } from './check-path.ts';
import { type Context, type Typed, wrong } from './context.ts';
import { ISSUES } from '../syntax/issues.ts';
import type { Ast } from '../syntax/parse.ts';
import { BOOLEAN, listOf, typeName } from '../schema/types.ts';

/** `list.exists(x, …)` and the other macros; `map` may have a condition as its second argument. */
export function checkMacro(
  ast: Ast,
  name: string,
  { receiver, args, context }: { readonly receiver: Ast; readonly args: readonly Ast[]; readonly context: Context },
): Typed | null {
  const list = checkPart(receiver, context);
  if (list === null) return null;
  const [variable, ...bodies] = args;
  if (!variable || bodies.length < 1 || bodies.length > (name === 'map' ? 2 : 1)) {
    return wrong(context, ast, ISSUES.wrongArguments, {
      name,
      expected: `list.${name}(x, …)`,
      found: String(args.length),
    });
  }
  const { type } = list.node;
  if (type.kind !== 'list') {
    return wrong(context, receiver, ISSUES.wrongArguments, { name, expected: 'list', found: typeName(type) });
  }
  const local = localName(variable, context);
  if (local === null) return null;
  const variableOf = `${context.within ?? ''}${local}`;
  const node = mentionsUser(list.node) ? `user.${variableOf}` : variableOf;
  const locals = new Map(context.locals).set(local, { node, type: type.of, paths: list.paths });
  return applyMacro(name, list, {
    variable: node,
    bodies,
    context: { ...context, locals, times: context.times * LIST },
  });
}

function localName(ast: Ast, context: Context): string | null {
  if (ast.op === 'id' && ID.test(ast.args) && !isTaken(ast.args, context)) return ast.args;
  return wrong(context, ast, ISSUES.badLocal, { name: ast.op === 'id' ? ast.args : '' });
}

function applyMacro(
  name: string,
  list: Typed,
  {
    variable,
    bodies,
    context,
  }: { readonly variable: string; readonly bodies: readonly Ast[]; readonly context: Context },
): Typed | null {
  const macro = (fn: string, type: Type, of: Node, body: Node): Node => {
    return { node: 'macro', type, fn, list: of, variable, body };
  };
  if (name !== 'map') {
    const body = bodies[0] ? checkCondition(bodies[0], context) : null;
    if (body === null) return null;
    const type = name === 'filter' ? list.node.type : BOOLEAN;
    return { node: macro(name, type, list.node, body.node), paths: name === 'filter' ? list.paths : [] };
  }
  const [first, second] = bodies;
  const test = second && first ? checkCondition(first, context) : null;
  const target = second ?? first;
  const body = target ? checkPart(target, context) : null;
  if (body === null || !target || (second && test === null)) return null;
  if (body.node.type.kind === 'list') {
    return wrong(context, target, ISSUES.notYet, { name: typeName(listOf(body.node.type)) });
  }
  const of = test ? macro('filter', list.node.type, list.node, test.node) : list.node;
  return { node: macro('map', listOf(body.node.type), of, body.node), paths: body.paths };
}
