import type { Expression, Node, Type } from '@ninefold/model';
import { askedOf, awaitedOf, pressOf } from './typing/check-awaits.ts';
import type { Context, Typed } from './typing/context.ts';
import type { Asked, Schema } from './schema/place.ts';
import { COMMON_VARIABLES } from './schema/place.ts';

/** Whom a transition asks for their approval, and whether `user` may press now. */
export interface CheckedApprovals {
  readonly of: Expression;
  readonly press: Expression;
}

/** Works out the conditions of the approvals of a record of this entity; null where an expression of theirs is wrong, which is told elsewhere. */
export function checkApprovals(asked: Asked, entity: string, schema: Schema): CheckedApprovals | null {
  const type: Type = { kind: 'record', entity };
  const record: Typed = { node: { node: 'variable', type, name: 'record' }, paths: ['record'] };
  const variables = { ...COMMON_VARIABLES, record: type, user: { kind: 'record', entity: 'user' } as const };
  const context = (): Context => ({
    ...{ source: asked.of, place: { variables, schema, guarded: false }, locals: new Map(), issues: [] },
    ...{ reads: new Set(), names: { broken: false }, times: 1, spent: { cost: 0 } },
  });
  const own = context();
  const people = askedOf({ start: 0, end: 0 }, record, asked, own);
  if (people === null) return null;
  const pressing = context();
  pressing.reads.add('user');
  for (const path of own.reads) pressing.reads.add(path);
  const press = pressOf(record, awaitedOf(record, people, asked, pressing), asked, pressing);
  if (press === null) return null;
  return { of: expressionOf(asked.of, people.node, own), press: expressionOf('', press, pressing) };
}

function expressionOf(source: string, tree: Node, { reads }: Context): Expression {
  return { source, type: tree.type, tree, reads: [...reads].sort() };
}
