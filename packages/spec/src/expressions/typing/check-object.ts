import { type Node, parentOf, partId, stepInPath, type Type } from '@ninefold/model';
import { checkHolder } from './check-part.ts';
import type { Context, Typed } from './context.ts';
import type { Ast } from '../syntax/parse.ts';
import type { Schema } from '../schema/place.ts';
import { BOOLEAN, FORM, listOf } from '../schema/types.ts';

/** What names the parts. */
interface Place {
  readonly schema: Schema;
}

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

/** A part of an object. In the tree it is one field of the record, whose name contains the names of both. */
export function partOf({ node, paths }: Typed, name: string, type: Type): Typed {
  return isWholeObject(node) ? fieldBeside({ node, paths }, partId(node.name, name), type) : { node, paths };
}

/** Another field of the same record or line, in place of the one that is read. */
export function fieldBeside(
  { node, paths }: { readonly node: FieldNode; readonly paths: Typed['paths'] },
  id: string,
  type: Type,
): Typed {
  const above = node.name.length;
  return { node: { ...node, type, name: id }, paths: paths.map((path) => path.slice(0, -above) + stepInPath(id)) };
}

/** The parts of an object, those of the groups in it in their place, and each text in every language. */
function partsIn(whole: Typed, { schema }: Place): readonly Typed[] {
  const { type } = whole.node;
  if (type.kind !== 'line') return [];
  return (schema.lineFieldNames?.(type.entity, type.field) ?? []).flatMap((name) => {
    const found = schema.lineFieldType(type.entity, type.field, name);
    if (found === null) return [];
    const part = partOf(whole, name, found);
    return isWholeObject(part.node) ? partsIn(part, { schema }) : inLanguages(part, { schema });
  });
}

/** A text in each of its languages; anything else alone. */
function inLanguages({ node, paths }: Typed, { schema }: Place): readonly Typed[] {
  if (node.node !== 'field') return [{ node, paths }];
  const of = node.of.type;
  if (of.kind !== 'record' && of.kind !== 'line') return [{ node, paths }];
  const ids = (schema.languageNames?.(of, node.name) ?? []).map((one) => schema.languageField?.(of, node.name, one));
  const texts = ids.flatMap((id) => (id == null ? [] : [fieldBeside({ node, paths }, id, node.type)]));
  return texts.length === 0 ? [{ node, paths }] : texts;
}

/** `blank(record.address)` and `filled(record.address)`: whether all parts are blank, or one is filled. Null for every other argument. */
export function checkPresence(name: string, [arg, ...more]: readonly Ast[], context: Context): Typed | null {
  if (more.length > 0 || arg?.op !== '.' || !isPath(arg)) return null;
  const typed = checkHolder(arg, trialOf(context));
  if (typed === null || !isWholeObject(typed.node) || typed.node.type.kind !== 'line') return null;
  const parts = partsIn(typed, context.place);
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

// `record.row`, where `row` refers to a line of an order: it has a part for the order (`row.order`) and one for the line
// (`row.rows`). As a value it stands for the line. What the line has is found among the lines of the order, so that an expression
// reads them as it reads any lines behind a reference.

type LineType = Extract<Type, { readonly kind: 'line' }>;

/** The variable of the lines that are looked at; no author can write it. */
const LINE = 'lineOf';

/** The line that a reference to one names, as a value; any other node unchanged. */
export function asLine(typed: Typed, { place: { schema } }: Context): Typed {
  if (!isWholeObject(typed.node) || typed.node.type.kind !== 'line') return typed;
  const { entity, field } = typed.node.type;
  for (const name of schema.lineFieldNames?.(entity, field) ?? []) {
    const type = schema.lineFieldType(entity, field, name);
    if (type?.kind === 'line' && type.field === name) return partOf(typed, name, type);
  }
  return typed;
}

/** Whether a node is the line that a reference names. */
export function namesLine(node: Node): node is FieldNode & { readonly type: LineType } {
  return node.node === 'field' && node.type.kind === 'line' && parentOf(node.name) !== null && !isWholeObject(node);
}

/** The line itself, of which a field is asked for. Each path leads to the lines of the record beside it. */
export function lineBehind({ node, paths }: Typed): Typed {
  if (!namesLine(node)) return { node, paths };
  const { type } = node;
  const record = partId(parentOf(node.name) ?? '', type.entity);
  const own = stepInPath(node.name).length;
  const variable: Node = { node: 'variable', type, name: LINE };
  const lines: Node = {
    node: 'field',
    type: listOf(type),
    of: { node: 'field', type: { kind: 'record', entity: type.entity }, of: node.of, name: record },
    name: type.field,
  };
  const isIt: Node = { node: 'call', type: BOOLEAN, fn: 'eq', args: [variable, node] };
  const found: Node = { node: 'macro', type: lines.type, fn: 'filter', list: lines, variable: LINE, body: isIt };
  return {
    node: { node: 'call', type, fn: 'first', args: [found] },
    paths: paths.map((path) => `${path.slice(0, -own)}${stepInPath(record)}.${type.field}`),
  };
}
