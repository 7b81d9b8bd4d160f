import { didList, type Node, type Type } from '@ninefold/model';
import { checkHolder } from './check-part.ts';
import { type Context, mention, nameRange, type Typed, wrong } from './context.ts';
import { ISSUES } from '../syntax/issues.ts';
import { nearest } from '../schema/nearest.ts';
import type { Ast } from '../syntax/parse.ts';
import { BROKEN, typeName, USERS } from '../schema/types.ts';

/** The name behind which a record has a list of users for each transition of its life cycle. */
export const DID = 'did';

/** The part of `a.did.b` before `did`; null for every other part. */
export function holderOfDid(of: Ast): Ast | null {
  return of.op === '.' && of.args[1] === DID ? of.args[0] : null;
}

/** `a.did.b`. In the tree it is one list of the record, whose name contains both. */
export function checkDid(ast: Ast, record: Ast, transition: string, context: Context): Typed | null {
  const holder = checkHolder(record, context);
  if (holder === null) return null;
  const type = listType(ast, holder.node.type, transition, context);
  const name = didList(transition);
  const node: Node | null = type && { node: 'field', type, of: holder.node, name };
  return node && { node, paths: holder.paths.map((path) => `${path}.${name}`) };
}

function listType(ast: Ast, holder: Type, transition: string, context: Context): Type | null {
  if (holder === BROKEN) return BROKEN;
  const known = holder.kind === 'record' ? (context.place.schema.transitionNames?.(holder.entity) ?? []) : [];
  const at = nameRange(ast, transition);
  if (holder.kind !== 'record' || known.length === 0)
    return wrong(context, at, ISSUES.unknownField, { name: DID, entity: typeName(holder), nearest: '' });
  if (!known.includes(transition))
    return wrong(context, at, ISSUES.unknownTransition, { name: transition, nearest: nearest(transition, known) });
  if (context.place.schema.keepsHistory?.(holder.entity) === false)
    return wrong(context, at, ISSUES.noHistory, { name: DID, entity: holder.entity });
  mention(context, at, `transition ${holder.entity}.${transition}`, USERS);
  return USERS;
}
