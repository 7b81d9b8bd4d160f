import { readPattern, type Node } from '@ninefold/model';
import { checkPart } from './check-part.ts';
import { checkConvert, withoutCurrency } from './check-money.ts';
import { checkOn } from './check-on.ts';
import { checkMacro } from './check-macro.ts';
import { noOverload, wrongArguments } from './wrong-arguments.ts';
import { type Context, sourceOf, mention, type Typed, wrong } from './context.ts';
import { insideQuotes } from './inside-quotes.ts';
import { resultOf, type Signature } from './functions/signature.ts';
import { FUNCTIONS, LATER, MACRO_NAMES } from './functions/table.ts';
import { ISSUES } from './issues.ts';
import { nearest } from './nearest.ts';
import type { Ast } from './parse.ts';
import { BOOLEAN, listOf, TEXT } from './types.ts';

export function checkReceiverCall(
  ast: Ast,
  name: string,
  receiver: Ast,
  args: readonly Ast[],
  context: Context,
): Typed | null {
  if (MACRO_NAMES.includes(name)) return checkMacro(ast, name, receiver, args, context);
  return checkCall(ast, name, [receiver, ...args], context);
}

export function checkCall(ast: Ast, name: string, args: readonly Ast[], context: Context): Typed | null {
  const signature = FUNCTIONS.get(name);
  if (!signature) return unknownFunction(ast, name, context);
  mention(context, { start: ast.start, end: ast.start + name.length }, `function ${name}`, null);
  if (context.place.asRows === true && !signature.sql) return wrong(context, ast, ISSUES.notAsRows, { name });
  if (name === 'has_role') return checkHasRole(ast, signature, args, context);
  if (name === 'on') return checkOn(ast, signature, args, context);
  if (name === 'convert') return checkConvert(ast, signature, args, context);
  if (name === 'matches' && !isPattern(args[1], context)) return null;
  const typed = args.map((arg) => checkPart(arg, context));
  const nodes: Node[] = [];
  for (const part of typed) {
    if (part === null) return null;
    nodes.push(part.node);
  }
  const type = resultOf(
    signature,
    nodes.map((node) => node.type),
  );
  if (type === null) return noOverload(ast, signature, nodes, context);
  if (name === 'amount') return withoutCurrency(typed[0] ?? null);
  const paths = PASSING.has(name) ? typed.flatMap((part) => part?.paths ?? []) : [];
  return { node: { node: 'call', type, fn: signature.node ?? name, args: nodes }, paths };
}

/** Functions whose value is one of their arguments, or of its items. */
const PASSING = new Set(['or_else', 'first', 'last']);

function unknownFunction(ast: Ast, name: string, context: Context): null {
  if (LATER.has(name)) return wrong(context, ast, ISSUES.notYet, { name });
  const known = [...FUNCTIONS.keys(), ...MACRO_NAMES];
  return wrong(context, ast, ISSUES.unknownFunction, { name, nearest: HABITS.get(name) ?? nearest(name, known) });
}

/** What other dialects call them. */
const HABITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    has: 'filled',
    isBlank: 'blank',
    coalesce: 'or_else',
    length: 'size',
    len: 'size',
    count: 'size',
    string: 'text',
    any: 'exists',
    average: 'avg',
    startsWith: 'starts_with',
    endsWith: 'ends_with',
    lowerAscii: 'lower',
  }),
);

/** A pattern is written out, so that it is known to be one before anything runs. */
function isPattern(ast: Ast | undefined, context: Context): boolean {
  if (ast === undefined) return true; // too few arguments are told as such
  const written = ast.op === 'value' && typeof ast.args === 'string' ? readPattern(ast.args) : { problemAt: 0 };
  if ('pattern' in written) return true;
  const at = ast.op === 'value' ? String((written.problemAt ?? 0) + 1) : '';
  wrong(context, ast, ISSUES.badPattern, { name: sourceOf(context, ast), at });
  return false;
}

/** The role is written as a bare name or a text, and has to be one of the specification's. */
function checkHasRole(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const [person, role] = args;
  if (!person || !role || args.length > 2) return wrongArguments(ast, signature, [], context);
  const typed = checkPart(person, context);
  if (typed === null) return null;
  const type = resultOf(signature, [typed.node.type, TEXT]);
  if (type === null) return wrongArguments(ast, signature, [typed.node.type, TEXT], context);
  const name = role.op === 'id' ? role.args : role.op === 'value' && typeof role.args === 'string' ? role.args : null;
  if (name === null) return wrongArguments(ast, signature, [typed.node.type], context);
  const { roles } = context.place.schema;
  if (!roles.includes(name)) return wrong(context, role, ISSUES.unknownRole, { name, nearest: nearest(name, roles) });
  mention(context, insideQuotes(role), `role ${name}`, TEXT);
  const giving = context.place.schema.rolesGiving?.(name) ?? null;
  if (giving === null && context.place.schema.rolesGiving) return { node: call('filled', [typed.node]), paths: [] };
  for (const path of typed.paths) context.reads.add(`${path}.roles`);
  return { node: hasAny(typed.node, giving ?? [name]), paths: [] };
}

function call(fn: string, args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

/** A person holds a role who was given it, or one that includes it. In the tree that is a question about his roles. */
function hasAny(person: Node, roles: readonly string[]): Node {
  const given: Node = { node: 'field', type: listOf(TEXT), of: person, name: 'roles' };
  const tests = roles.map((role) => call('in', [{ node: 'literal', type: TEXT, value: role }, given]));
  const [only] = tests;
  return only && tests.length === 1 ? only : call('or', tests);
}
