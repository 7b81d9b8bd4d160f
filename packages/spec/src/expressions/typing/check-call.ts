import { readPattern, type Node } from '@ninefold/model';
import { checkPresence } from './check-object.ts';
import { checkPart } from './check-part.ts';
import { checkAge } from './check-age.ts';
import { checkConvert, withoutCurrency } from './check-money.ts';
import { checkOn } from './check-on.ts';
import { checkMacro } from './check-macro.ts';
import { noOverload } from './wrong-arguments.ts';
import { type Context, sourceOf, mention, type Typed, wrong } from './context.ts';
import { resultOf, type Signature } from '../functions/signature.ts';
import { FUNCTIONS, LATER, MACRO_NAMES } from '../functions/table.ts';
import { ISSUES } from '../syntax/issues.ts';
import { checkHasRole, checkUsersWith } from './check-roles.ts';
import { checkTreeList, checkUnder } from './check-tree.ts';
import { checkSize } from './check-targets.ts';
import { checkVerify } from './check-verify.ts';
import { nearest } from '../schema/nearest.ts';
import type { Ast } from '../syntax/parse.ts';

export function checkReceiverCall(
  ast: Ast,
  name: string,
  { receiver, args, context }: { readonly receiver: Ast; readonly args: readonly Ast[]; readonly context: Context },
): Typed | null {
  if (MACRO_NAMES.includes(name)) return checkMacro(ast, name, { receiver, args, context });
  return checkCall(ast, name, [receiver, ...args], context);
}

type Check = (ast: Ast, signature: Signature, args: readonly Ast[], context: Context) => Typed | null;

/** Functions with an argument that is a name instead of a value, or that stands for itself where it is left out. */
const APART: Readonly<Partial<Record<string, Check>>> = {
  age: checkAge,
  ancestors: checkTreeList,
  convert: checkConvert,
  descendants: checkTreeList,
  has_role: checkHasRole,
  on: checkOn,
  under: checkUnder,
  users_with: checkUsersWith,
  verify: checkVerify,
};

export function checkCall(ast: Ast, name: string, args: readonly Ast[], context: Context): Typed | null {
  const later = LATER.get(name);
  const signature = FUNCTIONS.get(name) ?? later;
  if (!signature) return unknownFunction(ast, name, context);
  mention(context, { start: ast.start, end: ast.start + name.length }, `function ${name}`, null);
  if (context.place.asRows === true && !signature.sql) return wrong(context, ast, ISSUES.notAsRows, { name });
  const apart = APART[name];
  if (apart) return apart(ast, signature, args, context);
  if (name === 'matches' && !isPattern(args[1], context)) return null;
  const present = PRESENCE.has(name) ? checkPresence(name, args, context) : null;
  if (present !== null) return present;
  const sized = name === 'size' ? checkSize(args, context) : null;
  if (sized !== null) return sized;
  const inner = PRESENCE.has(name) ? { ...context, isUnread: true } : context;
  const typed = args.map((arg) => checkPart(arg, inner));
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
  if (later) wrong(context, ast, ISSUES.notYet, { name });
  if (name === 'amount') return withoutCurrency(typed[0] ?? null);
  const paths = PASSING.has(name) ? typed.flatMap((part) => part?.paths ?? []) : [];
  return { node: { node: 'call', type, fn: signature.node ?? name, args: nodes }, paths };
}

/** Functions that take an object as a whole. */
const PRESENCE = new Set(['blank', 'filled']);

/** Functions whose value is one of their arguments, or of its items. */
const PASSING = new Set(['or_else', 'first', 'last']);

function unknownFunction(ast: Ast, name: string, context: Context): null {
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

/** A pattern must be a literal, so that it is checked before anything runs. */
function isPattern(ast: Ast | undefined, context: Context): boolean {
  if (ast === undefined) return true; // too few arguments are reported as such
  const written = ast.op === 'value' && typeof ast.args === 'string' ? readPattern(ast.args) : { problemAt: 0 };
  if ('pattern' in written) return true;
  const at = ast.op === 'value' ? String((written.problemAt ?? 0) + 1) : '';
  wrong(context, ast, ISSUES.badPattern, { name: sourceOf(context, ast), at });
  return false;
}
