import { isForeign, type Node, type Type } from '@ninefold/model';
import { AWAITS, checkAwaits, holderOfAwaits } from './check-awaits.ts';
import { checkDid, DID, holderOfDid } from './check-did.ts';
import { asLine, fieldBeside, isWholeObject, lineBehind, namesLine, partOf } from './check-object.ts';
import { checkHolder } from './check-part.ts';
import { type Context, mention, nameRange, sourceOf, type Typed, wrong } from './context.ts';
import { ISSUES } from '../syntax/issues.ts';
import { nearest } from '../schema/nearest.ts';
import type { Ast } from '../syntax/parse.ts';
import { BROKEN, FORM, NULL, NUMBER, TEXT, typeName } from '../schema/types.ts';

/** Every variable of the language, wherever it exists. */
export const VARIABLES = [
  'record',
  'before',
  'line',
  'user',
  'input',
  'option',
  'approver',
  'body',
  'answer',
  'limits',
  'each',
  'transition',
  'creating',
  'now',
  'today',
];

/** Variables that hold values of different types under names, and are no value themselves. */
const NAMESPACES = new Set(['limits', 'input', 'body', 'answer']);

/** A variable with data of another system: it has every name. Inside of an expression what stands there is a text. */
const FOREIGN = new Set(['body', 'answer']);

/** True where a macro's variable would hide a name of the language. */
export function isTaken(name: string, context: Context): boolean {
  return VARIABLES.includes(name) || context.locals.has(name) || Object.hasOwn(context.place.variables, name);
}

export function checkName(ast: Ast, name: string, context: Context): Typed | null {
  const local = context.locals.get(name);
  if (local)
    return { node: local.value ?? { node: 'variable', type: local.type, name: local.node }, paths: local.paths };
  const { variables } = context.place;
  const type = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (type && NAMESPACES.has(name)) return wrong(context, ast, ISSUES.wholeNamespace, { name });
  if (type) {
    mention(context, ast, `variable ${name}`, type);
    return { node: { node: 'variable', type, name }, paths: [name] };
  }
  const available = [...context.locals.keys(), ...Object.keys(variables)];
  if (VARIABLES.includes(name)) return wrong(context, ast, ISSUES.notHere, { name, expected: available.join(', ') });
  return wrong(context, ast, ISSUES.unknownVariable, { name, nearest: nearestName(name, available, context) });
}

/** Explains a bare word: often it is a field without `record.`, or a text without quotes. */
function nearestName(name: string, available: readonly string[], context: Context): string {
  const { schema, variables } = context.place;
  const records = Object.entries(variables).flatMap(([variable, type]) =>
    type.kind === 'record' ? [{ variable, entity: type.entity }] : [],
  );
  const field = records.find(({ entity }) => schema.fieldType(entity, name));
  const line = lineWith(name, context);
  if (line !== null) return `${line}.${name}`;
  if (field) return `${field.variable}.${name}`;
  const isOption = ({ entity }: { readonly entity: string }): boolean =>
    schema.fieldNames(entity).some((one) => schema.options?.(entity, one)?.includes(name) === true);
  return records.some(isOption) ? `"${name}"` : nearest(name, available);
}

/** The variable that holds a line with this field. */
function lineWith(name: string, { place: { schema, variables } }: Context): string | null {
  const found = Object.entries(variables).find(
    ([, type]) => type.kind === 'line' && schema.lineFieldNames?.(type.entity, type.field).includes(name) === true,
  );
  return found?.[0] ?? null;
}

export function checkField(ast: Ast, of: Ast, name: string, context: Context): Typed | null {
  if (of.op === 'id' && NAMESPACES.has(of.args) && Object.hasOwn(context.place.variables, of.args)) {
    return checkMember(ast, of.args, name, context);
  }
  const record = holderOfDid(of);
  if (record !== null) return checkDid(ast, record, name, context);
  const awaiting = holderOfAwaits(of);
  if (awaiting !== null) return checkAwaits(ast, awaiting, name, context);
  const held = checkHolder(of, context);
  if (held === null) return null;
  const holder = lineHolding(held, name, context);
  if (isForeign(holder.node))
    return {
      node: { node: 'field', type: TEXT, of: holder.node, name },
      paths: holder.paths.map((path) => `${path}.${name}`),
    };
  const spoken = inLanguage(ast, holder, name, context);
  if (spoken !== null) return spoken;
  if (isLimit(holder.node) && holder.node.type.kind === 'record' && name !== 'id')
    return wrong(context, nameRange(ast, name), ISSUES.noFields, { name, found: sourceOf(context, of) });
  const type = fieldType(ast, holder.node.type, name, context);
  if (type === BROKEN) context.names.broken = true;
  if (type === null) return null;
  if (isWholeObject(holder.node)) return partOf(holder, name, type);
  const paths = holder.paths.map((path) => `${path}.${name}`);
  return { node: { node: 'field', type, of: holder.node, name }, paths };
}

/** What has the field: of a reference to a line that has no such part, the line. What names the line is read too. */
function lineHolding(held: Typed, name: string, context: Context): Typed {
  const { type } = held.node;
  if (type.kind !== 'line' || context.place.schema.lineFieldType(type.entity, type.field, name) !== null) {
    if (!namesLine(held.node)) return held;
  }
  const line = asLine(held, context);
  if (!namesLine(line.node)) return held;
  for (const path of line.paths) context.reads.add(path);
  return lineBehind(line);
}

/** A translated text in one of its languages: `record.name.ja`. Null for everything else. */
function inLanguage(ast: Ast, { node, paths }: Typed, name: string, context: Context): Typed | null {
  if (node.node !== 'field' || node.type.kind !== 'text') return null;
  const { type } = node.of;
  if (type.kind !== 'record' && type.kind !== 'line') return null;
  const id = context.place.schema.languageField?.(type, node.name, name) ?? null;
  if (id === null) return null;
  const at = type.kind === 'line' ? `${type.entity}.${type.field}` : type.entity;
  mention(context, nameRange(ast, name), `field ${at}.${id}`, node.type);
  return fieldBeside({ node, paths }, id, node.type);
}

/** A limit names a record, of which only the id is known. */
function isLimit(node: Node): boolean {
  return node.node === 'field' && node.of.node === 'variable' && node.of.name === 'limits';
}

/** What an expression may ask of a file. */
const FILE_MEMBERS: Readonly<Record<string, Type>> = { name: TEXT, size: NUMBER, type: TEXT };

function fieldType(ast: Ast, holder: Type, name: string, context: Context): Type | null {
  const { schema } = context.place;
  const at = nameRange(ast, name);
  if (holder.kind === 'record') {
    const type = schema.fieldType(holder.entity, name);
    if (type) mention(context, at, `field ${holder.entity}.${name}`, type);
    const line = type ? null : lineWith(name, context);
    if (line !== null && sourceOf(context, ast) === `record.${name}`)
      return wrong(context, ast, ISSUES.unknownField, {
        ...{ name: `record.${name}`, entity: holder.entity, nearest: `${line}.${name}` },
      });
    return type ?? unknownField(at, holder.entity, name, context);
  }
  if (holder.kind === 'line') {
    const known = schema.lineFieldNames?.(holder.entity, holder.field) ?? [];
    const params = { name, entity: typeName(holder), nearest: nearest(name, known) };
    const type = schema.lineFieldType(holder.entity, holder.field, name);
    const of = holder.entity === FORM ? 'input ' : `field ${holder.entity}.`;
    if (type) mention(context, at, `${of}${holder.field}.${name}`, type);
    return type ?? wrong(context, at, ISSUES.unknownField, params);
  }
  if (holder.kind === 'file') {
    const known = Object.keys(FILE_MEMBERS);
    const params = { name, entity: typeName(holder), nearest: nearest(name, known) };
    return (
      (Object.hasOwn(FILE_MEMBERS, name) ? FILE_MEMBERS[name] : undefined) ??
      wrong(context, at, ISSUES.unknownField, params)
    );
  }
  if (holder === BROKEN) return BROKEN;
  const params = { name, found: typeName(holder) };
  return wrong(context, at, holder.kind === 'list' ? ISSUES.fieldOfList : ISSUES.noFields, params);
}

function unknownField(
  at: { readonly start: number; readonly end: number },
  entity: string,
  name: string,
  context: Context,
): null {
  const { schema } = context.place;
  const lists = name === DID ? schema.transitionNames?.(entity) : name === AWAITS ? schema.approvalNames?.(entity) : [];
  if (lists !== undefined && lists.length > 0) return wrong(context, at, ISSUES.wholeNamespace, { name });
  return wrong(context, at, ISSUES.unknownField, { name, entity, nearest: nearest(name, schema.fieldNames(entity)) });
}

function checkMember(ast: Ast, of: string, name: string, context: Context): Typed | null {
  const { schema } = context.place;
  if (FOREIGN.has(of)) {
    return {
      node: { node: 'field', type: TEXT, of: { node: 'variable', type: NULL, name: of }, name },
      paths: [`${of}.${name}`],
    };
  }
  const type = of === 'limits' ? schema.limitType(name) : (schema.inputType?.(name) ?? null);
  if (type === BROKEN) context.names.broken = true;
  if (type === null) {
    const known = of === 'limits' ? schema.limitNames() : (schema.inputNames?.() ?? []);
    const id = of === 'limits' ? ISSUES.unknownLimit : ISSUES.unknownInput;
    return wrong(context, nameRange(ast, name), id, { name, nearest: nearest(name, known) });
  }
  mention(context, nameRange(ast, name), `${of === 'limits' ? 'limit' : 'input'} ${name}`, type);
  const holder: Node = { node: 'variable', type: NULL, name: of };
  return { node: { node: 'field', type, of: holder, name }, paths: [`${of}.${name}`] };
}
