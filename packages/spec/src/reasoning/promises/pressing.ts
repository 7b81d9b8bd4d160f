import type { Approvals, Entity, Expression, Model, Node } from '@ninefold/model';
import { checkExpression } from '../../expressions/check.ts';
import { schemaOf } from '../../expressions/schema/schema-of.ts';

const BOOLEAN = { kind: 'boolean' } as const;

/** What names the people who are asked, one after the other; null where only stored users tell, as those with a role. */
export function namedIn(model: Model, entity: Pick<Entity, 'id'>, of: Expression): readonly Node[] | null {
  const tree = treeIn(model, entity, of);
  if (tree === null) return null;
  const named = tree.node === 'list' ? tree.items : [tree];
  return named.every(isOfRecord) ? named : null;
}

/** The expression as it is written: the model has a tree that leaves out whom approvals never ask. */
function treeIn(model: Model, { id }: Pick<Entity, 'id'>, { source }: Expression): Node | null {
  const variables = { record: { kind: 'record', entity: id } } as const;
  return checkExpression(source, { variables, schema: schemaOf(model), guarded: false }).expression?.tree ?? null;
}

/** A field of the record or of one that it refers to, or a choice between such. */
function isOfRecord(node: Node): boolean {
  if (node.node === 'call') return node.fn === 'if' && node.args.slice(1).every(isOfRecord);
  if (node.node !== 'field') return false;
  return node.of.node === 'variable' ? node.of.name === 'record' : isOfRecord(node.of);
}

/** Who is asked to approve, as far as an example can name them: what the record names, or everybody with a role. */
export type Asked =
  | { readonly by: 'record'; readonly people: readonly Node[] }
  | { readonly by: 'role'; readonly role: string };

const known = new WeakMap<Approvals, { readonly model: Model; readonly asked: Asked | null }>();

/** Null where neither the record nor one role names them. */
export function askedBy(model: Model, entity: Pick<Entity, 'id'>, approvals: Approvals): Asked | null {
  const found = known.get(approvals);
  if (found?.model === model) return found.asked;
  const people = namedIn(model, entity, approvals.of);
  const role = people === null ? roleIn(model, entity, approvals.of) : null;
  const asked: Asked | null = people ? { by: 'record', people } : role === null ? null : { by: 'role', role };
  known.set(approvals, { model, asked });
  return asked;
}

/** The role of `users_with(role)`, where some people have it and others have not. */
function roleIn(model: Model, entity: Pick<Entity, 'id'>, of: Expression): string | null {
  const tree = treeIn(model, entity, of);
  if (tree?.node !== 'field' || tree.of.node !== 'variable' || tree.of.name !== 'users_with') return null;
  return model.roles[tree.name]?.members === 'everyone' ? null : tree.name;
}

/**
 * That `user` is one of those who are asked, and where this is the last press of people who are asked one after the other, the
 * one whose turn it is then.
 */
export function isAsked(asked: Asked, { need, ordered }: Approvals, isLast: boolean): Node {
  const person = { kind: 'record', entity: 'user' } as const;
  const user: Node = { node: 'variable', type: person, name: 'user' };
  if (asked.by === 'role') {
    const roles: Node = { node: 'field', type: { kind: 'list', of: { kind: 'text' } }, of: user, name: 'roles' };
    const role: Node = { node: 'literal', type: { kind: 'text' }, value: asked.role };
    return { node: 'call', type: BOOLEAN, fn: 'in', args: [role, roles] };
  }
  const { people } = asked;
  const last = need === 'all' ? people.length : need === 'any' ? 1 : need;
  const isInTurn = isLast && ordered && people.every(({ type }) => type.kind !== 'list');
  const able = isInTurn ? people.slice(last - 1, last) : people;
  const ways = able.map((one): Node => {
    const fn = one.type.kind === 'list' ? 'in' : 'eq';
    return { node: 'call', type: BOOLEAN, fn, args: [user, one] };
  });
  return { node: 'call', type: BOOLEAN, fn: 'or', args: [...ways, NOBODY] };
}

const NOBODY: Node = { node: 'literal', type: BOOLEAN, value: false };
