import type { Node, Type } from '@ninefold/model';
import { BOOLEAN, listOf, NUMBER } from '../schema/types.ts';
import type { Ast } from '../syntax/parse.ts';
import { isWholeObject, partOf, trialOf } from './check-object.ts';
import { checkHolder, checkPart } from './check-part.ts';
import type { Context, Typed } from './context.ts';

// `record.whom == user`, where `whom` refers to one of several entities: it has a part for each of them, of which one at most is
// filled. In the tree stands the part of the entity that it is compared with. `user in record.helpers` and `size(record.helpers)`,
// where `helpers` are references to several entities, are about the same parts, each of which is a list.

/** A reference, or references, to several entities, as it is written. */
interface Targets {
  readonly ast: Ast;
  readonly whole: Typed;
  readonly entities: readonly string[];
  /** Whether each part is a list. */
  readonly isMany: boolean;
}

const SIDED: ReadonlySet<string> = new Set(['==', '!=', 'in']);

/**
 * The two sides of a comparison, with the part that is compared in the place of a reference to one of several entities. Null
 * where something is wrong, undefined where neither side is one.
 */
export function sidesOf(
  name: string,
  [left, right]: readonly [Ast, Ast],
  context: Context,
): readonly [Typed, Typed] | Typed | null | undefined {
  if (!SIDED.has(name)) return undefined;
  const first = targetsIn(left, context);
  const second = targetsIn(right, context);
  if (first?.isMany === true || (second !== null && second.isMany !== (name === 'in'))) return undefined;
  if (first === null && second === null) return undefined;
  if (first !== null && second !== null) return bothOf(name, first, second, context);
  const targets = first ?? second;
  if (targets === null) return undefined;
  const other = checkPart(first === null ? left : right, context);
  if (other === null) return null;
  const { type } = other.node;
  if (type.kind === 'null' && name !== 'in') return presenceOf(name, targets, context);
  const entity = entityOf(type);
  if (entity === null || !targets.entities.includes(entity)) return undefined;
  const part = partNamed(targets, entity, context);
  return first === null ? [other, part] : [part, other];
}

function entityOf(type: Type): string | null {
  if (type.kind === 'list') return type.of.kind === 'record' ? type.of.entity : null;
  return type.kind === 'record' ? type.entity : null;
}

function targetsIn(ast: Ast, context: Context): Targets | null {
  if (ast.op !== '.') return null;
  const whole = checkHolder(ast, trialOf(context));
  if (whole === null || !isWholeObject(whole.node) || whole.node.type.kind !== 'line') return null;
  const { entity, field } = whole.node.type;
  const { schema } = context.place;
  const entities = schema.targets?.(entity, field) ?? [];
  const isMany = entities.some((part) => schema.lineFieldType(entity, field, part)?.kind === 'list');
  return entities.length === 0 ? null : { ast, whole, entities, isMany };
}

/** The part for an entity, noted as read. */
function partNamed({ ast, whole, isMany }: Targets, entity: string, context: Context): Typed {
  checkHolder(ast, context); // for editors, which are told of each name
  const type = { kind: 'record', entity } as const;
  const part = partOf(whole, entity, isMany ? listOf(type) : type);
  for (const path of part.paths) context.reads.add(path);
  return part;
}

/** Two references are equal where they name the same record, or both none. One is in a list where the part of its entity is. */
function bothOf(name: string, first: Targets, second: Targets, context: Context): Typed | undefined {
  if (name === 'in') return inOf(first, second, context);
  const parts = [...new Set([...first.entities, ...second.entities])].map((entity): Node => {
    const own = [first, second].flatMap((one) =>
      one.entities.includes(entity) ? [partNamed(one, entity, context).node] : [],
    );
    return call(own.length === 2 ? 'eq' : 'blank', own);
  });
  return joined(name, call('and', parts));
}

function inOf(first: Targets, second: Targets, context: Context): Typed | undefined {
  const shared = first.entities.filter((entity) => second.entities.includes(entity));
  const parts = shared.map((entity) =>
    call('in', [partNamed(first, entity, context).node, partNamed(second, entity, context).node]),
  );
  const [only, ...more] = parts;
  if (only === undefined) return undefined;
  return { node: more.length === 0 ? only : call('or', parts), paths: [] };
}

/** `size(record.helpers)`: how many records there are in all parts. Null for every other argument. */
export function checkSize([arg, ...more]: readonly Ast[], context: Context): Typed | null {
  const targets = arg === undefined || more.length > 0 ? null : targetsIn(arg, context);
  if (targets?.isMany !== true) return null;
  const sizes = targets.entities.map((entity): Node => {
    const args = [partNamed(targets, entity, context).node];
    return { node: 'call', type: NUMBER, fn: 'size', args };
  });
  const [first, ...rest] = sizes;
  if (first === undefined) return null;
  const node = rest.reduce((left, right) => ({ node: 'call', type: NUMBER, fn: 'add', args: [left, right] }), first);
  return { node, paths: [] };
}

function presenceOf(name: string, targets: Targets, context: Context): Typed {
  const parts = targets.entities.map((entity) => call('blank', [partNamed(targets, entity, context).node]));
  return joined(name, call('and', parts));
}

function joined(name: string, same: Node): Typed {
  return { node: name === '==' ? same : call('not', [same]), paths: [] };
}

function call(fn: string, args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}
