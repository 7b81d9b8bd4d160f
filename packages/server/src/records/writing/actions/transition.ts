import {
  asSeen,
  guardProblems,
  holds,
  cycleField,
  isAsked,
  normalValue,
  sameValue,
  stateIn,
  transitionsOf,
  validateInput,
  type Entity,
  type Field,
  type Problem,
  type RecordValue,
  type Scope,
  type Transition,
  type Wire,
  knowsState,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { decodeBody, sentOf, type Sent } from '../../context/body.ts';
import { entityOf } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import type { Draft } from '../../loading/rows.ts';
import { existingRecord, refuseNever, withLiveValues } from '../../services/find-record.ts';
import {
  answerWritten,
  mayTurn,
  type RecordServices,
  type SendingTo,
  type Write,
  type WriteContext,
} from '../../services/write-context.ts';
import { verified } from '../../services/secrets.ts';
import { beginUpdate, withNextVersion, type Change } from '../change.ts';
import { follow } from '../following/follow.ts';
import { tellOfChange } from '../following/tell-of-change.ts';
import { refuseUnseen, sinceThen } from '../judging/conflicts.ts';
import { stateParams } from '../judging/state-params.ts';
import { judgeWrite, refuseHiddenLimit, refuseProblems } from '../judging/judge-write.ts';
import { resolveReferences } from '../judging/resolve-sent.ts';
import { foundReasons, settledAnswers } from './settled-answers.ts';
import { updateRecord } from '../storing/store.ts';
import { compact, writeChange } from '../storing/write-history.ts';
import { runEffects } from './effects.ts';
import { onRefusal } from './on-refusal.ts';
import { pressNow, storePress, type Press } from './press.ts';
import { react } from './react.ts';
import { releaseLines } from './remove.ts';
import { applyTransition } from './transition-effects.ts';
import { settledUpdate } from './update.ts';

/** `POST /api/<entity>/<id>/<transition>` */
export function transitionOf(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, idOrKey, transition: transitionId, body, options }: SendingTo & { readonly transition: string },
): Write<RecordValue> {
  const entity = entityOf(services.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'read');
  const transition = transitionNamed(entity, transitionId);
  const decoded = decodeBody(body ?? {}, entity, true);
  const refusal = onRefusal(transition);
  const run = async (write: WriteContext): Promise<RecordValue> => {
    refusal.forget();
    const before = withLiveValues(entity, await existingRecord(write, idOrKey), write.scope);
    const knows = knowsState({ entity, record: before, rights: write.rights, scope: write.scope }, transition.id);
    if (!knows) throw unknownTransition(transitionId);
    refuseRole(write, transition);
    await refuseLeft(write, transition, before, options.version);
    if (options.version !== null) await refuseUnseen(write, transition, before, options.version);
    const isBare = Object.keys(decoded.sent).length === 0;
    const sent = isBare
      ? beginUpdate(write, before, {})
      : await settledUpdate(write, before, decoded.sent, options.version);
    const opened = await refusal.noting(before, () =>
      opening(sent, transition, sentOf(transition.input, decoded.input)),
    );
    const press = pressNow(write, transition, opened.seen);
    if (press?.isLast === false) {
      if (!isBare) throw new Refusal('press_changes_nothing', { params: { transition: transition.id } });
      return storePress(write, before, { transition, press, input: answersOf(transition, opened.input) });
    }
    const change = await refusal.noting(before, async () => {
      const fired = withNextVersion(await applyTransition(opened.change, transition));
      await judgeWrite(fired, [...options.confirm, ...decoded.confirm]);
      await storeTransition(fired, transition, opened.input, press);
      return fired;
    });
    return answerWritten(write, change.record);
  };
  return { entity: entityId, subject: idOrKey, run, leave: refusal.leave };
}

/** A change with the answers to the form of its transition. */
interface Fired {
  readonly change: Change<RecordValue>;
  readonly input: Draft;
}

/** What a transition makes of a change that is sent with it, where its guard holds and its form is answered; nothing is judged or stored yet. */
export async function applied(sent: Change<RecordValue>, transition: Transition, answers: Sent): Promise<Fired> {
  const { change, input } = await opening(sent, transition, answers);
  return { change: await applyTransition(change, transition), input };
}

/** A change whose transition may fire: its guard holds and its form is answered. `seen`: what approvals see, the record as it was. */
async function opening(
  sent: Change<RecordValue>,
  transition: Transition,
  answers: Sent,
): Promise<Fired & { readonly seen: Scope }> {
  const { entity, before } = sent;
  const scope: Scope = { ...sent.writeScope, transition: transition.id };
  const seenOf = (record: RecordValue): RecordValue => asSeen(entity, withLiveValues(entity, record, scope), scope);
  const seen = { before: seenOf(before), record: seenOf(sent.record) };
  const input = await readInput(sent, transition, answers, { ...scope, ...seen });
  const answered = { ...scope, input };
  const guessed =
    sent.secrets && (await verified({ ...sent, secrets: sent.secrets }, transition.when, { ...answered, ...seen }));
  const writeScope: Scope = guessed === undefined ? answered : { ...answered, verified: guessed };
  refuseGuard(sent, transition, { ...writeScope, ...seen });
  return { change: { ...sent, writeScope }, input, seen: { ...writeScope, ...seen, record: seen.before } };
}

/** A transition that people fire. */
export function transitionNamed(entity: Entity, id: string): Transition {
  const transition = transitionsOf(entity).get(id);
  if (transition && transition.id !== 'create') return transition;
  throw unknownTransition(id);
}

function unknownTransition(id: string): Refusal {
  return new Refusal('unknown_transition', { params: { transition: id.slice(0, 60) } });
}

function refuseRole({ entity, rights }: WriteContext, transition: Transition): void {
  if (!transition.by.some((role) => rights.roles.includes(role)))
    throw new Refusal('not_your_role', {
      params: { entity: entity.id, transition: transition.id, roles: transition.by },
    });
}

/** Refuses where the record is in none of the states that the transition leaves, and tells who moved it since the caller's version. */
async function refuseLeft(
  write: WriteContext,
  transition: Transition,
  before: RecordValue,
  version: number | null,
): Promise<void> {
  if (isLeaving(write.entity, transition, before)) return;
  const isOld = version !== null && version < before.version;
  throw wrongState(write.entity, transition, before, isOld ? await sinceThen(write, before, version) : {});
}

/** Refuses where the record is in none of the states that the transition leaves. */
export function refuseState(entity: Entity, transition: Transition, before: RecordValue): void {
  if (!isLeaving(entity, transition, before)) throw wrongState(entity, transition, before, {});
}

function isLeaving(entity: Entity, transition: Transition, before: RecordValue): boolean {
  return transition.from.includes(stateIn(entity, before, transition.id) ?? '');
}

function wrongState(
  entity: Entity,
  { id }: Transition,
  before: RecordValue,
  since: Partial<Awaited<ReturnType<typeof sinceThen>>>,
): Refusal {
  const state = stateIn(entity, before, id) ?? '';
  return new Refusal('wrong_state', {
    params: { transition: id, ...stateParams(cycleField(entity, id), state), ...since },
  });
}

function refuseGuard({ entity, rights }: WriteContext, transition: Transition, scope: Scope): void {
  if (holds(transition.when, scope) === true) return;
  refuseHiddenLimit(scope, transition.when?.reads ?? []);
  const params = { entity: entity.id, transition: transition.id };
  throw new Refusal('guard_failed', { params, problems: guardProblems({ entity, transition, scope, rights }) });
}

/** The answers to the transition's own form: known names, references resolved and completed, every field valid. */
async function readInput(write: WriteContext, transition: Transition, sent: Sent, scope: Scope): Promise<Draft> {
  const { context, entity } = write;
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(transition.input, name));
  if (unknown !== undefined)
    refuseProblems(context.model, [
      { path: `input.${unknown.slice(0, 60)}`, code: 'unknown_field', params: { field: unknown.slice(0, 60) } },
    ]);
  const resolved = await resolveReferences(write, transition.input, { sent, before: null, prefix: 'input.' });
  refuseProblems(context.model, resolved.problems);
  const input = await settledAnswers(write, transition, resolved.sent, scope);
  const inScope = { ...scope, input };
  const hidden = hiddenAnswers(transition, resolved.sent, inScope);
  const wrong = validateInput(transition.input, entity.id, input, scope);
  const told = await foundReasons(write, transition, { wrong, sent: resolved.sent, scope: inScope });
  refuseProblems(context.model, [...hidden, ...told]);
  return input;
}

/** Answers that are sent although the form does not ask for them. */
function hiddenAnswers({ input }: Transition, sent: Sent, scope: Scope): readonly Problem[] {
  const isGiven = (field: Field): boolean => !sameValue(field, normalValue(field, sent[field.id] ?? null), null);
  const hidden = Object.values(input).filter((field) => !isAsked(field, scope) && isGiven(field));
  return hidden.map(({ id }) => ({ path: `input.${id}`, code: 'hidden_field', params: { field: id } }));
}

/** The answers to the transition's form as history keeps them; null where it asks for none. */
function answersOf(transition: Transition, input: Draft): Sent | null {
  const fields = Object.values(transition.input);
  if (fields.length === 0) return null;
  return Object.fromEntries(
    fields.map((field): readonly [string, Wire] => [field.id, compact(field, input[field.id])]),
  );
}

/** Writes a record whose transition has fired, with its history, what follows from it, and what its effects do. `press`: the last of its approvals. */
export async function storeTransition(
  change: Change<RecordValue>,
  transition: Transition,
  input: Draft,
  press: Press | null = null,
): Promise<void> {
  const { entity, tx, before, record } = change;
  await releaseLines(change);
  updateRecord(tx, entity, change);
  writeChange(change, {
    kind: 'transition',
    transition: transition.id,
    from: before.state ?? null,
    to: record.state ?? null,
    input: answersOf(transition, input),
    for: press?.for ?? null,
    through: press?.through ?? null,
  });
  await follow(change);
  await tellOfChange(change, transition);
  if (transition.effects.length > 0) await runEffects(change, transition);
  if (mayTurn(change)) await react(change, change);
}
