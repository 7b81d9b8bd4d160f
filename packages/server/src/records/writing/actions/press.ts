import {
  approvalState,
  pressPlace,
  pressProblem,
  type RecordValue,
  type ReferenceValue,
  type Scope,
  type Transition,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Sent } from '../../context/body.ts';
import { answerWritten, type WriteContext } from '../../services/write-context.ts';
import { beginUpdate } from '../change.ts';
import { follow } from '../following/follow.ts';
import { tellOfChange } from '../following/tell-of-change.ts';
import { writeChange } from '../storing/write-history.ts';

/** What the press of a transition with approvals does. */
export interface Press {
  /** The approver in whose place the caller presses; null for themselves. */
  readonly for: string | null;
  /** The person whose deputy the caller presses as; null where they are nobody's. */
  readonly through: string | null;
  /** Whether it is the last, with which the transition fires. */
  readonly isLast: boolean;
}

/** What a press of the caller would do; null where the transition needs no approvals. Refuses whoever may not press now. */
export function pressNow({ entity, caller }: WriteContext, transition: Transition, scope: Scope): Press | null {
  if (transition.approvals === null) return null;
  const problem = pressProblem(entity.id, transition, scope);
  const state = approvalState(transition, scope);
  if (problem === undefined || state === undefined)
    throw new Error(`the approvals of ${entity.id}.${transition.id} cannot be decided`);
  if (problem !== null) throw new Refusal(problem.code, { params: problem.params });
  const { asked, missing, needed } = state;
  const { id } = caller.me;
  if (missing.length === 0) return { for: null, through: null, isLast: true };
  const place = pressPlace(transition, state, scope);
  if (place === null) throw new Error(`nobody says in whose place ${entity.id}.${transition.id} is pressed`);
  const { approver, through } = place;
  const isLast = asked.length - missing.length + 1 >= needed;
  return { for: approver === id ? null : approver, through, isLast };
}

/** Keeps a press before the last: in the history alone. */
export async function storePress(
  write: WriteContext,
  before: RecordValue,
  { transition, press, input }: { readonly transition: Transition; readonly press: Press; readonly input: Sent | null },
): Promise<RecordValue> {
  const change = beginUpdate(write, before, {});
  const state = before.state ?? null;
  writeChange(change, {
    kind: 'press',
    transition: transition.id,
    from: state,
    to: state,
    input,
    for: press.for,
    through: press.through,
  });
  await follow(change);
  await tellOfChange(change);
  return answerAwaiting(write, before, transition);
}

/** The record as it is answered, with the people whose press is awaited now. */
export async function answerAwaiting(
  write: WriteContext,
  { id }: RecordValue,
  transition: Transition,
): Promise<RecordValue> {
  const { tx, entity, plan, rights, scope, views } = write;
  const record = (await plan.load.load(tx, [id], scope)).get(id) as RecordValue | undefined; // a plan for writing loads every system field
  if (record === undefined) throw new Refusal('not_found');
  if (write.isUnread === true) return answerWritten(write, record);
  const missing = approvalState(transition, { ...scope, record })?.missing ?? [];
  const titles = await views.of(rights)(entity.id).titles(tx, 'user', missing, scope);
  const people = missing.map((person): ReferenceValue => {
    const title = titles.get(person);
    return title === undefined ? { id: person } : { id: person, title };
  });
  return { ...(await answerWritten(write, record)), awaits: { [transition.id]: people } };
}
