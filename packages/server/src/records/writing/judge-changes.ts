import {
  changedFields,
  fieldRights,
  grantHolds,
  holds,
  judgeSent,
  stateOf,
  type Grant,
  type Problem,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { judgedEntity, mayGuard, userFieldRights, userProblems } from '../people/user-rights.ts';
import type { Attempt } from './attempt.ts';
import { unknownLineFields, type Sent } from './body.ts';
import { forbidden } from '../forbidden.ts';

/** Refuses changes where the record may not be updated at all, or not in its state. */
export function refuseUpdate(attempt: Attempt, before: RecordValue, sent: Sent): void {
  const { context, caller, entity, rights, scope } = attempt;
  const seen = rights.seen(entity.id, { ...scope, record: before });
  const granted = rights.grants(entity.id).some((grant) => grantHolds(grant, 'update', seen) === true);
  if (!granted && !mayGuard(context.model, caller, entity, before, sent)) throw forbidden(entity.id, 'update');
  const state = stateOf(entity, before, rights);
  const isOpen = Object.keys(sent).every((name) => entity.fields[name]?.editableWhenLocked === true);
  if (state === 'locked' && !isOpen)
    throw new Refusal('locked', { params: { entity: entity.id, state: before.state ?? '' } });
  if (state === 'not_your_role') {
    const roles = entity.lifecycle?.states[before.state ?? '']?.editableBy ?? [];
    throw new Refusal('not_your_role', { params: { entity: entity.id, state: before.state ?? '', roles } });
  }
}

type FieldRights = ReturnType<typeof fieldRights>;

/** What the caller may do with each field of the record as it was. */
function rightsOn({ context, caller, entity, rights, scope }: Attempt, before: RecordValue): FieldRights {
  const granted = fieldRights(rights, entity, { ...scope, record: before });
  return userFieldRights(context.model, caller, entity, before, granted);
}

/** Fields that the caller may not change at all: refused before what he sends for them is compared with anything. */
export function closedProblems(attempt: Attempt, before: RecordValue, sent: Sent): readonly Problem[] {
  const own = rightsOn(attempt, before);
  const closed = Object.entries(sent).filter(([name]) => own[name]?.update !== true);
  const scope: Scope = { ...attempt.scope, record: before, before };
  return judgeSent({ entity: attempt.entity, before, sent: Object.fromEntries(closed), rights: own, scope });
}

/** Whether a field is sent that the caller may change and not read. */
export function sendsUnread(attempt: Attempt, before: RecordValue, sent: Sent): boolean {
  const own = rightsOn(attempt, before);
  return Object.keys(sent).some((name) => own[name]?.update === true && !own[name].read);
}

/** What is wrong with the fields that an update names, judged with the rights on the record as it was. */
export function changeProblems(
  attempt: Attempt,
  before: RecordValue,
  record: RecordValue,
  sent: Sent,
): readonly Problem[] {
  const { context, caller, entity, scope } = attempt;
  const inScope: Scope = { ...scope, record, before };
  const own = rightsOn(attempt, before);
  return [
    ...unknownLineFields(entity, sent),
    ...judgeSent({ entity: judgedEntity(entity, own), before, sent, rights: own, scope: inScope }),
    ...userProblems(context.model, caller, entity, before, sent),
  ];
}

/** A condition on `update` must hold before and after: each changed field needs a grant that holds at both times. */
export function refuseAfter(attempt: Attempt, before: RecordValue, record: RecordValue, sent: Sent): void {
  const { context, caller, entity, rights, scope } = attempt;
  if (mayGuard(context.model, caller, entity, before, sent)) return;
  const was = rights.seen(entity.id, { ...scope, record: before });
  const is = rights.seen(entity.id, { ...scope, record, before });
  const active = rights.grants(entity.id).filter((grant) => holdsThroughout(grant, was, is));
  const changed = changedFields(entity, before, record).filter((name) => Object.hasOwn(sent, name));
  const uncovered = changed.find((name) => !active.some((grant) => grant.fields[name]?.update === true));
  if (active.length === 0 && changed.length > 0) throw forbidden(entity.id, 'update');
  if (uncovered === undefined || entity.id === 'user') return;
  throw new Refusal('forbidden_field', {
    params: { field: uncovered },
    problems: [{ path: uncovered, code: 'forbidden_field', params: { field: uncovered } }],
  });
}

function holdsThroughout(grant: Grant, was: Scope, is: Scope): boolean {
  return grantHolds(grant, 'update', was) === true && holds(grant.updateTo ?? grant.verbs.update ?? null, is) === true;
}
