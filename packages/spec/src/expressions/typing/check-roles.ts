import type { Node, Type } from '@ninefold/model';
import { checkPart } from './check-part.ts';
import { type Context, mention, type Typed, wrong } from './context.ts';
import { resultOf, type Signature } from '../functions/signature.ts';
import { insideQuotes } from '../syntax/inside-quotes.ts';
import { ISSUES } from '../syntax/issues.ts';
import { nearest } from '../schema/nearest.ts';
import type { Ast } from '../syntax/parse.ts';
import { COMMON_VARIABLES } from '../schema/place.ts';
import { BOOLEAN, listOf, NULL, TEXT, USERS } from '../schema/types.ts';
import { wrongArguments } from './wrong-arguments.ts';

/** The role is written as a bare name or a text, and has to be one of the specification's. */
function roleIn(
  ast: Ast,
  role: Ast,
  {
    signature,
    found,
    context,
  }: { readonly signature: Signature; readonly found: readonly Type[]; readonly context: Context },
): string | null {
  const name = role.op === 'id' ? role.args : role.op === 'value' && typeof role.args === 'string' ? role.args : null;
  if (name === null) return wrongArguments(ast, signature, found, context);
  const { roles } = context.place.schema;
  if (!roles.includes(name)) return wrong(context, role, ISSUES.unknownRole, { name, nearest: nearest(name, roles) });
  mention(context, insideQuotes(role), `role ${name}`, TEXT);
  return name;
}

/**
 * `users_with(role)`. In the tree it is a list that the scope has under the name of the role. In a data file it is
 * empty, since nobody has a role before the data is loaded.
 */
export function checkUsersWith(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const [role] = args;
  if (!role || args.length > 1) return wrongArguments(ast, signature, [], context);
  const names = Object.keys(context.place.variables);
  if (names.every((each) => Object.hasOwn(COMMON_VARIABLES, each)))
    return wrong(context, ast, ISSUES.notHere, { name: signature.name, expected: names.join(', ') });
  const name = roleIn(ast, role, { signature, found: [], context });
  if (name === null) return null;
  const of: Node = { node: 'variable', type: NULL, name: 'users_with' };
  return { node: { node: 'field', type: USERS, of, name }, paths: [`users_with.${name}`] };
}

export function checkHasRole(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const [person, role] = args;
  if (!person || !role || args.length > 2) return wrongArguments(ast, signature, [], context);
  const typed = checkPart(person, context);
  if (typed === null) return null;
  const type = resultOf(signature, [typed.node.type, TEXT]);
  if (type === null) return wrongArguments(ast, signature, [typed.node.type, TEXT], context);
  const name = roleIn(ast, role, { signature, found: [typed.node.type], context });
  if (name === null) return null;
  const giving = context.place.schema.rolesGiving?.(name) ?? null;
  if (giving === null && context.place.schema.rolesGiving) return { node: call('filled', [typed.node]), paths: [] };
  for (const path of typed.paths) context.reads.add(`${path}.roles`);
  return { node: hasAny(typed.node, giving ?? [name]), paths: [] };
}

function call(fn: string, args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

/** A person has a role if they were given it, or a role that includes it. In the tree this is a condition on their roles. */
function hasAny(person: Node, roles: readonly string[]): Node {
  const given: Node = { node: 'field', type: listOf(TEXT), of: person, name: 'roles' };
  const tests = roles.map((role) => call('in', [{ node: 'literal', type: TEXT, value: role }, given]));
  const [only] = tests;
  return only && tests.length === 1 ? only : call('or', tests);
}
