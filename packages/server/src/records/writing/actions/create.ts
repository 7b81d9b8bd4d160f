import {
  allows,
  asSeen,
  canEver,
  findOf,
  guardProblems,
  holds,
  type RecordValue,
  type Transition,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { newId } from '../../../uuid.ts';
import { decodeBody, type Sent } from '../../context/body.ts';
import { entityOf } from '../../context/context.ts';
import { forbidden } from '../../context/forbidden.ts';
import type { Caller } from '../../context/records.ts';
import { mayCreateUser } from '../../people/user-rights.ts';
import {
  answerWritten,
  mayTurn,
  type RecordServices,
  type Sending,
  type Write,
  type WriteContext,
} from '../../services/write-context.ts';
import { beginCreation, settleFully, withRecord, type Change } from '../change.ts';
import { follow } from '../following/follow.ts';
import { tellOfChange } from '../following/tell-of-change.ts';
import {
  asIfCreatable,
  judgeWrite,
  refuseHiddenLimit,
  refuseProblems,
  refuseUnnamed,
  sentProblems,
} from '../judging/judge-write.ts';
import { resolveSent } from '../judging/resolve-sent.ts';
import { numbersAt, sequenceFields } from '../storing/sequences.ts';
import { insertRecord } from '../storing/store.ts';
import { writeChange } from '../storing/write-history.ts';
import { runEffects } from './effects.ts';
import { react } from './react.ts';
import { applyTransition, withFired } from './transition-effects.ts';

/** `POST /api/<entity>` */
export function creationOf(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, body, options }: Sending,
): Write<RecordValue> {
  const entity = entityOf(services.context, entityId);
  if (!canEver(caller.rights, entityId, 'create') && !mayCreateUser(services.context.model, caller, entity))
    throw forbidden(entity.id, 'create');
  const creation = entity.lifecycle?.transitions['create'];
  if (creation && creation.by.length > 0 && !creation.by.some((role) => caller.rights.roles.includes(role)))
    throw new Refusal('not_your_role', { params: { entity: entity.id, transition: 'create', roles: creation.by } });
  const decoded = decodeBody(body, entity, false);
  const isDrawing = sequenceFields(entity).length > 0;
  const subject = isDrawing ? 'next number' : newId(services.context.clock());
  const run = async (write: WriteContext): Promise<RecordValue> => {
    const { states } = options;
    const settled = await settledCreation(write, decoded.sent, states);
    const fired = states === undefined ? (creation ?? null) : null;
    const change = await made(settled, fired);
    await judgeWrite(change, [...options.confirm, ...decoded.confirm]);
    await (states === undefined ? storeCreation(change, fired) : storeNew(change, null));
    return answerWritten(write, change.record);
  };
  return { entity: entityId, subject, isDrawing, run };
}

/** A settled creation with the id of its record, after the transition `create` where there is one. */
export async function made(settled: Change<null>, creation: Transition | null): Promise<Change<null>> {
  const fired = creation === null ? settled : await withCreation(settled, creation);
  return { ...fired, record: { ...fired.record, id: newId(fired.scope.now), version: 1 } };
}

/** The creation that a person sends, settled and judged as far as it is about what was sent. */
async function settledCreation(sending: WriteContext, given: Sent, states?: Sent): Promise<Change<null>> {
  const write = states === undefined ? sending : inState(sending, states);
  const { context, entity, rights, caller } = write;
  const [{ sent, problems: unnamed }, numbers] = await Promise.all([
    resolveSent(write, given, null),
    numbersAt(write, { transition: 'create', record: {}, today: write.scope.today, seen: null }),
  ]);
  refuseHiddenLimits(write, sent);
  const born = states === undefined ? { creating: true, transition: 'create' } : { creating: false, transition: '' };
  const scope = { ...write.scope, ...born, before: null };
  const { state: _, ...further } = states ?? {};
  const record = await settleNew({ ...write, scope }, { ...sent, ...numbers, ...further });
  const change = beginCreation(write, record, sent, scope);
  const isAllowed =
    allows(rights, entity.id, 'create', { ...scope, record }) === true || mayCreateUser(context.model, caller, entity);
  const wrong = sentProblems(isAllowed ? change : asIfCreatable(change));
  if (wrong.length > 0) refuseProblems(context.model, [...wrong, ...unnamed]);
  refuseUnnamed(change, unnamed);
  if (!isAllowed) throw forbidden(entity.id, 'create');
  return change;
}

/** A new record is known to be in this state of its life cycle, where there is one. */
function inState(write: WriteContext, { state = null }: Sent): WriteContext {
  const { entity, plan, scope } = write;
  if (typeof state !== 'string') return write;
  const state_final = entity.lifecycle?.states[state]?.final === true;
  return { ...write, plan: { ...plan, alone: { ...plan.alone, state, state_since: scope.now, state_final } } };
}

/** A new record, settled; numbers that say something of it are drawn once it is, and what reads them is settled with them. */
export async function settleNew(write: WriteContext & { readonly worked?: boolean }, sent: Sent): Promise<RecordValue> {
  const record = await settleFully(write, null, sent);
  if (!sequenceFields(write.entity).some(({ per }) => per !== null)) return record;
  const seen = { ...write.scope, record: asSeen(write.entity, record, write.scope) };
  const numbers = await numbersAt(write, { transition: 'create', record, today: write.scope.today, seen });
  return settleFully(write, null, { ...sent, ...numbers });
}

/** A value that would arrive from a limit that is not shown cannot arrive. */
function refuseHiddenLimits({ scope, entity }: WriteContext, sent: Sent): void {
  const arriving = Object.values(entity.fields).filter(({ id }) => !Object.hasOwn(sent, id));
  const expressions = arriving.flatMap((field) => [
    findOf(field),
    field.default,
    field.copy?.expression,
    field.computed?.expression,
  ]);
  refuseHiddenLimit(
    scope,
    expressions.flatMap((expression) => expression?.reads ?? []),
  );
}

/** The transition named `create`: its guard and its effects. */
async function withCreation(change: Change<null>, creation: Transition): Promise<Change<null>> {
  const { entity, record, rights, writeScope } = change;
  const scope = { ...writeScope, record };
  if (holds(creation.when, scope) !== true) {
    throw new Refusal('guard_failed', {
      params: { entity: entity.id, transition: 'create' },
      problems: guardProblems({ entity, transition: creation, scope, rights }),
    });
  }
  return creation.set.length === 0 && creation.branches.length === 0
    ? withRecord(change, withFired(change, creation, record))
    : applyTransition(change, creation);
}

/** Writes a new record with its history, what follows from it, and what the effects of its creation do. */
export async function storeCreation(change: Change<null>, creation: Transition | null): Promise<void> {
  await storeNew(change, creation);
  if (creation !== null && creation.effects.length > 0) await runEffects(change, creation);
  if (mayTurn(change)) await react(change, change);
}

/** Writes a new record with its history and what follows from it. */
async function storeNew(change: Change<null>, creation: Transition | null): Promise<void> {
  const { tx, context, entity, record } = change;
  insertRecord(tx, context, entity, record);
  writeChange(change, { kind: 'create', transition: creation?.id ?? null, to: record.state ?? null });
  await follow(change);
  await tellOfChange(change);
}
