import {
  didList,
  rolesWith,
  type Condition,
  type Grant,
  type Model,
  type Node,
  type Rights,
  type Transition,
  type Verb,
} from '@ninefold/model';
import { inlined } from './inline.ts';
import { readAt } from '../expressions/mapped.ts';

const BOOLEAN = { kind: 'boolean' } as const;
const TEXT = { kind: 'text' } as const;

const TRUE: Node = { node: 'literal', type: BOOLEAN, value: true };
const FALSE: Node = { node: 'literal', type: BOOLEAN, value: false };

function call(fn: string, args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

/** True if the user has one of these roles, and one of the user's roles has the verb on the record, by a grant that counts. */
export function mayAct(
  model: Model,
  entity: string,
  {
    roles,
    verb,
    counts = () => true,
  }: { readonly roles: readonly string[] | null; readonly verb: Verb; readonly counts?: (grant: Grant) => boolean },
): Node {
  return wayOf(model, roles, (grant) => {
    const condition = grant.verbs[verb];
    return grant.entity !== entity || condition === undefined || !counts(grant) ? null : treeOf(condition);
  });
}

/**
 * True if the user has a grant that counts, whose condition on changes holds of the record before the change and whose
 * condition on what they come to holds after it.
 */
export function mayChange(model: Model, entity: string, counts: (grant: Grant) => boolean = () => true): Node {
  const before: Node = { node: 'variable', type: { kind: 'record', entity }, name: 'before' };
  return wayOf(model, null, (grant) => {
    const condition = grant.verbs.update;
    if (grant.entity !== entity || condition === undefined || !counts(grant)) return null;
    const after = grant.updateTo ?? condition;
    const was = readAt(inlined(treeOf(condition), model), before);
    return condition === true && after === true ? TRUE : call('and', [was, treeOf(after)]);
  });
}

/** True if the user has one of these roles, and a role of the user has a grant for which something holds. */
function wayOf(model: Model, roles: readonly string[] | null, holding: (grant: Grant) => Node | null): Node {
  const ways = Object.keys(model.roles).flatMap((role) => {
    const held = rolesWith(model, [role]);
    if (roles !== null && !roles.some((one) => held.includes(one))) return [];
    const found = held.flatMap((each) => model.roles[each]?.grants ?? []).flatMap((grant) => holding(grant) ?? []);
    return found.length === 0 ? [] : [call('and', [holdsRole(model, role), call('or', [...found, FALSE])])];
  });
  return ways.length === 0 ? FALSE : call('or', [...ways, FALSE]);
}

/** True where one of these grants shows the field of the record. */
export function mayRead(rights: Rights, entity: string, field: string): Node {
  const ways = rights.grants(entity).flatMap(({ verbs, fields }) => {
    const right = fields[field];
    if (verbs.read === undefined || (right && !right.read)) return [];
    return verbs.read === true ? [TRUE] : [call('and', [treeOf(verbs.read), TRUE])];
  });
  return ways.includes(TRUE) ? TRUE : call('or', [...ways, FALSE]);
}

/** True where a condition asks for nothing. */
export function isAlways(node: Node): boolean {
  return node === TRUE;
}

/** That a value is there. */
export function filled(node: Node): Node {
  return call('filled', [node]);
}

function treeOf(condition: Condition): Node {
  return condition === true ? TRUE : (condition.tree ?? FALSE);
}

function holdsRole(model: Model, role: string): Node {
  if (rolesWith(model, []).includes(role)) return TRUE;
  const user: Node = { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'user' };
  const roles: Node = { node: 'field', type: { kind: 'list', of: TEXT }, of: user, name: 'roles' };
  return call('in', [{ node: 'literal', type: TEXT, value: role }, roles]);
}

/** The tree with fields of `record` replaced: what a transition sets, or the state that was before. */
export function replaced(node: Node, values: ReadonlyMap<string, Node>): Node {
  switch (node.node) {
    case 'literal':
    case 'variable':
      return node;
    case 'field': {
      const isOwn = node.of.node === 'variable' && node.of.name === 'record';
      return (isOwn ? values.get(node.name) : undefined) ?? { ...node, of: replaced(node.of, values) };
    }
    case 'call':
      return { ...node, args: node.args.map((arg) => replaced(arg, values)) };
    case 'list':
      return { ...node, items: node.items.map((item) => replaced(item, values)) };
    case 'macro':
      return { ...node, list: replaced(node.list, values), body: replaced(node.body, values) };
  }
}

/** The state of a life cycle (`state`, or the field that holds it) as it was before, for what is judged before it changes. */
export function stateBefore(entity: string, cycle: string): Map<string, Node> {
  const before: Node = { node: 'variable', type: { kind: 'record', entity }, name: 'before' };
  return new Map([[cycle, { node: 'field', type: TEXT, of: before, name: cycle }]]);
}

const USERS = { kind: 'list', of: { kind: 'record', entity: 'user' } } as const;

/** Who fired a transition before, for what is judged while it fires: its list has the present one only afterwards. */
export function firedBefore(entity: string, { id }: Transition): readonly [string, Node] {
  return [didList(id), firedIn('before', entity, id)];
}

/** The list of those who fired a transition, of a variable. */
export function firedIn(variable: string, entity: string, transition: string): Node {
  const of: Node = { node: 'variable', type: { kind: 'record', entity }, name: variable };
  return { node: 'field', type: USERS, of, name: didList(transition) };
}
