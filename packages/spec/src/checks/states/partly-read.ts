import { cycleOf, targets, type Model, type Node, type Rights, type Wire } from '@ninefold/model';
import { filled, isAlways, mayRead } from '../../reasoning/actors.ts';
import { decide, goal } from '../../reasoning/decide.ts';
import { names } from '../../expressions/walk.ts';
import type { Notice } from './notices.ts';

const BOOLEAN = { kind: 'boolean' } as const;
const USER: Node = { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'user' };

/** Who is told, to whom the text names a field. */
export interface Reader {
  readonly rights: Rights;
  readonly field: string;
}

/** Where somebody with these rights reads a field: the same text for fields that are read on the same records. */
export function readAs({ rights, field }: Reader, { entity }: Pick<Notice, 'entity'>): string {
  return JSON.stringify(mayRead(rights, entity.id, field));
}

/** Whether somebody with these rights may be told of a record, who reads the record and not this field of it. */
export function isPartlyClosed(model: Model, notice: Notice, { rights, field }: Reader): boolean {
  const { entity, to, when } = notice;
  const open = mayRead(rights, entity.id, field);
  if (readAs({ rights, field }, notice) === readAs({ rights, field: 'id' }, notice)) return false;
  if (to.tree === null || isAlways(open) || names(to.tree, ['user', 'input', 'before'])) return false;
  const answer = decide({
    ...{ model, entity: entity.id, lawful: true },
    goals: [
      { tree: isTold(to.tree), holds: true },
      { tree: mayRead(rights, entity.id, 'id'), holds: true },
      { tree: open, holds: false },
      ...goal(when),
    ],
    fixed: { 'user.roles': [[...rights.roles]], ...statesOf(notice) },
  });
  return answer.verdict === 'possible';
}

/** That the user is among those who are told. */
function isTold(to: Node): Node {
  if (to.type.kind === 'list') return { node: 'call', type: BOOLEAN, fn: 'in', args: [USER, to] };
  const isSame: Node = { node: 'call', type: BOOLEAN, fn: 'eq', args: [to, USER] };
  return { node: 'call', type: BOOLEAN, fn: 'and', args: [filled(to), isSame] };
}

/** The states in which a transition leaves the record of which it tells. */
function statesOf({ entity, transition }: Notice): Readonly<Record<string, readonly Wire[]>> {
  const cycle = transition && cycleOf(entity, transition.id);
  if (transition === null || cycle === null) return {};
  const states = Object.keys(cycle.lifecycle.states);
  const left = [...new Set(transition.from.flatMap((from) => targets(transition, from, states)))];
  return left.length === 0 ? {} : { [`record.${cycle.field}`]: left };
}
