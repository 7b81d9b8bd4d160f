import type { Approvals, Entity, Expression, Model, Node } from '@ninefold/model';
import { checkExpression } from '../../expressions/check.ts';
import { schemaOf } from '../../expressions/schema/schema-of.ts';

const BOOLEAN = { kind: 'boolean' } as const;

/** What names the people who are asked, one after the other; null where only stored users tell, as those with a role. */
export function namedIn(model: Model, { id }: Pick<Entity, 'id'>, { source }: Expression): readonly Node[] | null {
  const variables = { record: { kind: 'record', entity: id } } as const;
  const { expression } = checkExpression(source, { variables, schema: schemaOf(model), guarded: false });
  const tree = expression?.tree ?? null;
  if (tree === null) return null;
  const named = tree.node === 'list' ? tree.items : [tree];
  return named.every(isOfRecord) ? named : null;
}

/** A field of the record or of one that it refers to, or a choice between such. */
function isOfRecord(node: Node): boolean {
  if (node.node === 'call') return node.fn === 'if' && node.args.slice(1).every(isOfRecord);
  if (node.node !== 'field') return false;
  return node.of.node === 'variable' ? node.of.name === 'record' : isOfRecord(node.of);
}

/** One press, after which the transition fires. */
interface OnePress {
  /** That `user` is one of those who are asked. */
  readonly tree: Node;
  /** Whether each of them may press first. */
  readonly isAnybodys: boolean;
}

const known = new WeakMap<Approvals, { readonly model: Model; readonly press: OnePress | null }>();

/** Approvals that the press of one of the people who are asked fulfils, and nobody in their place; null for any others. */
export function onePress(model: Model, entity: Pick<Entity, 'id'>, approvals: Approvals): OnePress | null {
  const found = known.get(approvals);
  if (found?.model === model) return found.press;
  const press = pressOf(model, entity, approvals);
  known.set(approvals, { model, press });
  return press;
}

function pressOf(model: Model, entity: Pick<Entity, 'id'>, approvals: Approvals): OnePress | null {
  const { of, need, ordered, substitute, escalate } = approvals;
  const named = substitute === null && escalate === null ? namedIn(model, entity, of) : null;
  const [first] = named ?? [];
  if (named === null || first === undefined) return null;
  const isSingle = named.length === 1 && first.type.kind !== 'list';
  if (need !== 'any' && need !== 1 && !(need === 'all' && isSingle)) return null;
  const user: Node = { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'user' };
  const asked = named.map((one): Node => {
    const fn = one.type.kind === 'list' ? 'in' : 'eq';
    return { node: 'call', type: BOOLEAN, fn, args: [user, one] };
  });
  const tree: Node = asked.length === 1 && asked[0] ? asked[0] : { node: 'call', type: BOOLEAN, fn: 'or', args: asked };
  return { tree, isAnybodys: isSingle || !ordered };
}
