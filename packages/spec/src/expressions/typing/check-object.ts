import { type Node, partId, stepInPath, type Type } from '@ninefold/model';
import { checkHolder } from './check-part.ts';
import type { Context, Typed } from './context.ts';
import type { Ast } from '../syntax/parse.ts';
import { BOOLEAN, FORM } from '../schema/types.ts';

type FieldNode = Extract<Node, { readonly node: 'field' }>;

/** Whether a part names an object as a whole, which is no value itself. */
export function isWholeObject(node: Node): node is FieldNode {
  if (node.node !== 'field' || node.type.kind !== 'line') return false;
  const { type } = node.of;
  if (node.type.entity === FORM) return isForm(node.of);
  if (type.kind !== 'record' && type.kind !== 'line') return false;
  const id = type.kind === 'line' ? partId(type.field, node.name) : node.name;
  return node.type.entity === type.entity && node.type.field === id;
}

function isForm(node: Node): boolean {
  return node.node === 'variable' && node.name === 'input';
}

/** A part of an object. In the tree it is one field of the record, whose name contains both names. */
export function partOf({ node, paths }: Typed, name: string, type: Type): Typed {
  if (!isWholeObject(node)) return { node, paths };
  const id = partId(node.name, name);
  const above = node.name.length;
  const parts = paths.map((path) => path.slice(0, -above) + stepInPath(id));
  return { node: { node: 'field', type, of: node.of, name: id }, paths: parts };
}

/** `blank(record.address)` and `filled(record.address)`: whether all parts are blank, or one is filled. Null for every other argument. */
export function checkPresence(name: string, [arg, ...more]: readonly Ast[], context: Context): Typed | null {
  if (more.length > 0 || arg?.op !== '.' || !isPath(arg)) return null;
  const typed = checkHolder(arg, trialOf(context));
  if (typed === null || !isWholeObject(typed.node) || typed.node.type.kind !== 'line') return null;
  const { entity, field: object } = typed.node.type;
  const { schema } = context.place;
  const parts = (schema.lineFieldNames?.(entity, object) ?? []).flatMap((part) => {
    const type = schema.lineFieldType(entity, object, part);
    return type === null ? [] : [partOf(typed, part, type)];
  });
  const [first, ...rest] = parts.map(({ node }) => presence(name, node));
  if (!first) return null;
  const whole = checkHolder(arg, context);
  for (const { paths } of whole === null ? [] : parts) for (const path of paths) context.reads.add(path);
  const fn = name === 'filled' ? 'or' : 'and';
  const node = rest.reduce<Node>((left, right) => ({ node: 'call', type: BOOLEAN, fn, args: [left, right] }), first);
  return { node, paths: [] };
}

function isPath(ast: Ast): boolean {
  return ast.op === 'id' || (ast.op === '.' && isPath(ast.args[0]));
}

/** A context in which nothing is told. */
export function trialOf(context: Context): Context {
  const { mention: _, ...place } = context.place;
  return { ...context, place, issues: [], reads: new Set(), names: { broken: false }, spent: { ...context.spent } };
}

/** A part that is true or false counts as filled where it is true. */
function presence(name: string, part: Node): Node {
  if (part.type.kind !== 'boolean') return { node: 'call', type: BOOLEAN, fn: name, args: [part] };
  return name === 'filled' ? part : { node: 'call', type: BOOLEAN, fn: 'not', args: [part] };
}
