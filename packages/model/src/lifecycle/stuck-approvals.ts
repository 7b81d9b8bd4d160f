import type { Entity } from '../ir/entity.ts';
import type { Expression, Node, Type } from '../ir/expression.ts';
import type { Approvals, Transition } from '../ir/lifecycle.ts';
import { pressList } from '../expressions/derived-lists.ts';
import { DISTINCT } from '../expressions/functions/lists.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { partsOfGuard } from './guard-parts.ts';
import { approvalTurnsOf, type Turn } from './turns.ts';

/** A step whose approvals nobody can complete, in one of its states, where all of these conditions hold. */
export interface StuckTurn extends Turn {
  readonly transition: string;
}

/**
 * Where the approvals of a step can no longer be completed, by state: fewer people are left than are needed who are active, have a role
 * of the step and may press, for themselves or in the place of others. Whoever an escalation adds later counts as left. The conditions
 * are for statements of the server: they read who has which role.
 */
export const stuckTurnsOf = memoizedWeakly((entity: Entity): readonly StuckTurn[] =>
  approvalTurnsOf(entity).flatMap((turn) => {
    const stuck = stuckCondition(entity, turn.step);
    return stuck === null ? [] : [{ ...turn, transition: turn.step.id, conditions: [...turn.conditions, stuck] }];
  }),
);

const BOOLEAN: Type = { kind: 'boolean' };
const NUMBER: Type = { kind: 'number' };
const PERSON: Type = { kind: 'record', entity: 'user' };
const PEOPLE: Type = { kind: 'list', of: PERSON };

/** The variable over those who are asked: the one that `substitute` and `escalate` read. */
const APPROVER: Node = { node: 'variable', type: PERSON, name: 'approver' };
const STAND_IN: Node = { node: 'variable', type: PERSON, name: '_stand_in' };

/** What the conditions about a record are made of. */
interface Asking {
  readonly record: Node;
  readonly step: Transition;
  readonly approvals: Approvals;
  /** Parts of the guard that look at nothing of a person but who it is. */
  readonly parts: readonly Node[];
  readonly pressed: Node;
  readonly covered: Node;
}

function stuckCondition(entity: Entity, step: Transition): Expression | null {
  const { approvals } = step;
  if (approvals === null || approvals.of.tree === null) return null;
  const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  const asking: Asking = {
    ...{ record, step, approvals },
    parts: partsOfGuard(step.when).flatMap(({ tree, reads }) => (tree && reads.every(isOfRecordOrUser) ? [tree] : [])),
    pressed: field(record, pressList({ kind: 'by', transition: step.id }), PEOPLE),
    covered: field(record, pressList({ kind: 'for', transition: step.id }), PEOPLE),
  };
  const tree = stuckNode(asking, approvals.of.tree);
  return { source: '', type: BOOLEAN, tree, reads: [] };
}

function isOfRecordOrUser(path: string): boolean {
  return path === 'user' || /^(?:record|limits)\b/.test(path) || path === 'now' || path === 'today';
}

function stuckNode(asking: Asking, of: Node): Node {
  const { covered, pressed, approvals } = asking;
  const missing = macro('filter', of, APPROVER, not(call('in', APPROVER, covered)));
  const nobody = call('eq', size(of), number(0));
  const isCompleted = call('eq', size(missing), number(0));
  const nobodyCompletes = and(isCompleted, not(macro('exists', pressed, STAND_IN, isAble(asking, STAND_IN))));
  const isLost = not(isReachable(asking));
  if (approvals.need === 'all') return or(nobody, nobodyCompletes, macro('exists', missing, APPROVER, isLost));
  const left = macro('filter', of, APPROVER, or(call('in', APPROVER, covered), isReachable(asking)));
  const needed = approvals.need === 'any' ? 1 : approvals.need;
  const tooFew = call('lt', size({ node: 'call', type: PEOPLE, fn: DISTINCT, args: [left] }), number(needed));
  const first: Node = { node: 'call', type: PERSON, fn: 'first', args: [missing] };
  const next: Node = { node: 'list', type: PEOPLE, items: [first] };
  const isNextLost = macro('exists', next, APPROVER, and(call('filled', APPROVER), isLost));
  return or(tooFew, nobodyCompletes, ...(approvals.ordered ? [isNextLost] : []));
}

/** Whether the approver may press, or somebody in their place: now, or after an escalation. */
function isReachable(asking: Asking): Node {
  const { approvals, pressed } = asking;
  const isNew = not(call('in', STAND_IN, pressed));
  return or(
    isAble(asking, APPROVER),
    ...[approvals.substitute, approvals.escalate?.to ?? null].flatMap((way) => {
      if (!way?.tree) return [];
      const people: Node = way.tree.type.kind === 'list' ? way.tree : { node: 'list', type: PEOPLE, items: [way.tree] };
      return [macro('exists', people, STAND_IN, and(call('filled', STAND_IN), isNew, isAble(asking, STAND_IN)))];
    }),
  );
}

/** Whether a person is there and may take the step: active, with a role of it, and not who created the record. */
function isAble({ record, step, parts }: Asking, person: Node): Node {
  const withRole = step.by.map((role) =>
    call('in', person, field({ node: 'variable', type: { kind: 'null' }, name: 'users_with' }, role, PEOPLE)),
  );
  return and(
    field(person, 'active', BOOLEAN),
    call('blank', field(person, 'trashed_at', { kind: 'datetime' })),
    call('ne', person, field(record, 'created_by', PERSON)),
    or(...withRole),
    ...parts.map((part) => withUser(part, person)),
  );
}

/** A condition with a person in the place of `user`. */
function withUser(node: Node, person: Node): Node {
  switch (node.node) {
    case 'literal':
      return node;
    case 'variable':
      return node.name === 'user' ? person : node;
    case 'field':
      return { ...node, of: withUser(node.of, person) };
    case 'call':
      return { ...node, args: node.args.map((each) => withUser(each, person)) };
    case 'macro':
      return { ...node, list: withUser(node.list, person), body: withUser(node.body, person) };
    case 'list':
      return { ...node, items: node.items.map((each) => withUser(each, person)) };
  }
}

function field(of: Node, name: string, type: Type): Node {
  return { node: 'field', type, of, name };
}

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

function and(...parts: readonly Node[]): Node {
  return parts.length === 1 && parts[0] ? parts[0] : call('and', ...parts);
}

function or(...parts: readonly Node[]): Node {
  return parts.length === 1 && parts[0] ? parts[0] : call('or', ...parts);
}

function not(node: Node): Node {
  return call('not', node);
}

function size(list: Node): Node {
  return { node: 'call', type: NUMBER, fn: 'size', args: [list] };
}

function number(value: number): Node {
  return { node: 'literal', type: NUMBER, value: String(value) };
}

function macro(fn: 'filter' | 'exists', list: Node, variable: Node, body: Node): Node {
  const name = variable.node === 'variable' ? variable.name : '';
  return { node: 'macro', type: fn === 'filter' ? PEOPLE : BOOLEAN, fn, list, variable: name, body };
}
