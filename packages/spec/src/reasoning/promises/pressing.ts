import { STANDS_FOR, type Approvals, type Entity, type Expression, type Model, type Node } from '@ninefold/model';
import { checkExpression } from '../../expressions/check.ts';
import { mapped } from '../../expressions/mapped.ts';
import { schemaOf } from '../../expressions/schema/schema-of.ts';
import { names } from '../../expressions/walk.ts';
import { pathOf } from '../leaf.ts';

const BOOLEAN = { kind: 'boolean' } as const;

/**
 * What names the people who are asked, one after the other: of those of a list for whom a condition holds, the whole list. Whoever
 * created the record is nobody. Null where only stored users tell, as those with a role.
 */
export function namedIn(model: Model, entity: Pick<Entity, 'id'>, of: Expression): readonly Node[] | null {
  const tree = treeIn(model, entity, of);
  if (tree === null) return null;
  const named = (tree.node === 'list' ? tree.items : [tree]).map(wholeList);
  return named.every(isOfRecord) ? named.filter((node) => pathOf(node) !== 'record.created_by') : null;
}

/** The first part of what names the people who are asked that takes only some of a list, by a condition; null: none does. */
export function filterIn(model: Model, entity: Pick<Entity, 'id'>, of: Expression): Node | null {
  const tree = treeIn(model, entity, of);
  return (tree?.node === 'list' ? tree.items : [tree]).find((node) => node !== null && isFiltered(node)) ?? null;
}

/** People who are asked where these conditions hold. */
export interface AskedCase {
  readonly when: readonly Node[];
  /** One after the other: a person, a list of people, or those of a list for whom a condition holds (`filter`). */
  readonly people: readonly Node[];
}

/** More ways to choose are not told apart. */
const MOST_CASES = 8;

/** The lists of people that an expression chooses between; null where the record alone does not name them. */
function casesIn(tree: Node): readonly AskedCase[] | null {
  const cases = chosen(tree, (node) => (node.node === 'list' ? productOf(node.items.map(itemIn)) : itemIn(node)));
  return cases !== null && cases.length <= MOST_CASES ? cases : null;
}

function itemIn(tree: Node): readonly AskedCase[] | null {
  return chosen(tree, (node) => (isPath(node) || isFiltered(node) ? [{ when: [], people: [node] }] : null));
}

/** Both ways of a choice, each with its condition; anything else as `plain` reads it. */
function chosen(tree: Node, plain: (tree: Node) => readonly AskedCase[] | null): readonly AskedCase[] | null {
  if (tree.node !== 'call' || tree.fn !== 'if') return plain(tree);
  const [condition, ...ways] = tree.args;
  const [first, second] = ways.map((way) => chosen(way, plain));
  if (!condition || !first || !second) return null;
  const not: Node = { node: 'call', type: BOOLEAN, fn: 'not', args: [condition] };
  const under = (test: Node): ((one: AskedCase) => AskedCase) => {
    return ({ when, people }) => ({ when: [test, ...when], people });
  };
  return [...first.map(under(condition)), ...second.map(under(not))];
}

function productOf(items: readonly (readonly AskedCase[] | null)[]): readonly AskedCase[] | null {
  return items.reduce<readonly AskedCase[] | null>(
    (all, item) => {
      if (all === null || item === null || all.length * item.length > MOST_CASES) return null;
      return all.flatMap((one) =>
        item.map(({ when, people }) => ({ when: [...one.when, ...when], people: [...one.people, ...people] })),
      );
    },
    [{ when: [], people: [] }],
  );
}

/** A field of the record or of one that it refers to. */
function isPath(node: Node): boolean {
  if (node.node !== 'field') return false;
  return node.of.node === 'variable' ? node.of.name === 'record' : isPath(node.of);
}

/** Those of a list of the record for whom a condition on them and on the record holds. */
function isFiltered(node: Node): node is Extract<Node, { readonly node: 'macro' }> {
  return node.node === 'macro' && node.fn === 'filter' && isPath(node.list);
}

/** The list of which a filter takes some; anything else as it is. */
export function wholeList(node: Node): Node {
  return isFiltered(node) ? node.list : node;
}

/** The expression as it is written: the model has a tree that leaves out whom approvals never ask. */
function treeIn(model: Model, { id }: Pick<Entity, 'id'>, { source }: Expression): Node | null {
  const variables = { record: { kind: 'record', entity: id } } as const;
  return checkExpression(source, { variables, schema: schemaOf(model), guarded: false }).expression?.tree ?? null;
}

/** A field of the record or of one that it refers to, or a choice between such. */
function isOfRecord(node: Node): boolean {
  if (node.node === 'call') return node.fn === 'if' && node.args.slice(1).every(isOfRecord);
  return isPath(node);
}

/** Who is asked to approve, as far as an example can name them: what the record names, or everybody with a role. */
export type Asked =
  | { readonly by: 'record'; readonly cases: readonly AskedCase[] }
  | {
      readonly by: 'role';
      readonly role: string;
      /** Whether every person has the role. */
      readonly isEverybodys: boolean;
    };

const known = new WeakMap<Approvals, { readonly model: Model; readonly asked: Asked | null }>();

/** Null where neither the record nor one role names them. */
export function askedBy(model: Model, entity: Pick<Entity, 'id'>, approvals: Approvals): Asked | null {
  const found = known.get(approvals);
  if (found?.model === model) return found.asked;
  const tree = treeIn(model, entity, approvals.of);
  const cases = tree && casesIn(tree);
  const role = cases === null ? roleIn(model, entity, approvals.of) : null;
  const ofRole = (id: string): Asked => {
    return { by: 'role', role: id, isEverybodys: model.roles[id]?.members === 'everyone' };
  };
  const asked: Asked | null = cases ? { by: 'record', cases } : role === null ? null : ofRole(role);
  known.set(approvals, { model, asked });
  return asked;
}

/** The role of `users_with(role)`. */
function roleIn(model: Model, entity: Pick<Entity, 'id'>, of: Expression): string | null {
  const tree = treeIn(model, entity, of);
  if (tree?.node !== 'field' || tree.of.node !== 'variable' || tree.of.name !== 'users_with') return null;
  return tree.name;
}

/**
 * That `user` is one of those who are asked, and where this is the last press of people who are asked one after the other, the
 * one whose turn it is then.
 */
export function isAsked(asked: Asked, { need, ordered }: Approvals, isLast: boolean): Node {
  if (asked.by === 'role') {
    if (asked.isEverybodys) return ANYBODY;
    const roles: Node = { node: 'field', type: { kind: 'list', of: { kind: 'text' } }, of: USER, name: 'roles' };
    return call('in', { node: 'literal', type: { kind: 'text' }, value: asked.role }, roles);
  }
  const ways = asked.cases.map(({ when, people }) => {
    const last = need === 'all' ? people.length : need === 'any' ? 1 : need;
    const isInTurn = isLast && ordered && people.every(({ type }) => type.kind !== 'list');
    const able = isInTurn ? people.slice(last - 1, last) : people;
    return allOf(when, call('or', ...able.map(isAmong), NOBODY));
  });
  return ways.length === 1 && ways[0] ? ways[0] : call('or', ...ways, NOBODY);
}

/** Of more people than these not all choices of those who press are told apart. */
const MOST_CHOSEN = 4;

/**
 * That the list of those who are asked has as many people as have to press, without whoever created the record: else every press is
 * refused. Null where more than the record tells that.
 */
export function isEnough({ id }: Pick<Entity, 'id'>, asked: Asked, { need }: Approvals): Node | null {
  if (asked.by === 'role') return null;
  const record: Node = { node: 'variable', type: { kind: 'record', entity: id }, name: 'record' };
  const creator: Node = { node: 'field', type: USER.type, of: record, name: 'created_by' };
  const least = typeof need === 'number' ? need : 1;
  const ways = asked.cases.map(({ when, people }) => {
    const named = new Map(people.map((one) => [pathOf(one) ?? JSON.stringify(one), one]));
    named.delete('record.created_by');
    const singles = [...named.values()].filter(({ type }) => type.kind !== 'list');
    const isList = singles.length < named.size;
    if (isList) return named.size === 1 ? allOf(when, call('filled', ...people.map(wholeList))) : allOf(when, ANYBODY);
    if (singles.length > MOST_CHOSEN) return allOf(when, ANYBODY);
    const chosen = choices(singles, least).map((some) => {
      const pairs = some.flatMap((one, index) => some.slice(index + 1).map((other) => call('ne', one, other)));
      const there = some.flatMap((one) => [call('filled', one), call('ne', one, creator)]);
      return allOf([...there, ...pairs], ANYBODY);
    });
    return allOf(when, call('or', ...chosen, NOBODY));
  });
  return call('or', ...ways, NOBODY);
}

/** Every choice of so many of some items. */
function choices<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) => choices(items.slice(index + 1), count - 1).map((rest) => [item, ...rest]));
}

/** That `user` is a person, in a list, or one of those of a list for whom a condition holds. */
function isAmong(people: Node): Node {
  if (isFiltered(people)) return allOf([isAmong(people.list)], itemOf(people, USER));
  return call(people.type.kind === 'list' ? 'in' : 'eq', USER, people);
}

function itemOf({ body, variable }: Extract<Node, { readonly node: 'macro' }>, person: Node): Node {
  return mapped(body, (node) => (node.node === 'variable' && node.name === variable ? person : null));
}

/**
 * That `user` presses alone in the place of somebody who is asked: as a substitute, or as a deputy of that day. Null where more
 * than one has to press, or where it is not one person in whose place it is.
 */
export function isInPlace(
  { id }: Pick<Entity, 'id'>,
  asked: Asked,
  approvals: Approvals,
  guard: Node | null,
): Node | null {
  const { need, substitute } = approvals;
  if (asked.by === 'role' || (guard !== null && names(guard, ['user', 'input']))) return null; // it is asked of both
  const record: Node = { node: 'variable', type: { kind: 'record', entity: id }, name: 'record' };
  const creator: Node = { node: 'field', type: USER.type, of: record, name: 'created_by' };
  const standsFor: Node = { node: 'field', type: { kind: 'list', of: USER.type }, of: USER, name: STANDS_FOR };
  const ways = asked.cases.flatMap(({ when, people }) => {
    const isOne = need === 'any' || need === 1 || (need === 'all' && people.length === 1);
    if (!isOne || (approvals.ordered && people.length > 1) || !people.every(isPath)) return [];
    return people.flatMap((person): readonly Node[] => {
      if (person.type.kind === 'list') return [];
      const placed = substitute?.tree ? isAmong(approverIs(substitute.tree, person)) : NOBODY;
      const others = [call('filled', person), call('ne', person, USER), call('ne', person, creator)];
      return [allOf([...when, ...others], call('or', placed, call('in', person, standsFor)))];
    });
  });
  return ways.length === 0 ? null : call('or', ...ways, NOBODY);
}

function approverIs(tree: Node, person: Node): Node {
  return mapped(tree, (node) => (node.node === 'variable' && node.name === 'approver' ? person : null));
}

/** Who is asked where a condition is `true` or not: the case whose conditions hold. Null where none is known to. */
export function caseWhere(
  { cases }: Extract<Asked, { readonly by: 'record' }>,
  holds: (condition: Node) => boolean,
): AskedCase | null {
  return cases.find(({ when }) => when.every(holds)) ?? null;
}

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

function allOf(conditions: readonly Node[], last: Node): Node {
  return conditions.length === 0 ? last : call('and', ...conditions, last);
}

const USER: Node = { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'user' };
const ANYBODY: Node = { node: 'literal', type: BOOLEAN, value: true };
const NOBODY: Node = { node: 'literal', type: BOOLEAN, value: false };
