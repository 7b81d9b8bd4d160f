import type { Expression, Node, Type } from '@ninefold/model';
import { askedOf, awaitedOf, deputisedOf, onceEach, type Pressing, pressOf } from './typing/check-awaits.ts';
import type { Context, Typed } from './typing/context.ts';
import type { Asked, Schema } from './schema/place.ts';
import { COMMON_VARIABLES } from './schema/place.ts';
import { BOOLEAN, NUMBER } from './schema/types.ts';

/** Whom a transition asks for their approval, and whether `user` may press now. */
export interface CheckedApprovals {
  readonly of: Expression;
  readonly press: Expression;
  readonly deputised: Expression;
}

/**
 * Works out the conditions of the approvals of a record of this entity; null where an expression of theirs is wrong, which is told
 * elsewhere. `when` is the source of the guard of the transition, `least` how many people have to be asked.
 */
export function checkApprovals(
  { when, least, ...asked }: Asked & { readonly when: string | null; readonly least: number },
  entity: string,
  schema: Schema,
): CheckedApprovals | null {
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
  const conditionOf = (check: (pressing: Pressing, own: Context) => Node | null): Expression | null => {
    const inside = context();
    for (const path of ['user', ...own.reads]) inside.reads.add(path);
    const tree = check({ record, awaited: awaitedOf(record, people, asked, inside), asked, when }, inside);
    return tree && expressionOf('', tree, inside);
  };
  const press = conditionOf((pressing, inside) => {
    const may = pressOf(pressing, inside);
    return may && least > 1 ? bothOf(areSoMany(people, least), may) : may;
  });
  const user: Typed = {
    node: { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'user' },
    paths: ['user'],
  };
  const deputised = conditionOf((pressing, inside) => deputisedOf(pressing, user, inside));
  return press && deputised && { of: expressionOf(asked.of, people.node, own), press, deputised };
}

/** Where too few people are asked, nobody may press. */
function areSoMany(people: Typed, least: number): Node {
  const count: Node = { node: 'call', type: NUMBER, fn: 'size', args: [onceEach(people).node] };
  const needed: Node = { node: 'literal', type: NUMBER, value: String(least) };
  return { node: 'call', type: BOOLEAN, fn: 'ge', args: [count, needed] };
}

function bothOf(one: Node, other: Node): Node {
  return { node: 'call', type: BOOLEAN, fn: 'and', args: [one, other] };
}

function expressionOf(source: string, tree: Node, { reads }: Context): Expression {
  return { source, type: tree.type, tree, reads: [...reads].sort() };
}
