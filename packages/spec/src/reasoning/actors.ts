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
  const ways = Object.keys(model.roles).flatMap((role) => {
    const held = rolesWith(model, [role]);
    if (roles !== null && !roles.some((one) => held.includes(one))) return [];
    const rows = held
      .flatMap((each) => model.roles[each]?.grants ?? [])
      .filter((grant) => grant.entity === entity && counts(grant));
    const conditions = rows.flatMap((grant) => grant.verbs[verb] ?? []);
    return conditions.length === 0 ? [] : [call('and', [holdsRole(model, role), anyOf(conditions)])];
  });
  return ways.length === 0 ? FALSE : call('or', [...ways, FALSE]);
}

/** True where one of these grants shows the field of the record. */
export function mayRead(rights: Rights, entity: string, field: string): Node {
  const ways = rights.grants(entity).flatMap(({ verbs, fields }) => {
    const right = fields[field];
    if (verbs.read === undefined || (right && !right.read)) return [];
    const conditions = [verbs.read, ...(right?.conditions?.read ? [right.conditions.read] : [])];
    return conditions.every((one) => one === true) ? [TRUE] : [call('and', [...conditions.map(treeOf), TRUE])];
  });
  return ways.includes(TRUE) ? TRUE : call('or', [...ways, FALSE]);
}

/** True where a condition asks for nothing. */
export function isAlways(node: Node): boolean {
  return node === TRUE;
}

/** A condition on `record`, asked of the record that another expression leads to. */
export function readAt(node: Node, holder: Node): Node {
  switch (node.node) {
    case 'literal':
      return node;
    case 'variable':
      return node.name === 'record' ? holder : node;
    case 'field':
      return { ...node, of: readAt(node.of, holder) };
    case 'call':
      return { ...node, args: node.args.map((arg) => readAt(arg, holder)) };
    case 'list':
      return { ...node, items: node.items.map((item) => readAt(item, holder)) };
    case 'macro':
      return { ...node, list: readAt(node.list, holder), body: readAt(node.body, holder) };
  }
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

function anyOf(conditions: readonly Condition[]): Node {
  return call('or', [...conditions.map(treeOf), FALSE]);
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
